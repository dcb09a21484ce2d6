// Loops that wait for a clock: read PROFILE_COUNT, compute with it, compare, go round. Where an
// iteration depends on nothing but the clock and registers that it leaves as they are, the next
// iterations take the same way, until the clock has gone so far that a comparison or a field comes
// out differently. How far follows from one iteration: every value in it is constant or grows with
// the clock, cycle by cycle, and whatever looks at one that grows bounds for how long what it sees
// stays the same. So iterations need not be executed one by one: registers after the last of them,
// cycles and counters are arithmetic.
//
// Anything else (another source, another instruction, a value that an iteration leaves to the next)
// is no such loop, and is executed.
#pragma once

#include "emu/me/core.h"
#include "emu/me/predecode.h"

#include <array>
#include <cstdint>

namespace ixp::me {

// `value` now; `grows`: one more in each later cycle (modulo 2^32).
struct ClockValue {
  uint32_t value = 0;
  bool grows = false;
  uint32_t after(uint64_t cycles) const {
    return grows ? value + static_cast<uint32_t>(cycles) : value;
  }
};

class ClockLoop {
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
  static constexpr unsigned kMostInstructions = 32, kMostRegisters = 16;
  struct Register {
    uint16_t index = 0;
    bool read_first = false; // before the iteration wrote it
    uint32_t before = 0;
    ClockValue now;
  };
  struct Outcome { // as flags, when somebody asks
    enum class Kind : uint8_t { Before, Alu, Logical } kind = Kind::Before;
    mev2::Opcode op{}; // Alu
    ClockValue a, b;   // Alu: its operands; Logical: a is the result
  };
  struct Previous {
    uint32_t a, b, result;
    Flags flags;
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
  // What was seen stays the same while no more than so many cycles pass.
  void bound(uint32_t cycles) {
    if (cycles < range_) range_ = cycles;
  }
  // Bits from this one upwards stay the same.
  void keep_above(ClockValue v, unsigned bit);

  std::array<Register, kMostRegisters> registers_;
  unsigned touched_ = 0;
  ClockValue prev_a_, prev_b_, prev_result_;
  Outcome outcome_;
  Previous before_{};
  uint64_t instructions_ = 0, lost_ = 0, range_ = 0;
};

} // namespace ixp::me
