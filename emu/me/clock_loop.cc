#include "emu/me/clock_loop.h"

#include "emu/me/by_opcode.h"
#include "emu/me/execute.h"
#include "emu/me/semantics.h"

#include <algorithm>
#include <bit>

namespace ixp::me {

using mev2::InstrClass;
using mev2::Instruction;
using mev2::Opcode;
using mev2::Operand;
using mev2::OperandKind;

namespace {

// Conditions of branches; null for other opcodes.
constexpr ByOpcode<bool (*)(const Flags&)> kConditions([]<Opcode O> {
  if constexpr (is_condition(O))
    return &me::condition<O>;
  else
    return nullptr;
});

bool low_bits(uint32_t mask) {
  return mask != 0 && (mask & (mask + 1)) == 0;
}

} // namespace

void ClockLoop::keep_above(ClockValue v, unsigned bit) {
  if (!v.grows) return;
  const uint32_t below = bit >= 32 ? ~uint32_t{0} : (uint32_t{1} << bit) - 1;
  bound(below - (v.value & below));
}

// ---- Registers.

// Null: not a register of the context, or too many.
ClockLoop::Register* ClockLoop::touch(const Core& core, const Operand& o) {
  if (o.kind != OperandKind::Gpr) return nullptr;
  const unsigned file = o.bank == mev2::Bank::A ? kGprA : kGprB;
  const auto index = static_cast<uint16_t>(file + (core.ctx16() + o.number) % kFile);
  for (unsigned n = 0; n < touched_; ++n)
    if (registers_[n].index == index) return &registers_[n];
  if (touched_ == kMostRegisters) return nullptr;
  const uint32_t value = core.state().regs[index];
  registers_[touched_] = {index, false, value, {value, false}};
  return &registers_[touched_++];
}

bool ClockLoop::read(const Core& core, const Operand& o, ClockValue& to) {
  if (o.kind == OperandKind::None || o.kind == OperandKind::Const) {
    to = {o.kind == OperandKind::Const ? o.number : 0u, false};
    return true;
  }
  const unsigned known = touched_;
  Register* r = touch(core, o);
  if (!r) return false;
  if (touched_ != known) r->read_first = true;
  to = r->now;
  return true;
}

bool ClockLoop::write(const Core& core, const Operand& o, ClockValue value) {
  if (o.kind == OperandKind::None) return true;
  Register* r = touch(core, o);
  if (r) r->now = value;
  return r != nullptr;
}

// ---- Instructions. False: unknown, or the result is neither constant nor growing with the clock.

// A field that starts at bit 0 grows until it overflows.
bool ClockLoop::masked(ClockValue v, uint32_t mask, ClockValue& to) {
  if (v.grows) {
    if (!low_bits(mask)) return false;
    keep_above(v, static_cast<unsigned>(std::popcount(mask)));
  }
  to = {v.value & mask, v.grows};
  return true;
}

bool ClockLoop::shifted(const Instruction& i, ClockValue v, ClockValue& to) {
  if (i.shift == mev2::ShiftKind::RightIndirect || i.shift == mev2::ShiftKind::LeftIndirect)
    return false;
  const bool whole = i.shift == mev2::ShiftKind::None;
  if (v.grows && !whole) { // the remaining bits are constant until the bits shifted out carry
    if (i.shift != mev2::ShiftKind::Right) return false;
    keep_above(v, i.shift_amount & 31);
  }
  to = {me::shifted(i.shift, i.shift_amount, v.value, 0), v.grows && whole};
  return true;
}

bool ClockLoop::alu(const Core& core, const Instruction& i) {
  using enum Opcode;
  ClockValue a, b, result;
  if (!read(core, implied_left(i), a) || !read(core, i.right, b)) return false;
  prev_a_ = a, prev_b_ = b;
  if (i.opcode == ALU_ADD8 && !masked(b, 0xff, b)) return false;
  if (i.opcode == ALU_ADD16 && !masked(b, 0xffff, b)) return false;
  const Opcode op = i.opcode == ALU_ADD8 || i.opcode == ALU_ADD16 ? ALU_ADD : i.opcode;
  result = {static_cast<uint32_t>(kOperators[op](a.value, b.value).wide), false};
  if (a.grows || b.grows) {
    switch (op) {
    case ALU_B: result = b; break;
    case ALU_ADD:
      if (a.grows && b.grows) return false;
      result.grows = true;
      break;
    case ALU_SUB:
      if (b.grows) return false;
      result.grows = true;
      break;
    case ALU_AND:
      if (a.grows && b.grows) return false;
      if (!(a.grows ? masked(a, b.value, result) : masked(b, a.value, result))) return false;
      break;
    default: return false;
    }
  }
  prev_result_ = result;
  if (op == ALU_ADD || op == ALU_SUB || op == ALU_B_SUB_A)
    outcome_ = {Outcome::Kind::Alu, op, a, b};
  else
    outcome_ = {Outcome::Kind::Logical, {}, result, {}};
  return write(core, i.dst, result);
}

bool ClockLoop::shift(const Core& core, const Instruction& i) {
  ClockValue a, b, moved, result;
  if (!read(core, implied_left(i), a) || !read(core, i.right, b) || !shifted(i, b, moved))
    return false;
  const bool plain = i.opcode == Opcode::SHF_B;
  if (!plain && (a.grows || moved.grows)) return false;
  result = plain
               ? moved
               : ClockValue{static_cast<uint32_t>(kOperators[i.opcode](a.value, moved.value).wide),
                            false};
  prev_a_ = a, prev_b_ = b, prev_result_ = result;
  outcome_ = {Outcome::Kind::Logical, {}, result, {}};
  return write(core, i.dst, result);
}

bool ClockLoop::load_field(const Core& core, const Instruction& i) {
  const uint32_t mask = replaced_bits(i);
  ClockValue b, moved, field, old;
  if (!read(core, i.right, b) || !shifted(i, b, moved) || !masked(moved, mask, field)) return false;
  if (i.opcode == Opcode::LD_FIELD && !read(core, i.dst, old)) return false;
  if (old.grows) return false;
  const ClockValue result{(old.value & ~mask) | field.value, field.grows};
  prev_b_ = b, prev_result_ = result;
  if (i.load_cc) outcome_ = {Outcome::Kind::Logical, {}, result, {}};
  return write(core, i.dst, result);
}

bool ClockLoop::immediate(const Core& core, const Instruction& i) {
  if (i.opcode == Opcode::NOP) return true;
  if (i.opcode != Opcode::IMMED) return false;
  prev_result_ = {i.immediate, false};
  return write(core, i.dst, prev_result_);
}

bool ClockLoop::instruction(const Core& core, const Instruction& i) {
  switch (mev2::info(i.opcode).cls) {
  case InstrClass::Alu: return kOperators[i.opcode] && alu(core, i);
  case InstrClass::AluShf: return kOperators[i.opcode] && shift(core, i);
  case InstrClass::LdField: return load_field(core, i);
  case InstrClass::Immed: return immediate(core, i);
  default: return false;
  }
}

// local_csr_rd and the following immed: two instructions.
bool ClockLoop::read_clock(const Core& core, const Instruction& next) {
  if (next.opcode != Opcode::IMMED) return false;
  const uint64_t cycle = core.cycle() + instructions_ + lost_;
  const ClockValue clock{core.read_clock(csr::ProfileCount, cycle), true};
  keep_above(clock, 16);
  prev_result_ = clock;
  return write(core, next.dst, clock);
}

// ---- Branches.

bool ClockLoop::condition(Opcode op, bool& is_taken) {
  if (outcome_.kind == Outcome::Kind::Before) return false;
  const ClockValue a = outcome_.a, b = outcome_.b;
  Flags flags = logical(a.value);
  if (outcome_.kind == Outcome::Kind::Alu) {
    flags = kOperators[outcome_.op](a.value, b.value);
    keep_above(a, 31); // the signs of the operands
    keep_above(b, 31);
  }
  if (a.grows || b.grows) { // sign and carry; zero only while it lasts
    keep_above({static_cast<uint32_t>(flags.wide), true}, 31);
    if (flags.z()) bound(0);
  }
  is_taken = kConditions[op](flags);
  return true;
}

bool ClockLoop::taken(const Core& core, const Instruction& i, bool& is_taken) {
  using enum Opcode;
  ClockValue v;
  is_taken = true;
  switch (i.opcode) {
  case BR: return true;
  case BR_EQ_CTX:
  case BR_NE_CTX:
    is_taken =
        (static_cast<unsigned>(core.state().running) == i.parameter) == (i.opcode == BR_EQ_CTX);
    return true;
  case BR_BYTE_EQ:
  case BR_BYTE_NE:
    if (!read(core, i.left, v)) return false;
    keep_above(v, 8u * i.parameter);
    is_taken = byte_equals(v.value, i.parameter, i.compare) == (i.opcode == BR_BYTE_EQ);
    return true;
  case BR_BSET:
  case BR_BCLR:
    if (!read(core, i.left, v)) return false;
    keep_above(v, i.parameter);
    is_taken = bit_set(v.value, i.parameter) == (i.opcode == BR_BSET);
    return true;
  default: return kConditions[i.opcode] && condition(i.opcode, is_taken);
  }
}

// ---- The loop.

bool ClockLoop::follow(const Core& core, const Predecoded& program, uint16_t start) {
  const MeState& s = core.state();
  touched_ = 0;
  prev_a_ = {s.prev_a, false}, prev_b_ = {s.prev_b, false}, prev_result_ = {s.prev_result, false};
  outcome_ = {};
  instructions_ = lost_ = 0;
  range_ = ~uint32_t{0};

  unsigned pc = start, slots = 0; // remaining defer slots, then the flow goes to `target`
  unsigned target = 0, lost_behind = 0;
  do {
    if (instructions_ >= kMostInstructions) return false;
    const Predecoded::Word* w = program.at_address(pc);
    if (!w || !w->legal) return false;
    const Instruction& i = w->decoded;
    unsigned words = 1;
    if (i.opcode == Opcode::LOCAL_CSR_RD) {
      const Predecoded::Word* next = program.at_address(pc + 1);
      if (slots || i.csr != csr::ProfileCount || !next || !next->legal ||
          !read_clock(core, next->decoded))
        return false;
      words = 2;
    } else if (mev2::info(i.opcode).is_branch) {
      bool is_taken = false;
      if (slots || !taken(core, i, is_taken)) return false;
      if (is_taken) {
        target = i.target;
        lost_behind = lost_slots(branch_penalty(i.opcode, core.params()), i.defer);
        slots = i.defer + 1u;
      }
    } else if (!instruction(core, i)) {
      return false;
    }
    instructions_ += words;
    pc += words;
    if (slots && --slots == 0) {
      pc = target;
      lost_ += lost_behind;
    }
  } while (pc != start || slots);
  return std::all_of(registers_.begin(), registers_.begin() + touched_, [](const Register& r) {
    return !r.read_first || (!r.now.grows && r.now.value == r.before);
  });
}

void ClockLoop::leave(Core& core, uint64_t iterations) const {
  MeState& s = core.state();
  const uint64_t later = (iterations - 1) * cycles();
  for (unsigned n = 0; n < touched_; ++n)
    s.regs[registers_[n].index] = registers_[n].now.after(later);
  s.prev_a = prev_a_.after(later), s.prev_b = prev_b_.after(later);
  s.prev_result = prev_result_.after(later);
  const uint32_t a = outcome_.a.after(later), b = outcome_.b.after(later);
  switch (outcome_.kind) {
  case Outcome::Kind::Before: break;
  case Outcome::Kind::Alu: s.flags = kOperators[outcome_.op](a, b); break;
  case Outcome::Kind::Logical: s.flags = logical(a); break;
  }
}

} // namespace ixp::me
