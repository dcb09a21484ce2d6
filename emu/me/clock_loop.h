// Loops that wait for a clock: read PROFILE_COUNT, compute with it, compare, go round. Where an
// iteration depends on nothing but the clock and registers that it leaves as they are, the next
// iterations take the same way, until the clock has gone so far that a comparison or a field comes
// out differently. How far follows from one iteration (walk.h). So iterations need not be executed
// one by one: registers after the last of them, cycles and counters are arithmetic.
//
// Anything else (another source, another instruction, a value that an iteration leaves to the next)
// is no such loop, and is executed.
#pragma once

#include "emu/me/walk.h"

namespace ixp::me {

class ClockLoop : private Walk {
public:
  // Follows the executing context from core.cycle on, where the local_csr_rd at `start` is about to
  // issue, once round. False: it is not such a loop. Changes nothing.
  bool follow(const Core& core, const Predecoded& program, uint16_t start);

  uint64_t cycles() const { return instructions_ + lost_; } // of an iteration
  uint64_t instructions() const { return instructions_; }
  uint64_t lost() const { return lost_; } // slots lost to branches
  // So many iterations from the one that was followed on go the same way; at least that one.
  uint64_t iterations() const { return range_ / cycles() + 1; }
  // Registers, flags and previous operands of the core as they are so many iterations later; 0: as
  // they were when it was followed.
  void leave(Core& core, uint64_t iterations) const;

private:
  struct Previous {
    uint32_t a, b, result;
    Flags flags;
  };
  Previous before_{};
};

} // namespace ixp::me
