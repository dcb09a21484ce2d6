// Handlers of the threaded engine: computations, branches, CSRs used in loops. Each exists in up to
// three forms: Plain, where every operand is a register of the context, a constant or "--";
// Transfer, also for transfer registers; Mixed, also for absolute registers and local memory. The
// latter two check all operands first. If a transfer register is outstanding or an address is bad,
// they leave the instruction to the slow path without changing anything.
#pragma once

#include "emu/me/bodies.h"
#include "emu/me/core.h"
#include "emu/me/op.h"

#include <algorithm>
#include <optional>

namespace ixp::me::handlers {

using mev2::Opcode;

inline IXP_HANDLER void leave_exhausted(IXP_PARAMETERS);

#define IXP_NEXT(to)                                                                               \
  do {                                                                                             \
    op = (to);                                                                                     \
    if (__builtin_expect(--budget < 0, 0)) IXP_TAIL return leave_exhausted(op, IXP_ARGUMENTS);     \
    IXP_TAIL return op->fn(op, IXP_ARGUMENTS);                                                     \
  } while (false)

#define IXP_SLOW() IXP_TAIL return leave_slow(op, IXP_ARGUMENTS)

// Saves the state from handler parameters for the engine.
inline void save(Frame* f, const Op* op, int64_t budget, uint32_t pa, uint32_t pb, uint32_t pr,
                 uint64_t wide, uint32_t v, bool slow) {
  f->op = op;
  f->budget = budget + 1; // the cycle of this instruction was not used
  f->slow = slow;
  MeState& s = f->core->state();
  s.prev_a = pa;
  s.prev_b = pb;
  s.prev_result = pr;
  s.flags = {wide, v};
}

inline IXP_HANDLER void leave_exhausted(IXP_PARAMETERS) {
  save(f, op, budget, pa, pb, pr, wide, v, false);
}

enum Form { Plain, Transfer, Mixed };

// Address of a Mixed operand, or null if the slow path must handle it.
inline uint32_t* place(Frame* f, uint32_t* r, uint16_t o) {
  const unsigned n = o & 0xfff;
  const OperandForm form = static_cast<OperandForm>(o >> 12);
  if (form == OperandForm::Relative) return r + n;
  if (form == OperandForm::Local) {
    const unsigned at = f->core->lm_pointer(n >> 6) | (n & 15);
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
    uint16_t& pointer = f->core->lm_pointer(x);
    pointer = static_cast<uint16_t>((pointer + (o & 0x10 ? 1 : -1)) & (kLocalMemoryDecoded - 1));
  }
}

// The operands of an instruction that it has. A: the left one, or the old value of the destination;
// B: the right one; D: the destination.
template <Form F, bool A, bool B, bool D> class Operands {
public:
  [[gnu::always_inline]] Operands(const Op* o, Frame* frame, uint32_t* registers)
      : op(o), f(frame), r(registers) {
    if (A) at_a_ = find(op->a);
    if (B) at_b_ = find(op->b);
    if (D) at_d_ = find(op->d);
  }
  bool found() const {
    if constexpr (F == Plain) return true;
    if constexpr (F == Mixed) return (!A || at_a_) && (!B || at_b_) && (!D || at_d_);
    return !((A ? outstanding(op->a) : 0) | (B ? outstanding(op->b) : 0) |
             (D ? outstanding(op->d) : 0));
  }
  uint32_t a() const { return *at_a_; }
  uint32_t b() const { return *at_b_; }
  void write(uint32_t value) const { *at_d_ = value; }
  [[gnu::always_inline]] void move_pointers() const { // after the write
    if (F == Mixed && op->steps) step_pointers(f, op);
  }

protected:
  const Op* op;
  Frame* f;
  uint32_t* r;

private:
  uint32_t* find(uint16_t o) const {
    return F == Mixed ? place(f, r, o) : r + (F == Transfer ? o & 0xfff : o);
  }
  unsigned outstanding(uint16_t o) const { return f->outstanding[r - f->regs + (o & 0xfff)]; }

  const uint32_t *at_a_ = nullptr, *at_b_ = nullptr;
  uint32_t* at_d_ = nullptr;
};

enum ShiftForm { Fixed, IndirectRight, IndirectLeft };

template <Opcode O, Form F>
using OperandsOf = Operands<F, mev2::info(O).reads_left || mev2::info(O).reads_dst,
                            mev2::info(O).reads_right, mev2::info(O).writes_dst>;

// The handlers' access for bodies (bodies.h): predecoded, with the previous operands and flags in
// the handler's parameters.
template <Opcode O, Form F, ShiftForm S = Fixed, bool LoadsCc = true>
class Access : public OperandsOf<O, F> {
public:
  using Value = uint32_t;
  uint32_t &pa, &pb, &pr;
  [[gnu::always_inline]] Access(const Op* o, Frame* frame, uint32_t* registers, uint32_t& prev_a,
                                uint32_t& prev_b, uint32_t& prev_result, uint64_t& flags_wide,
                                uint32_t& flags_v)
      : OperandsOf<O, F>(o, frame, registers), pa(prev_a), pb(prev_b), pr(prev_result),
        wide_(flags_wide), v_(flags_v) {}

  uint32_t old() const { return this->a(); }
  Flags flags() const { return {wide_, v_}; }
  void set_flags(const Flags& to) { wide_ = to.wide, v_ = to.v; }
  static constexpr bool loads_cc() { return LoadsCc; }
  // Fixed shifts of every kind are a rotation and a mask.
  uint32_t shifted(uint32_t b) const {
    if constexpr (S == Fixed) return std::rotr(b, op->lost) & op->imm;
    return S == IndirectRight ? b >> (pa & 31) : b << (pa & 31);
  }
  unsigned amount() const { return S == Fixed ? op->lost : pa & 31; }
  uint32_t mask() const { return op->mask; }
  uint32_t immediate() const { return op->imm; }
  uint32_t loaded() const { return op->imm; } // of local_csr_rd: ReadClock, or the slow path
  bool in_context() const { return static_cast<uint32_t>(this->r - f->regs) == op->imm; }
  unsigned byte() const { return op->b; }
  uint8_t compare() const { return static_cast<uint8_t>(op->imm); }
  unsigned bit() const { return op->imm; }
  uint32_t base() const { return op->imm; }
  MeState& state() const { return f->core->state(); }

private:
  using OperandsOf<O, F>::op, OperandsOf<O, F>::f;
  uint64_t& wide_;
  uint32_t& v_;
};

#define IXP_OPERANDS(...)                                                                          \
  const Operands<__VA_ARGS__> operands(op, f, r);                                                  \
  if (!operands.found()) IXP_SLOW()
#define IXP_ACCESS(...)                                                                            \
  Access<__VA_ARGS__> access(op, f, r, pa, pb, pr, wide, v);                                       \
  if (!access.found()) IXP_SLOW()

template <Opcode O, Form F, ShiftForm S, bool LoadsCc> struct Compute {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    IXP_ACCESS(O, F, S, LoadsCc);
    compute<O>(access);
    access.move_pointers();
    IXP_NEXT(op + 1);
  }
};

#define IXP_TAKE(to)                                                                               \
  f->lost += op->lost;                                                                             \
  budget -= op->lost;                                                                              \
  IXP_NEXT(to)

template <Opcode O, Form F> struct Branch {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    IXP_ACCESS(O, F);
    const bool jumps = taken<O>(access);
    access.move_pointers();
    if (!jumps) IXP_NEXT(op + 1);
    if constexpr (O == Opcode::JUMP) {
      IXP_TAKE(f->main + jump_target(access));
    } else {
      IXP_TAKE(op->target);
    }
  }
};

// Sets the core's local time and address, for work outside handlers.
inline Core& core_at(const Frame* f, const Op* op, int64_t budget) {
  Core& core = *f->core;
  core.set_cycle(f->cycle_of(budget));
  core.set_pc(op->address);
  return core;
}

// Queues the write of a CSR, and limits the budget so that the run ends when it takes effect.
// Returns the remaining budget.
__attribute__((noinline)) inline int64_t queue_write(Frame* f, const Op* op, uint32_t value,
                                                     int64_t budget) {
  Core& core = core_at(f, op, budget);
  const uint64_t executed = core.cycle() - f->first_cycle - f->lost;
  const auto address = static_cast<uint16_t>(op->imm);
  const uint64_t latency = core.write_latency(address);
  core.defer_write(address, value, executed + latency);
  const int64_t left = std::min(budget, static_cast<int64_t>(latency));
  f->withheld += budget - left;
  return left;
}

template <Form F> struct WriteCsr {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    IXP_OPERANDS(F, true, false, false);
    const uint32_t value = operands.a();
    operands.move_pointers();
    budget = queue_write(f, op, value, budget);
    IXP_NEXT(op + 1);
  }
};

inline IXP_HANDLER void leave_at_loop(IXP_PARAMETERS) {
  f->at_loop = true;
  save(f, op, budget, pa, pb, pr, wide, v, false);
}

// local_csr_rd and immed: two cycles, or none.
template <Form F> struct ReadClock {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    if (op == f->clock_read && op != f->no_loop) IXP_TAIL return leave_at_loop(op, IXP_ARGUMENTS);
    f->clock_read = op;
    if (budget < 1) IXP_SLOW();
    IXP_OPERANDS(F, false, false, true);
    pr = f->core->read_clock(static_cast<uint16_t>(op->imm), f->cycle_of(budget));
    operands.write(pr);
    operands.move_pointers();
    --budget;
    IXP_NEXT(op + 2);
  }
};

inline IXP_HANDLER void signal_self(IXP_PARAMETERS) {
  f->core->signal_self(r[op->a], f->cycle_of(budget));
  IXP_NEXT(op + 1);
}

__attribute__((noinline)) inline void send_signal(const Frame* f, const Op* op, int64_t budget,
                                                  uint32_t value) {
  core_at(f, op, budget).send_signal(static_cast<uint16_t>(op->imm), value);
}

inline IXP_HANDLER void signal(IXP_PARAMETERS) {
  send_signal(f, op, budget, r[op->a]);
  IXP_NEXT(op + 1);
}

// ---- Encoding of operands in an Op, and the handler form that supports them.

using mev2::Operand;
using mev2::OperandKind;

struct Coded {
  uint16_t code;
  OperandForm form;
  bool steps;
};

inline std::optional<Coded> code(const Operand& o, bool destination) {
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

inline Form form_of(OperandForm k) {
  return k == OperandForm::Relative ? Plain : k == OperandForm::Transfer ? Transfer : Mixed;
}

// Encodes the operands; returns the form that supports all of them.
inline std::optional<Form> code_operands(Op& op, const Operand& a, const Operand& b,
                                         const Operand& d) {
  const auto ca = code(a, false), cb = code(b, false), cd = code(d, true);
  if (!ca || !cb || !cd) return std::nullopt;
  op.a = ca->code, op.b = cb->code, op.d = cd->code;
  op.steps = ca->steps || cb->steps || cd->steps;
  return std::max({form_of(ca->form), form_of(cb->form), form_of(cd->form)});
}

constexpr Handler pick(Form f, Handler plain, Handler transfer, Handler mixed) {
  return f == Plain ? plain : f == Transfer ? transfer : mixed;
}

} // namespace ixp::me::handlers
