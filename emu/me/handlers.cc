// Selection of an instruction's handler, and encoding of its operands in the Op.
#include "emu/me/execute.h"
#include "emu/me/handler_bodies.h"

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

// Not worth a handler: rare, and an Op has no space for the fields of their words.
constexpr bool left_out(Opcode o) {
  using enum Opcode;
  return o == CRC || o == CAM_LOOKUP || o == CAM_WRITE || o == CAM_WRITE_STATE;
}
constexpr bool shifts(Opcode o) {
  const mev2::InstrClass cls = mev2::info(o).cls;
  return cls == mev2::InstrClass::AluShf || cls == mev2::InstrClass::LdField;
}
constexpr bool may_load_cc(Opcode o) {
  return mev2::info(o).cls == mev2::InstrClass::LdField;
}

template <Form F, ShiftForm S, bool LoadsCc> Handler compute_handler(Opcode o) {
  static constexpr ByOpcode<Handler> handlers([]<Opcode O>() -> Handler {
    if constexpr (computes(O) && !left_out(O) && (S == Fixed || shifts(O)) &&
                  (LoadsCc || may_load_cc(O)))
      return Compute<O, F, S, LoadsCc>::run;
    else
      return nullptr;
  });
  return handlers[o];
}
template <Form F, ShiftForm S> Handler compute_handler(const Instruction& i) {
  return may_load_cc(i.opcode) && !i.load_cc ? compute_handler<F, S, false>(i.opcode)
                                             : compute_handler<F, S, true>(i.opcode);
}
template <ShiftForm S> Handler compute_handler(const Instruction& i, Form f) {
  return f == Plain      ? compute_handler<Plain, S>(i)
         : f == Transfer ? compute_handler<Transfer, S>(i)
                         : compute_handler<Mixed, S>(i);
}

// Signals and input states are interactions.
template <Form F> Handler branch_handler(Opcode o) {
  static constexpr ByOpcode<Handler> handlers([]<Opcode O>() -> Handler {
    if constexpr (mev2::info(O).is_branch && !looks_outside(O) &&
                  (F == Plain || mev2::info(O).reads_left))
      return Branch<O, F>::run;
    else
      return nullptr;
  });
  return handlers[o];
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

Handler select_compute(const Instruction& i, Op& op) {
  const bool reads_dst = mev2::info(i.opcode).reads_dst;
  const auto f = code_operands(op, reads_dst ? old_value(i.dst) : implied_left(i), i.right, i.dst);
  if (!f) return nullptr;
  ShiftForm s = Fixed;
  if (shifts(i.opcode))
    s = fix_shift(i, op);
  else
    op.imm = immediate_in_place(i);
  if (reads_dst || may_load_cc(i.opcode)) op.mask = replaced_bits(i);
  switch (s) {
  case Fixed: return compute_handler<Fixed>(i, *f);
  case IndirectRight: return compute_handler<IndirectRight>(i, *f);
  case IndirectLeft: return compute_handler<IndirectLeft>(i, *f);
  }
  return nullptr;
}

Handler select_branch(const Instruction& i, Op& op) {
  using enum Opcode;
  const auto f = code_operands(op, i.left, {}, {});
  if (!f) return nullptr;
  switch (i.opcode) {
  case BR_EQ_CTX:
  case BR_NE_CTX: op.imm = 16u * i.parameter; break;
  case BR_BYTE_EQ:
  case BR_BYTE_NE:
    op.b = i.parameter;
    op.imm = i.compare;
    break;
  case BR_BSET:
  case BR_BCLR: op.imm = i.parameter; break;
  case JUMP:
    if (i.defer) return nullptr;
    op.imm = i.target;
    break;
  default: break;
  }
  return pick(*f, branch_handler<Plain>(i.opcode), branch_handler<Transfer>(i.opcode),
              branch_handler<Mixed>(i.opcode));
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
  return pick(*f, WriteCsr<Plain>::run, WriteCsr<Transfer>::run, WriteCsr<Mixed>::run);
}

} // namespace

IXP_HANDLER void leave_slow(IXP_PARAMETERS) {
  save(f, op, budget, pa, pb, pr, wide, v, true);
}

IXP_HANDLER void go_on(IXP_PARAMETERS) {
  ++budget;
  IXP_TAKE(op->target);
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
  case Alu:
  case AluShf:
  case LdField:
  case Immed:
  case Mult: h = select_compute(i, op); break;
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
