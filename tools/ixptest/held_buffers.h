// Buffers of free lists in a block test. Buffers named by the test's messages are in use when the
// run begins. At its end, every buffer is free, in a queue or on a ring, or held by microcode; the
// system file declares how many may be held.
#pragma once

#include "base/diagnostic.h"
#include "emu/sim/simulation.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace ixp {

class HeldBuffers {
public:
  explicit HeldBuffers(Simulation& sim) : sim_(sim) {}

  // Notes the buffers that a message of the test names; `where`: the message in the file.
  void use(const RingConfig& ring, const std::vector<uint32_t>& words, const SourceLocation& where);
  // Takes the noted buffers off their free lists.
  void take();

  struct Failure {
    SourceLocation where; // of the message with the buffer; empty: microcode took the buffer
    std::string text;
  };
  // Buffers beyond `held` of their free list that microcode holds after the run.
  std::vector<Failure> failures();

private:
  std::vector<Failure> held(const BufferList& list, const FreelistConfig& f);
  std::string taker(EventSource by) const;
  void find_places();

  Simulation& sim_;
  std::map<uint32_t, SourceLocation> used_; // by longword address of the descriptor
  std::set<uint32_t> placed_;               // in a queue or on a ring, likewise
};

} // namespace ixp
