// Data processing in ARM state.
#pragma once

#include "emu/xscale/alu.h"
#include "emu/xscale/status.h"

namespace ixp::xscale {

// Source of the second operand, and cycles of the instruction.
struct Immediate {
  template <class E> static Shifted get(const Execution& x, uint32_t w) {
    return rotated_immediate<E>(x, w);
  }
  template <class E> static uint32_t cycles(const Timing& t, uint32_t) { return t.plain; }
};
struct ShiftedRegister {
  template <class E> static Shifted get(const Execution& x, uint32_t w) {
    return shifted_register<E>(x, w);
  }
  template <class E> static uint32_t cycles(const Timing& t, uint32_t w) {
    const bool rrx = E::template get<'t'>(w) == 3 && E::template get<'k'>(w) == 0;
    return rrx ? t.register_shift : t.plain;
  }
};
struct RegisterShiftedRegister {
  template <class E> static Shifted get(const Execution& x, uint32_t w) {
    return register_shifted_register<E>(x, w);
  }
  template <class E> static uint32_t cycles(const Timing& t, uint32_t) { return t.register_shift; }
};

template <class E> uint32_t first_operand(const Execution& x, uint32_t w) {
  if constexpr (E::template kHas<'n'>)
    return x.reg(E::template get<'n'>(w));
  else
    return 0; // MOV and MVN
}

// CMP etc.: sets only flags.
template <class E, class Operation, class Operand> void compare(Execution& x, uint32_t w) {
  const Shifted b = Operand::template get<E>(x, w);
  set_nzcv(x, compute<Operation>(x, first_operand<E>(x, w), b.value, b.carry));
  x.cycles = Operand::template cycles<E>(x.time, w);
}

template <class E, class Operation, class Operand> void data_processing(Execution& x, uint32_t w) {
  const uint32_t d = E::template get<'d'>(w);
  const bool flags = E::template get<'S'>(w);
  const Shifted b = Operand::template get<E>(x, w);
  const AluResult r = compute<Operation>(x, first_operand<E>(x, w), b.value, b.carry);
  x.cycles = Operand::template cycles<E>(x.time, w) + (d == 15 ? x.time.alu_to_pc : 0);
  if (d == 15 && flags && !restore_cpsr(x)) return;
  if (d != 15 && flags) set_nzcv(x, r);
  x.set(d, r.value);
}

} // namespace ixp::xscale
