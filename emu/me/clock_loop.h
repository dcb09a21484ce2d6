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

#include "emu/me/core.h"
#include "emu/me/predecode.h"

#include <array>
#include <cstdint>

namespace ixp::me {

// `value` now; if `grows`, one more in each later cycle (modulo 2^32).
struct ClockValue {
  uint32_t value = 0;
  bool grows = false;
  uint32_t after(uint64_t cycles) const {
    return grows ? value + static_cast<uint32_t>(cycles) : value;
  }
};

class ClockLoop {
public:
  // Follows one iteration of the executing context, from core.cycle on, where the local_csr_rd at
  // `start` is about to issue. False: it is not such a loop. Changes nothing.
  bool follow(const Core& core, const Predecoded& program, uint16_t start);

  uint64_t cycles() const { return instructions_ + lost_; } // of an iteration
  uint64_t instructions() const { return instructions_; }
  uint64_t lost() const { return lost_; } // slots lost to branches
  // Number of iterations with the same path, including the one that was followed.
  uint64_t iterations() const { return range_ / cycles() + 1; }
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
  struct Outcome { // as flags, on demand
    enum class Kind : uint8_t { Before, Alu, Logical } kind = Kind::Before;
    mev2::Opcode op{}; // Alu
    ClockValue a, b;   // Alu: its operands; Logical: a is the result
  };

  bool instruction(const Core& core, const mev2::Instruction& i);
  bool alu(const Core& core, const mev2::Instruction& i);
  bool shift(const Core& core, const mev2::Instruction& i);
  bool load_field(const Core& core, const mev2::Instruction& i);
  bool immediate(const Core& core, const mev2::Instruction& i);
  bool taken(const Core& core, const mev2::Instruction& i, bool& is_taken);
  bool condition(mev2::Opcode op, bool& is_taken);
  bool read_clock(const Core& core, const mev2::Instruction& next);
  Register* touch(const Core& core, const mev2::Operand& o);
  bool read(const Core& core, const mev2::Operand& o, ClockValue& to);
  bool write(const Core& core, const mev2::Operand& o, ClockValue value);
  bool masked(ClockValue v, uint32_t mask, ClockValue& to);
  bool shifted(const mev2::Instruction& i, ClockValue v, ClockValue& to);
  // The result is valid for at most `cycles` more cycles.
  void bound(uint32_t cycles) {
    if (cycles < range_) range_ = cycles;
  }
  // Limits the time to that in which bits from this one upwards are unchanged.
  void keep_above(ClockValue v, unsigned bit);

  std::array<Register, kMostRegisters> registers_;
  unsigned touched_ = 0;
  ClockValue prev_a_, prev_b_, prev_result_;
  Outcome outcome_;
  uint64_t instructions_ = 0, lost_ = 0, range_ = 0;
};

} // namespace ixp::me
