// Handlers of the threaded engine: ALU, shifts, field loads, immediates, branches. Each exists in
// three forms: Plain, where every operand is a register of the context, a constant or "--";
// Transfer, with transfer registers among them; Mixed, which also takes absolute registers and
// local memory. The latter two look at everything first, and leave the instruction to the slow path
// before they change anything when a transfer register is outstanding or an address is bad.
#pragma once

#include "emu/me/core.h"
#include "emu/me/handlers.h"
#include "emu/me/semantics_branch.h"
#include "emu/me/semantics_shift.h"

#include <algorithm>

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

// The engine reads everything back from the frame and the state behind it.
inline void save(Frame* f, const Op* op, int64_t budget, uint32_t pa, uint32_t pb, uint32_t pr,
                 uint64_t wide, uint32_t v, bool slow) {
  f->op = op;
  f->budget = budget + 1; // the cycle of this instruction was not used
  f->slow = slow;
  MeState& s = f->core->s;
  s.prev_a = pa;
  s.prev_b = pb;
  s.prev_result = pr;
  s.flags = {wide, v};
}

inline IXP_HANDLER void leave_exhausted(IXP_PARAMETERS) {
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
    IXP_OPERANDS();
    const unsigned n = (op->lost ? op->lost : pa) & 31; // 0 encodes indirect
    Previous previous{pa, pb, pr};
    const Flags flags = special_op<Op_>(previous, *at_a, *at_b, n, *f->byte_index);
    pa = previous.a, pb = previous.b, pr = previous.result;
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
__attribute__((noinline)) inline int64_t queue_pointer(Frame* f, uint16_t address, uint32_t value,
                                                       int64_t budget) {
  const uint64_t executed = f->cycle_of(budget) - f->first_cycle - f->lost;
  const uint64_t latency = f->core->params.me_lm_addr_latency;
  f->core->defer_write(address, value, executed + latency);
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

// The core's local time and place, for what handlers leave to it.
inline Core& core_at(const Frame* f, const Op* op, int64_t budget) {
  Core& core = *f->core;
  core.cycle = f->cycle_of(budget);
  core.pc = op->address;
  return core;
}

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
    IXP_OPERANDS();
    (void)at_a, (void)at_b;
    pr = f->core->read_clock(static_cast<uint16_t>(op->imm), f->cycle_of(budget));
    IXP_WRITE(pr);
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

inline IXP_HANDLER void nop(IXP_PARAMETERS) {
  IXP_NEXT(op + 1);
}

#define IXP_TAKE()                                                                                 \
  f->lost += op->lost;                                                                             \
  budget -= op->lost;                                                                              \
  IXP_NEXT(op->target)

inline IXP_HANDLER void branch(IXP_PARAMETERS) {
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

inline IXP_HANDLER void jump(IXP_PARAMETERS) {
  const uint32_t to = (op->imm + r[op->a]) & 0x1fff;
  f->lost += op->lost;
  budget -= op->lost;
  IXP_NEXT(f->main + to);
}

} // namespace ixp::me::handlers
