// CPSR and SPSR: MRS, MSR, and the return from exceptions.
#pragma once

#include "emu/xscale/alu.h"
#include "emu/xscale/execution.h"
#include "emu/xscale/modes.h"

namespace ixp::xscale {

// False if the mode does not exist; the core then stops.
inline bool change_cpsr(Execution& x, uint32_t value) {
  if (!mode_exists(value)) {
    x.stop(StopReason::BadMode);
    return false;
  }
  write_cpsr(x.s, value);
  return true;
}

// Copies SPSR to CPSR. In modes without SPSR the manual calls this unpredictable; here nothing
// happens.
inline bool restore_cpsr(Execution& x) {
  const Mode mode = x.s.mode();
  if (!has_spsr(mode)) return true;
  if (!change_cpsr(x, x.s.spsr[static_cast<unsigned>(bank_of(mode))])) return false;
  x.end = Execution::End::Returned;
  return true;
}

// Mask of the bits selected by the fields f, s, x, c of MSR.
constexpr uint32_t status_fields(uint32_t fields) {
  uint32_t mask = 0;
  for (unsigned i = 0; i < 4; ++i)
    if (fields >> i & 1) mask |= 0xffu << 8 * i;
  return mask & psr::kAll;
}

template <class E> void write_status(Execution& x, uint32_t w, uint32_t value) {
  x.cycles = x.time.write_status;
  const uint32_t fields = status_fields(E::template get<'f'>(w));
  if (E::template get<'R'>(w)) {
    if (!has_spsr(x.s.mode())) return; // unpredictable
    uint32_t& spsr = x.s.spsr[static_cast<unsigned>(bank_of(x.s.mode()))];
    spsr = (spsr & ~fields) | (value & fields);
    return;
  }
  // Only BX etc. change T; User mode can only write flags.
  const uint32_t mask = fields & ~psr::kT & (x.s.privileged() ? psr::kAll : psr::kFlags);
  change_cpsr(x, (x.s.cpsr & ~mask) | (value & mask));
}

template <class E> void msr_immediate(Execution& x, uint32_t w) {
  write_status<E>(x, w, rotated_immediate<E>(x, w).value);
}

template <class E> void msr_register(Execution& x, uint32_t w) {
  write_status<E>(x, w, x.reg(E::template get<'m'>(w)));
}

template <class E> void mrs(Execution& x, uint32_t w) {
  x.cycles = x.time.read_status;
  const Mode mode = x.s.mode();
  const bool saved = E::template get<'R'>(w) && has_spsr(mode);
  x.set(E::template get<'d'>(w), saved ? x.s.spsr[static_cast<unsigned>(bank_of(mode))] : x.s.cpsr);
}

} // namespace ixp::xscale
