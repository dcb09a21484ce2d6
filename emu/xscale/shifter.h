// The barrel shifter: the second operand of data processing and offsets of loads and stores.
// ARM architecture reference manual, A5.1.
#pragma once

#include "emu/xscale/execution.h"

#include <bit>

namespace ixp::xscale {

enum class Shift : uint8_t { Lsl, Lsr, Asr, Ror };

struct Shifted {
  uint32_t value;
  bool carry;
};

// Shifts by any count; 0 changes nothing.
inline Shifted shift(Shift how, uint32_t value, uint32_t places, bool carry) {
  if (places == 0) return {value, carry};
  const bool beyond = places > 32;
  const uint64_t wide = value;
  const unsigned n = beyond ? 33 : places;
  switch (how) {
  case Shift::Lsl:
    return {static_cast<uint32_t>(wide << n), static_cast<bool>(wide << n >> 32 & 1)};
  case Shift::Lsr:
    return {static_cast<uint32_t>(wide >> n), static_cast<bool>(wide >> (n - 1) & 1)};
  case Shift::Asr: {
    const auto extended = static_cast<int64_t>(static_cast<int32_t>(value));
    return {static_cast<uint32_t>(extended >> n), static_cast<bool>(extended >> (n - 1) & 1)};
  }
  case Shift::Ror: break;
  }
  const uint32_t turned = std::rotr(value, static_cast<int>(places % 32));
  return {turned, static_cast<bool>(turned >> 31)};
}

// Shifts by an immediate count, where 0 encodes LSR and ASR by 32, and RRX.
inline Shifted shift_by_number(Shift how, uint32_t value, uint32_t number, bool carry) {
  if (number) return shift(how, value, number, carry);
  if (how == Shift::Lsl) return {value, carry};
  if (how == Shift::Ror) return {value >> 1 | uint32_t{carry} << 31, static_cast<bool>(value & 1)};
  return shift(how, value, 32, carry);
}

// #i rotated right by 2 * r.
template <class E> Shifted rotated_immediate(const Execution& x, uint32_t word) {
  return shift(Shift::Ror, E::template get<'i'>(word), 2 * E::template get<'r'>(word),
               x.flag(psr::kC));
}

// Rm, shifted (t) by a number (k).
template <class E> Shifted shifted_register(const Execution& x, uint32_t word) {
  return shift_by_number(static_cast<Shift>(E::template get<'t'>(word)),
                         x.reg(E::template get<'m'>(word)), E::template get<'k'>(word),
                         x.flag(psr::kC));
}

// Rm, shifted (t) by the lowest byte of Rs.
template <class E> Shifted register_shifted_register(const Execution& x, uint32_t word) {
  return shift(static_cast<Shift>(E::template get<'t'>(word)), x.reg(E::template get<'m'>(word)),
               x.reg(E::template get<'s'>(word)) & 0xff, x.flag(psr::kC));
}

} // namespace ixp::xscale
