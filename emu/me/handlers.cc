// Which handler an instruction gets, and how its operands are written into the Op.
#include "emu/me/handlers.h"

#include "emu/me/execute.h"
#include "emu/me/handler_bodies.h"
#include "emu/me/operand_codes.h"

#include <optional>

namespace ixp::me {

using namespace handlers;
using mev2::Instruction;
using mev2::Opcode;
using mev2::Operand;
using mev2::OperandKind;

namespace {

// A destination that is read first; its pointer moves once, with the write.
Operand old_value(Operand o) {
  o.step = mev2::Step::Keep;
  return o;
}

Handler alu_handler(Opcode o, Form f) {
  using enum Opcode;
  switch (o) {
#define IXP_ALU(name)                                                                              \
  case name: return IXP_PICK(f, Alu < name);
    IXP_ALU_OPERATORS(IXP_ALU)
#undef IXP_ALU
#define IXP_SPECIAL(name)                                                                          \
  case name: return IXP_PICK(f, Special < name);
    IXP_SPECIAL_SHIFTS(IXP_SPECIAL)
    IXP_SPECIAL(FFS)
#undef IXP_SPECIAL
  default: return nullptr;
  }
}

template <ShiftForm S, Form F> Handler shift_handler_of(Opcode o) {
  using enum Opcode;
  switch (o) {
#define IXP_SHIFT(name)                                                                            \
  case name: return Shift<name, S, F>::run;
    IXP_SHIFT_OPERATORS(IXP_SHIFT)
#undef IXP_SHIFT
  default: return nullptr;
  }
}
template <ShiftForm S> Handler shift_handler(const Instruction& i, Form f) {
  return f == Plain      ? shift_handler_of<S, Plain>(i.opcode)
         : f == Transfer ? shift_handler_of<S, Transfer>(i.opcode)
                         : shift_handler_of<S, Mixed>(i.opcode);
}

template <ShiftForm S, Form F> Handler field_handler_of(const Instruction& i) {
  if (i.opcode == Opcode::LD_FIELD_W_CLR)
    return i.load_cc ? LoadField<S, true, true, F>::run : LoadField<S, true, false, F>::run;
  return i.load_cc ? LoadField<S, false, true, F>::run : LoadField<S, false, false, F>::run;
}
template <ShiftForm S> Handler field_handler(const Instruction& i, Form f) {
  return f == Plain      ? field_handler_of<S, Plain>(i)
         : f == Transfer ? field_handler_of<S, Transfer>(i)
                         : field_handler_of<S, Mixed>(i);
}

ShiftForm fix_shift(const Instruction& i, Op& op) {
  const unsigned n = i.shift_amount & 31;
  op.imm = ~uint32_t{0};
  switch (i.shift) {
  case mev2::ShiftKind::None: break;
  case mev2::ShiftKind::Right:
    op.lost = static_cast<uint8_t>(n);
    op.imm >>= n;
    break;
  case mev2::ShiftKind::Left:
    op.lost = static_cast<uint8_t>((32 - n) & 31);
    op.imm <<= n;
    break;
  case mev2::ShiftKind::RotateRight: op.lost = static_cast<uint8_t>(n); break;
  case mev2::ShiftKind::RightIndirect: return IndirectRight;
  case mev2::ShiftKind::LeftIndirect: return IndirectLeft;
  }
  return Fixed;
}

Handler conditional_handler(Opcode o) {
  using enum Opcode;
  switch (o) {
#define IXP_CONDITION(name)                                                                        \
  case name: return Conditional<name>::run;
    IXP_CONDITIONS(IXP_CONDITION)
#undef IXP_CONDITION
  default: return nullptr;
  }
}

Handler select_alu(const Instruction& i, Op& op) {
  const auto f = code_operands(op, implied_left(i), i.right, i.dst);
  return f ? alu_handler(i.opcode, *f) : nullptr;
}

Handler select_shift(const Instruction& i, Op& op) {
  const auto f = code_operands(op, implied_left(i), i.right, i.dst);
  if (!f) return nullptr;
  if (const Handler h = alu_handler(i.opcode, *f)) { // asr, dbl_shf, byte_align
    op.lost = i.shift_amount & 31;
    return h;
  }
  switch (fix_shift(i, op)) {
  case Fixed: return shift_handler<Fixed>(i, *f);
  case IndirectRight: return shift_handler<IndirectRight>(i, *f);
  case IndirectLeft: return shift_handler<IndirectLeft>(i, *f);
  }
  return nullptr;
}

Handler select_field(const Instruction& i, Op& op) {
  const Operand old = i.opcode == Opcode::LD_FIELD ? old_value(i.dst) : Operand{};
  const auto f = code_operands(op, old, i.right, i.dst);
  if (!f) return nullptr;
  const ShiftForm s = fix_shift(i, op);
  op.mask = byte_mask(i.byte_mask);
  switch (s) {
  case Fixed: return field_handler<Fixed>(i, *f);
  case IndirectRight: return field_handler<IndirectRight>(i, *f);
  case IndirectLeft: return field_handler<IndirectLeft>(i, *f);
  }
  return nullptr;
}

Handler select_immed(const Instruction& i, Op& op) {
  if (i.opcode == Opcode::NOP) return nop;
  const bool whole = i.opcode == Opcode::IMMED;
  const auto f = code_operands(op, whole ? Operand{} : old_value(i.dst), {}, i.dst);
  if (!f) return nullptr;
  op.imm = i.immediate;
  if (whole) return pick(*f, Immed<Plain>::run, Immed<Transfer>::run, Immed<Mixed>::run);
  const bool half = i.opcode == Opcode::IMMED_W0 || i.opcode == Opcode::IMMED_W1;
  op.mask = uint32_t{half ? 0xffffu : 0xffu} << (8 * i.immed_shift);
  op.imm = i.immediate << (8 * i.immed_shift);
  return pick(*f, ImmedField<Plain>::run, ImmedField<Transfer>::run, ImmedField<Mixed>::run);
}

Handler select_branch(const Instruction& i, Op& op) {
  using enum Opcode;
  if (const Handler h = conditional_handler(i.opcode)) return h;
  switch (i.opcode) {
  case BR: return branch;
  case BR_EQ_CTX:
  case BR_NE_CTX:
    op.imm = 16u * i.parameter;
    return i.opcode == BR_EQ_CTX ? OnContext<true>::run : OnContext<false>::run;
  default: break;
  }
  const auto f = code_operands(op, i.left, {}, {});
  if (!f) return nullptr;
  switch (i.opcode) {
  case BR_BYTE_EQ:
  case BR_BYTE_NE:
    op.b = i.parameter;
    op.imm = i.compare;
    if (i.opcode == BR_BYTE_EQ)
      return *f == Plain ? OnByte<true, Plain>::run : OnByte<true, Mixed>::run;
    return *f == Plain ? OnByte<false, Plain>::run : OnByte<false, Mixed>::run;
  case BR_BSET:
  case BR_BCLR:
    op.imm = uint32_t{1} << (i.parameter & 31);
    if (i.opcode == BR_BSET) return *f == Plain ? OnBit<true, Plain>::run : OnBit<true, Mixed>::run;
    return *f == Plain ? OnBit<false, Plain>::run : OnBit<false, Mixed>::run;
  case JUMP: op.imm = i.target; return *f == Plain && i.defer == 0 ? jump : nullptr;
  default: return nullptr; // signals and input states are interactions
  }
}

Handler select_csr(const Instruction& i, Op& op) {
  if (i.opcode != Opcode::LOCAL_CSR_WR) return nullptr;
  const auto f = code_operands(op, i.left, {}, {});
  if (!f) return nullptr;
  op.imm = i.csr;
  if (csr::sends_signal(i.csr)) {
    if (*f != Plain) return nullptr;
    return i.csr == csr::SameMeSignal ? signal_self : signal;
  }
  if (!csr::is_pointer(i.csr)) return nullptr;
  return pick(*f, PointerWrite<Plain>::run, PointerWrite<Transfer>::run, PointerWrite<Mixed>::run);
}

} // namespace

IXP_HANDLER void leave_slow(IXP_PARAMETERS) {
  save(f, op, budget, pa, pb, pr, wide, v, true);
}

IXP_HANDLER void go_on(IXP_PARAMETERS) {
  ++budget;
  IXP_TAKE();
}

bool select_clock_handler(const Instruction& i, const Instruction& next, Op& op) {
  if (i.opcode != Opcode::LOCAL_CSR_RD || !csr::is_clock(i.csr) || next.opcode != Opcode::IMMED)
    return false;
  const auto f = code_operands(op, {}, {}, next.dst);
  if (!f) return false;
  op.imm = i.csr;
  op.fn = pick(*f, ReadClock<Plain>::run, ReadClock<Transfer>::run, ReadClock<Mixed>::run);
  return true;
}

bool select_handler(const Instruction& i, Op& op) {
  using enum mev2::InstrClass;
  Handler h = nullptr;
  switch (mev2::info(i.opcode).cls) {
  case Alu: h = select_alu(i, op); break;
  case AluShf: h = select_shift(i, op); break;
  case LdField: h = select_field(i, op); break;
  case Immed: h = select_immed(i, op); break;
  case Branch:
  case BrByte:
  case BrBit:
  case Jump: h = select_branch(i, op); break;
  case LocalCsr: h = select_csr(i, op); break;
  default: break;
  }
  op.fn = h ? h : leave_slow;
  return h != nullptr;
}

} // namespace ixp::me
