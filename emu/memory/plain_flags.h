// The status flags of scratchpad rings for the reference engine: the flag of each ring after every
// change, and its visible value at a tick. scratch_ring.h stores less; this is its reference.
#pragma once

#include "emu/memory/scratch_ring.h"
#include "isa/memory_map.h"

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
