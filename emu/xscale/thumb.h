// Thumb instructions: the same operations with other operands. alu.h, load_store.h,
// block.h and branch.h contain the shared parts.
#pragma once

#include "emu/xscale/alu.h"
#include "emu/xscale/block.h"
#include "emu/xscale/branch.h"
#include "emu/xscale/condition.h"
#include "emu/xscale/load_store.h"

namespace ixp::xscale::thumb {

// Operands.
template <char Field> struct Register {
  template <class E> static uint32_t get(const Execution& x, uint32_t w) {
    return x.reg(E::template get<Field>(w));
  }
};
struct Number {
  template <class E> static uint32_t get(const Execution&, uint32_t w) {
    return E::template get<'i'>(w);
  }
};
struct Zero {
  template <class E> static uint32_t get(const Execution&, uint32_t) { return 0; }
};

// Rd = first op second, flags set.
template <class E, class Operation, class First, class Second>
void operate(Execution& x, uint32_t w) {
  const AluResult r = compute<Operation>(x, First::template get<E>(x, w),
                                         Second::template get<E>(x, w), x.flag(psr::kC));
  set_nzcv(x, r);
  x.cycles = x.time.plain;
  x.set(E::template get<'d'>(w), r.value);
}
template <class E, class Operation, class Second> void compare(Execution& x, uint32_t w) {
  set_nzcv(x, compute<Operation>(x, x.reg(E::template get<'n'>(w)), Second::template get<E>(x, w),
                                 x.flag(psr::kC)));
  x.cycles = x.time.plain;
}

template <class E> void finish_shift(Execution& x, uint32_t w, const Shifted& r) {
  x.set_nz(r.value);
  x.set_flags(psr::kC, r.carry ? psr::kC : 0);
  x.set(E::template get<'d'>(w), r.value);
}
template <class E, Shift How> void shift_number(Execution& x, uint32_t w) {
  x.cycles = x.time.plain;
  finish_shift<E>(x, w,
                  shift_by_number(How, x.reg(E::template get<'m'>(w)), E::template get<'i'>(w),
                                  x.flag(psr::kC)));
}
template <class E, Shift How> void shift_register(Execution& x, uint32_t w) {
  x.cycles = x.time.register_shift;
  finish_shift<E>(x, w,
                  shift(How, x.reg(E::template get<'d'>(w)), x.reg(E::template get<'s'>(w)) & 0xff,
                        x.flag(psr::kC)));
}
template <class E> void multiply(Execution& x, uint32_t w) {
  const uint32_t d = E::template get<'d'>(w);
  const uint32_t product = x.reg(d) * x.reg(E::template get<'m'>(w));
  x.cycles = x.time.multiply_flags;
  x.set_nz(product);
  x.set(d, product);
}

// On all sixteen registers; only CMP sets flags.
template <class E, class Operation> void high(Execution& x, uint32_t w) {
  const uint32_t d = E::template get<'d'>(w);
  x.cycles = x.time.plain + (d == 15 ? x.time.alu_to_pc + 1 : 0);
  x.set(d, compute<Operation>(x, x.reg(d), x.reg(E::template get<'m'>(w)), false).value);
}

// Rd = r15 or r13 + 4 i; r13 += or -= 4 i.
inline uint32_t literal_base(const Execution& x) {
  return x.reg(15) & ~3u;
}
template <class E> void add_pc(Execution& x, uint32_t w) {
  x.cycles = x.time.plain;
  x.set(E::template get<'d'>(w), literal_base(x) + 4 * E::template get<'i'>(w));
}
template <class E> void add_sp(Execution& x, uint32_t w) {
  x.cycles = x.time.plain;
  x.set(E::template get<'d'>(w), x.reg(13) + 4 * E::template get<'i'>(w));
}
template <class E> void grow_sp(Execution& x, uint32_t w) {
  x.cycles = x.time.plain;
  x.set(13, x.reg(13) + 4 * E::template get<'i'>(w));
}
template <class E> void shrink_sp(Execution& x, uint32_t w) {
  x.cycles = x.time.plain;
  x.set(13, x.reg(13) - 4 * E::template get<'i'>(w));
}

// Addresses.
struct RegisterPlace { // Rn + Rm
  template <class E, unsigned> static uint32_t get(const Execution& x, uint32_t w) {
    return x.reg(E::template get<'n'>(w)) + x.reg(E::template get<'m'>(w));
  }
};
struct NumberPlace { // Rn + i, in units of the access size
  template <class E, unsigned Scale> static uint32_t get(const Execution& x, uint32_t w) {
    return x.reg(E::template get<'n'>(w)) + Scale * E::template get<'i'>(w);
  }
};
struct StackPlace {
  template <class E, unsigned Scale> static uint32_t get(const Execution& x, uint32_t w) {
    return x.reg(13) + Scale * E::template get<'i'>(w);
  }
};
struct LiteralPlace {
  template <class E, unsigned Scale> static uint32_t get(const Execution& x, uint32_t w) {
    return literal_base(x) + Scale * E::template get<'i'>(w);
  }
};

template <class E, class Place, class Load, unsigned Scale> void load(Execution& x, uint32_t w) {
  uint32_t value;
  if (Load::read(x, Place::template get<E, Scale>(x, w), value))
    set_loaded(x, E::template get<'d'>(w), value);
}
template <class E, class Place, Size S> void store(Execution& x, uint32_t w) {
  const uint32_t address = Place::template get<E, static_cast<unsigned>(S)>(x, w);
  if (x.store(address, S, x.reg(E::template get<'d'>(w)))) x.cycles = x.time.store;
}

template <class E> void ldmia(Execution& x, uint32_t w) {
  const uint32_t base = E::template get<'n'>(w);
  load_block(x, block(E::template get<'l'>(w), base, x.reg(base), true, false, true), false);
}
template <class E> void stmia(Execution& x, uint32_t w) {
  const uint32_t base = E::template get<'n'>(w);
  store_block(x, block(E::template get<'l'>(w), base, x.reg(base), true, false, true));
}
template <class E> void push(Execution& x, uint32_t w) {
  const uint32_t registers = E::template get<'l'>(w) | E::template get<'R'>(w) << 14;
  store_block(x, block(registers, 13, x.reg(13), false, true, true));
}
template <class E> void pop(Execution& x, uint32_t w) {
  const uint32_t registers = E::template get<'l'>(w) | E::template get<'R'>(w) << 15;
  load_block(x, block(registers, 13, x.reg(13), true, false, true), false);
}

template <class E> void branch(Execution& x, uint32_t w) {
  take_branch(x, x.reg(15) + 2 * static_cast<uint32_t>(E::template get_signed<'i'>(w)));
}
template <class E> void branch_if(Execution& x, uint32_t w) {
  if (condition_holds(E::template get<'c'>(w), x.s.cpsr))
    thumb::branch<E>(x, w);
  else
    x.cycles = x.time.plain;
}

// BL and BLX are two halfwords, each an instruction: the first stores the upper part of the target
// in r14, the second jumps.
template <class E> void bl_prefix(Execution& x, uint32_t w) {
  x.cycles = x.time.plain;
  x.set(14, x.reg(15) + (static_cast<uint32_t>(E::template get_signed<'i'>(w)) << 12));
}
inline uint32_t link_target(Execution& x, uint32_t offset) {
  const uint32_t target = x.reg(14) + offset;
  x.set(14, x.next() | 1);
  return target;
}
template <class E> void bl_suffix(Execution& x, uint32_t w) {
  take_branch(x, link_target(x, 2 * E::template get<'i'>(w)));
}
template <class E> void blx_suffix(Execution& x, uint32_t w) {
  take_interworking_branch(x, link_target(x, 4 * E::template get<'i'>(w)) & ~1u);
}

} // namespace ixp::xscale::thumb
