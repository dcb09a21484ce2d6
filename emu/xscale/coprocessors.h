// The coprocessors of the XScale: 15 (system control), 14 (cycle counter), 0 (multiply-accumulate).
// Accesses to any other coprocessor or register are undefined instructions.
#pragma once

#include "emu/xscale/execution.h"

namespace ixp::xscale {

// MRC and MCR: cp, opcode_1 p, CRn n, CRm m, opcode_2 q.
struct CoprocessorRegister {
  uint32_t coprocessor, opcode1, n, m, opcode2;
};

void read_coprocessor(Execution& x, const CoprocessorRegister& from, uint32_t d);
void write_coprocessor(Execution& x, const CoprocessorRegister& to, uint32_t d);

// Coprocessor 15. False: the register does not exist, or the core stopped.
bool read_system_control(Execution& x, const CoprocessorRegister& from, uint32_t& value);
bool write_system_control(Execution& x, const CoprocessorRegister& to, uint32_t value);

// Coprocessor 14.
bool read_counter(Execution& x, const CoprocessorRegister& from, uint32_t& value);
bool write_counter(Execution& x, const CoprocessorRegister& to, uint32_t value);
bool counter_wants_interrupt(State& s);

// Coprocessor 0: acc0, 40 bits.
bool accumulate(Execution& x, const CoprocessorRegister& to, uint32_t s);
void read_accumulator(Execution& x, uint32_t low, uint32_t high);
void write_accumulator(Execution& x, uint32_t low, uint32_t high);
bool accumulator_reachable(const State& s);

template <class E> CoprocessorRegister coprocessor_register(uint32_t w) {
  return {E::template get<'k'>(w), E::template get<'p'>(w), E::template get<'n'>(w),
          E::template get<'m'>(w), E::template get<'q'>(w)};
}
template <class E> void mrc(Execution& x, uint32_t w) {
  read_coprocessor(x, coprocessor_register<E>(w), E::template get<'d'>(w));
}
template <class E> void mcr(Execution& x, uint32_t w) {
  write_coprocessor(x, coprocessor_register<E>(w), E::template get<'d'>(w));
}

// Transfers of two registers: only the accumulator of coprocessor 0 (MRA and MAR).
template <class E> bool names_accumulator(const Execution& x, uint32_t w) {
  return E::template get<'k'>(w) == 0 && E::template get<'p'>(w) == 0 &&
         E::template get<'m'>(w) == 0 && accumulator_reachable(x.s);
}
template <class E> void mrrc(Execution& x, uint32_t w) {
  if (!names_accumulator<E>(x, w)) return x.raise(Exception::Undefined);
  read_accumulator(x, E::template get<'d'>(w), E::template get<'h'>(w));
}
template <class E> void mcrr(Execution& x, uint32_t w) {
  if (!names_accumulator<E>(x, w)) return x.raise(Exception::Undefined);
  write_accumulator(x, E::template get<'d'>(w), E::template get<'h'>(w));
}

} // namespace ixp::xscale
