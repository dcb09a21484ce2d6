// Loops that wait for a clock: read PROFILE_COUNT, compute with it, compare, repeat.
//
// Consider an iteration that depends only on the clock and on registers that it leaves unchanged.
// Later iterations take the same path, until the clock changes the result of a comparison or a
// field. The number of such iterations follows from the first one: every value in it is constant,
// or grows by one per cycle like the clock. Each use of a growing value limits the time for which
// the result holds. So iterations need not be executed one by one: registers, cycles and counters
// after the last one are computed.
//
// Any other loop (another source, another instruction, a value passed between iterations) is
// executed.
#pragma once

#include "emu/me/clock_value.h"
#include "emu/me/core.h"
#include "emu/me/predecode.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace ixp::me {

class ClockLoop {
public:
  // Follows one iteration of the executing context, from core.cycle on, where the local_csr_rd at
  // `start` is about to issue. False: it is not such a loop. Changes nothing.
  bool follow(const Core& core, const Predecoded& program, uint16_t start);

  uint64_t cycles() const { return instructions_ + lost_; } // of an iteration
  uint64_t instructions() const { return instructions_; }
  uint64_t lost() const { return lost_; } // slots lost to branches
  // Number of iterations with the same path, including the one that was followed.
  uint64_t iterations() const { return (range_ - 1) / cycles() + 1; }
  // Sets registers, flags and previous operands of the core to their state after `iterations`
  // iterations, at least one.
  void leave(Core& core, uint64_t iterations) const;

private:
  static constexpr unsigned kMostInstructions = 32, kMostRegisters = 16;
  struct Register {
    uint16_t index = 0;
    bool read_first = false; // before the iteration wrote it
    uint32_t before = 0;
    ClockValue now;
  };
  struct Access;

  bool execute(const Core& core, const mev2::Instruction& i, bool& branches);
  bool repeats();
  // The iteration is valid for at most `cycles` cycles, the current one included.
  void bound(uint64_t cycles) { range_ = std::min(range_, cycles); }

  std::array<Register, kMostRegisters> registers_;
  unsigned touched_ = 0;
  ClockValue prev_a_, prev_b_, prev_result_;
  std::optional<ClockFlags> flags_; // set by the iteration
  std::optional<ClockValue> csr_;   // read by the instruction before
  uint64_t instructions_ = 0, lost_ = 0, range_ = 0;
};

} // namespace ixp::me
