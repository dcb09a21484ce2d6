// The status flags of scratchpad rings for the reference engine: what each ring's flag was after
// every change of the ring, and what is visible of that at a tick. scratch_ring.h keeps flags with
// less to do; this is what it is compared with.
#pragma once

#include "emu/memory/scratch_ring.h"
#include "mecc/target/memory_map.h"

#include <array>
#include <deque>

namespace ixp {

class PlainFlags {
public:
  explicit PlainFlags(const Params& params);

  void set_up(unsigned number, const ScratchRing& ring);       // seen at once
  void note(unsigned number, const ScratchRing& ring, Tick t); // words were put or taken at t
  // The flag as microengines see it. Ticks ascend.
  bool visible(unsigned number, Tick now) const;

private:
  struct State {
    Tick seen; // from then on
    bool flag;
  };
  bool flag_of(const ScratchRing& ring) const;

  const Params& params_;
  mutable std::array<std::deque<State>, mev2::kScratchRings> states_; // the first is seen
};

} // namespace ixp
