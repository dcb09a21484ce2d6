// The way of a context through a few instructions, followed without executing them, to find out
// what it depends on: registers, words that a unit has brought, a clock. Every value is constant or
// grows with the clock, cycle by cycle, and whatever looks at one that grows bounds for how long
// what it sees stays the same. ClockLoop and PollLoop say what that is good for.
#pragma once

#include "emu/me/core.h"
#include "emu/me/predecode.h"

#include <array>
#include <cstdint>
#include <optional>

namespace ixp::me {

// `value` now; `grows`: one more in each later cycle (modulo 2^32).
struct ClockValue {
  uint32_t value = 0;
  bool grows = false;
  uint32_t after(uint64_t cycles) const {
    return grows ? value + static_cast<uint32_t>(cycles) : value;
  }
};

class Walk {
public:
  // What is in transfer registers of the context, from the first one on.
  struct Words {
    Registers to;
    const uint32_t* words = nullptr;
    unsigned count = 0;
  };

protected:
  void begin(unsigned ctx, const Words& words);
  // From `start`, which issues at core.cycle if a clock is read, until `end` is about to issue, at
  // least one instruction. False: something is not known here, or it leaves something to the next
  // iteration. Changes nothing.
  bool go(const Core& core, const Predecoded& program, uint16_t start, uint16_t end);

  static constexpr unsigned kMostInstructions = 32, kMostRegisters = 16;
  static constexpr uint64_t kForever = ~uint32_t{0};
  struct Register {
    uint16_t index = 0;
    bool read_first = false; // before the iteration wrote it
    uint32_t before = 0;
    ClockValue now;
  };
  // An operand's value. False: it is none that is known here.
  bool read(const Core& core, const mev2::Operand& o, ClockValue& to);
  bool depends_on_clock() const { return range_ != kForever; }
  // So many cycles later, on the same way; `before`: as they were at its begin.
  Flags flags_after(uint64_t cycles, const Flags& before) const;

  std::array<Register, kMostRegisters> registers_;
  unsigned touched_ = 0;
  std::optional<ClockValue> prev_a_, prev_b_, prev_result_; // nothing: as they were
  uint64_t instructions_ = 0, lost_ = 0;                    // lost: slots, to branches
  uint64_t range_ = 0; // the way is the same while no more than so many cycles pass

private:
  struct Outcome { // as flags, when somebody asks
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
  bool read_word(const mev2::Operand& o, ClockValue& to) const;
  bool write(const Core& core, const mev2::Operand& o, ClockValue value);
  bool masked(ClockValue v, uint32_t mask, ClockValue& to);
  bool shifted(const mev2::Instruction& i, ClockValue v, ClockValue& to);
  void bound(uint32_t cycles) {
    if (cycles < range_) range_ = cycles;
  }
  // Bits from this one upwards stay the same.
  void keep_above(ClockValue v, unsigned bit);

  unsigned ctx_ = 0;
  Words words_;
  Outcome outcome_;
};

} // namespace ixp::me
