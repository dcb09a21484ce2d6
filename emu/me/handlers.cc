// Handlers of the threaded engine: ALU, shifts, field loads, immediates, branches. Each exists in
// three forms: Plain, where every operand is a register of the context, a constant or "--";
// Transfer, with transfer registers among them; Mixed, which also takes absolute registers and
// local memory. The latter two look at everything first, and leave the instruction to the slow path
// before they change anything when a transfer register is outstanding or an address is bad.
#include "emu/me/handlers.h"

#include "emu/me/core.h"
#include "emu/me/execute.h"
#include "emu/me/semantics_branch.h"
#include "emu/me/semantics_shift.h"

#include <algorithm>
#include <optional>

namespace ixp::me {

using mev2::Instruction;
using mev2::Opcode;
using mev2::Operand;
using mev2::OperandKind;

namespace {

IXP_HANDLER void leave_exhausted(IXP_PARAMETERS);

#define IXP_NEXT(to)                                                                               \
  do {                                                                                             \
    op = (to);                                                                                     \
    if (__builtin_expect(--budget < 0, 0)) IXP_TAIL return leave_exhausted(op, IXP_ARGUMENTS);     \
    IXP_TAIL return op->fn(op, IXP_ARGUMENTS);                                                     \
  } while (false)

#define IXP_SLOW() IXP_TAIL return leave_slow(op, IXP_ARGUMENTS)

// The engine reads everything back from the frame and the state behind it.
void save(Frame* f, const Op* op, int64_t budget, uint32_t pa, uint32_t pb, uint32_t pr,
          uint64_t wide, uint32_t v, bool slow) {
  f->op = op;
  f->budget = budget + 1; // the cycle of this instruction was not used
  f->pa = pa;
  f->pb = pb;
  f->pr = pr;
  f->flags = {wide, v};
  f->slow = slow;
}

IXP_HANDLER void leave_exhausted(IXP_PARAMETERS) {
  save(f, op, budget, pa, pb, pr, wide, v, false);
}

enum Form { Plain, Transfer, Mixed };

// Where a Mixed operand is; null: leave it to the slow path.
inline uint32_t* place(Frame* f, uint32_t* r, uint16_t o) {
  const unsigned n = o & 0xfff;
  const OperandForm form = static_cast<OperandForm>(o >> 12);
  if (form == OperandForm::Relative) return r + n;
  if (form == OperandForm::Local) {
    const unsigned at = *f->lm[n >> 6] | (n & 15);
    return at < kLocalMemory ? f->local_memory + at : nullptr;
  }
  if (form == OperandForm::Absolute) return f->regs + n;
  return f->outstanding[static_cast<unsigned>(r - f->regs) + n] ? nullptr : r + n;
}

inline void step_pointers(Frame* f, const Op* op) {
  bool moved[2] = {};
  for (const uint16_t o : {op->a, op->b, op->d}) {
    if (static_cast<OperandForm>(o >> 12) != OperandForm::Local || !(o & 0x30)) continue;
    const unsigned x = o >> 6 & 1;
    if (moved[x]) continue;
    moved[x] = true;
    *f->lm[x] =
        static_cast<uint16_t>((*f->lm[x] + (o & 0x10 ? 1 : -1)) & (kLocalMemoryDecoded - 1));
  }
}

// Operand access of both forms: A, B, D name which operands the handler has.
#define IXP_OPERANDS()                                                                             \
  const uint32_t *at_a, *at_b;                                                                     \
  uint32_t* at_d;                                                                                  \
  if constexpr (F == Plain) {                                                                      \
    at_a = r + op->a, at_b = r + op->b, at_d = r + op->d;                                          \
  } else if constexpr (F == Transfer) {                                                            \
    at_a = r + (op->a & 0xfff), at_b = r + (op->b & 0xfff), at_d = r + (op->d & 0xfff);            \
    const uint8_t* o = f->outstanding + (r - f->regs);                                             \
    if (o[op->a & 0xfff] | o[op->b & 0xfff] | o[op->d & 0xfff]) IXP_SLOW();                        \
  } else {                                                                                         \
    at_a = place(f, r, op->a), at_b = place(f, r, op->b), at_d = place(f, r, op->d);               \
    if (!at_a || !at_b || !at_d) IXP_SLOW();                                                       \
  }
#define IXP_WRITE(value)                                                                           \
  *at_d = (value);                                                                                 \
  if constexpr (F == Mixed)                                                                        \
    if (op->steps) step_pointers(f, op)

template <Opcode Op_, Form F> struct Alu {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    IXP_OPERANDS();
    const uint32_t a = *at_a, b = *at_b;
    const Flags flags = alu<Op_>(a, b, wide >> 32 & 1);
    wide = flags.wide, v = flags.v;
    pa = a, pb = b, pr = static_cast<uint32_t>(wide);
    IXP_WRITE(pr);
    IXP_NEXT(op + 1);
  }
};

enum ShiftForm { Fixed, IndirectRight, IndirectLeft };

// Fixed shifts of every kind are a rotation and a mask.
template <ShiftForm S> inline uint32_t shift(const Op* op, uint32_t b, uint32_t indirect) {
  if constexpr (S == Fixed) return std::rotr(b, op->lost) & op->imm;
  if constexpr (S == IndirectRight) return b >> (indirect & 31);
  if constexpr (S == IndirectLeft) return b << (indirect & 31);
}

template <Opcode Op_, ShiftForm S, Form F> struct Shift {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    IXP_OPERANDS();
    const uint32_t a = *at_a, b = *at_b;
    const Flags flags = shift_op<Op_>(a, shift<S>(op, b, pa));
    wide = flags.wide, v = flags.v;
    pa = a, pb = b, pr = static_cast<uint32_t>(wide);
    IXP_WRITE(pr);
    IXP_NEXT(op + 1);
  }
};

template <Opcode Op_, Form F> struct Special {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    using enum Opcode;
    IXP_OPERANDS();
    const uint32_t a = *at_a, b = *at_b;
    const unsigned n = (op->lost ? op->lost : pa) & 31; // 0 encodes indirect
    Flags flags;
    if constexpr (Op_ == ASR) pr = arithmetic_shift(b, n, pr), pb = b;
    if constexpr (Op_ == DBL_SHF) pr = double_shift(a, b, n), pa = a, pb = b;
    if constexpr (Op_ == BYTE_ALIGN_BE) pr = byte_align_be(pb, b, *f->byte_index), pb = b;
    if constexpr (Op_ == BYTE_ALIGN_LE) pr = byte_align_le(pa, a, *f->byte_index), pa = a;
    if constexpr (Op_ == FFS) pr = find_first_set(b), pb = b;
    flags = Op_ == FFS ? ffs_flags(b) : logical(pr);
    wide = flags.wide, v = flags.v;
    IXP_WRITE(pr);
    IXP_NEXT(op + 1);
  }
};

// a: the old value of the destination; its fields are in `mask`.
template <ShiftForm S, bool Clear, bool LoadCc, Form F> struct LoadField {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    IXP_OPERANDS();
    const uint32_t b = *at_b;
    const uint32_t old = Clear ? 0 : *at_a;
    pr = load_field(old, shift<S>(op, b, pa), op->mask);
    pb = b;
    if constexpr (LoadCc) wide = pr, v = 0;
    IXP_WRITE(pr);
    IXP_NEXT(op + 1);
  }
};

template <Form F> struct Immed {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    IXP_OPERANDS();
    pr = op->imm;
    IXP_WRITE(pr);
    IXP_NEXT(op + 1);
  }
};

template <Form F> struct ImmedField {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    IXP_OPERANDS();
    pr = load_field(*at_a, op->imm, op->mask);
    IXP_WRITE(pr);
    IXP_NEXT(op + 1);
  }
};

// Writes of pointer CSRs: queued, and the budget cut so that the run ends when they take effect.
// The budget that is left.
__attribute__((noinline)) int64_t queue_pointer(Frame* f, uint16_t address, uint32_t value,
                                                int64_t budget) {
  MeState& s = f->core->s;
  const int64_t used = f->granted - f->withheld - (budget + 1);
  s.instructions = f->first_instruction + static_cast<uint64_t>(used) - f->lost;
  const uint64_t latency = f->core->params.me_lm_addr_latency;
  f->core->defer_write(address, value, latency);
  const int64_t left = std::min(budget, static_cast<int64_t>(latency));
  f->withheld += budget - left;
  return left;
}

template <Form F> struct PointerWrite {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    IXP_OPERANDS();
    const uint32_t value = *at_a;
    (void)at_b, (void)at_d;
    if (F == Mixed && op->steps) step_pointers(f, op);
    budget = queue_pointer(f, static_cast<uint16_t>(op->imm), value, budget);
    IXP_NEXT(op + 1);
  }
};

IXP_HANDLER void nop(IXP_PARAMETERS) {
  IXP_NEXT(op + 1);
}

#define IXP_TAKE()                                                                                 \
  f->lost += op->lost;                                                                             \
  budget -= op->lost;                                                                              \
  IXP_NEXT(op->target)

IXP_HANDLER void branch(IXP_PARAMETERS) {
  IXP_TAKE();
}

template <Opcode Op_> struct Conditional {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    if (condition<Op_>(Flags{wide, v})) {
      IXP_TAKE();
    }
    IXP_NEXT(op + 1);
  }
};

template <bool Equal> struct OnContext {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    if ((static_cast<uint32_t>(r - f->regs) == op->imm) == Equal) {
      IXP_TAKE();
    }
    IXP_NEXT(op + 1);
  }
};

// b holds the byte number, imm the constant.
template <bool Equal, Form F> struct OnByte {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    const uint32_t* at_a = F == Plain ? r + op->a : place(f, r, op->a);
    if (F != Plain && !at_a) IXP_SLOW();
    const bool equal = byte_equals(*at_a, op->b, static_cast<uint8_t>(op->imm));
    if (F == Mixed && op->steps) step_pointers(f, op);
    if (equal == Equal) {
      IXP_TAKE();
    }
    IXP_NEXT(op + 1);
  }
};

template <bool Set, Form F> struct OnBit {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    const uint32_t* at_a = F == Plain ? r + op->a : place(f, r, op->a);
    if (F != Plain && !at_a) IXP_SLOW();
    const bool set = *at_a & op->imm;
    if (F == Mixed && op->steps) step_pointers(f, op);
    if (set == Set) {
      IXP_TAKE();
    }
    IXP_NEXT(op + 1);
  }
};

IXP_HANDLER void jump(IXP_PARAMETERS) {
  const uint32_t to = (op->imm + r[op->a]) & 0x1fff;
  f->lost += op->lost;
  budget -= op->lost;
  IXP_NEXT(f->main + (to < mev2::kControlStoreWords ? to : mev2::kControlStoreWords));
}

// --- Selection ---

struct Coded {
  uint16_t code;
  OperandForm form;
  bool steps;
};

std::optional<Coded> code(const Operand& o, bool destination) {
  const auto form = [](OperandForm k, unsigned n, bool steps = false) {
    return Coded{static_cast<uint16_t>(static_cast<unsigned>(k) << 12 | n), k, steps};
  };
  const unsigned bank = o.bank == mev2::Bank::A ? kGprA : kGprB;
  switch (o.kind) {
  case OperandKind::None:
    return form(OperandForm::Relative, destination ? unsigned{kSink} : constant_index(0));
  case OperandKind::Const: return form(OperandForm::Relative, constant_index(o.number));
  case OperandKind::Gpr: return form(OperandForm::Relative, bank + o.number);
  case OperandKind::AbsGpr: return form(OperandForm::Absolute, bank + o.number);
  case OperandKind::SXfer:
    return form(OperandForm::Transfer, (destination ? kSOut : kSIn) + o.number);
  case OperandKind::DXfer:
    return form(OperandForm::Transfer, (destination ? kDOut : kDIn) + o.number);
  case OperandKind::Lm0:
  case OperandKind::Lm1: {
    const unsigned step = o.step == mev2::Step::Increment   ? 0x10
                          : o.step == mev2::Step::Decrement ? 0x20
                                                            : 0;
    return form(OperandForm::Local, (o.kind == OperandKind::Lm1 ? 0x40 : 0) | step | o.number,
                step != 0);
  }
  default: return std::nullopt;
  }
}

Form form_of(OperandForm k) {
  return k == OperandForm::Relative ? Plain : k == OperandForm::Transfer ? Transfer : Mixed;
}

// Codes the operands; the form that takes all of them.
std::optional<Form> code_operands(Op& op, const Operand& a, const Operand& b, const Operand& d) {
  const auto ca = code(a, false), cb = code(b, false), cd = code(d, true);
  if (!ca || !cb || !cd) return std::nullopt;
  op.a = ca->code, op.b = cb->code, op.d = cd->code;
  op.steps = ca->steps || cb->steps || cd->steps;
  return std::max({form_of(ca->form), form_of(cb->form), form_of(cd->form)});
}

// A destination that is read first; its pointer moves once, with the write.
Operand old_value(Operand o) {
  o.step = mev2::Step::Keep;
  return o;
}

constexpr Handler pick(Form f, Handler plain, Handler transfer, Handler mixed) {
  return f == Plain ? plain : f == Transfer ? transfer : mixed;
}
#define IXP_PICK(f, ...)                                                                           \
  pick(f, __VA_ARGS__, Plain > ::run, __VA_ARGS__, Transfer > ::run, __VA_ARGS__, Mixed > ::run)

Handler alu_handler(Opcode o, Form f) {
  using enum Opcode;
  switch (o) {
#define IXP_ALU(name)                                                                              \
  case name: return IXP_PICK(f, Alu < name);
    IXP_ALU(ALU_B)
    IXP_ALU(ALU_NOT_B)
    IXP_ALU(ALU_AND)
    IXP_ALU(ALU_NOT_AND)
    IXP_ALU(ALU_AND_NOT)
    IXP_ALU(ALU_OR)
    IXP_ALU(ALU_XOR)
    IXP_ALU(ALU_ADD)
    IXP_ALU(ALU_ADD8)
    IXP_ALU(ALU_ADD16)
    IXP_ALU(ALU_ADD_CARRY)
    IXP_ALU(ALU_SUB)
    IXP_ALU(ALU_SUB_CARRY)
    IXP_ALU(ALU_B_SUB_A)
#undef IXP_ALU
#define IXP_SPECIAL(name)                                                                          \
  case name: return IXP_PICK(f, Special < name);
    IXP_SPECIAL(ASR)
    IXP_SPECIAL(DBL_SHF)
    IXP_SPECIAL(BYTE_ALIGN_BE)
    IXP_SPECIAL(BYTE_ALIGN_LE)
    IXP_SPECIAL(FFS)
#undef IXP_SPECIAL
  default: return nullptr;
  }
}

template <ShiftForm S, Form F> Handler shift_handler_of(Opcode o) {
  using enum Opcode;
  switch (o) {
  case SHF_B: return Shift<SHF_B, S, F>::run;
  case SHF_NOT_B: return Shift<SHF_NOT_B, S, F>::run;
  case SHF_AND: return Shift<SHF_AND, S, F>::run;
  case SHF_NOT_AND: return Shift<SHF_NOT_AND, S, F>::run;
  case SHF_AND_NOT: return Shift<SHF_AND_NOT, S, F>::run;
  case SHF_OR: return Shift<SHF_OR, S, F>::run;
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
    IXP_CONDITION(BEQ)
    IXP_CONDITION(BNE)
    IXP_CONDITION(BMI)
    IXP_CONDITION(BPL)
    IXP_CONDITION(BCS)
    IXP_CONDITION(BCC)
    IXP_CONDITION(BVS)
    IXP_CONDITION(BVC)
    IXP_CONDITION(BGE)
    IXP_CONDITION(BLT)
    IXP_CONDITION(BLE)
    IXP_CONDITION(BGT)
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
  if (i.opcode != Opcode::LOCAL_CSR_WR || !csr::is_pointer(i.csr)) return nullptr;
  const auto f = code_operands(op, i.left, {}, {});
  if (!f) return nullptr;
  op.imm = i.csr;
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
