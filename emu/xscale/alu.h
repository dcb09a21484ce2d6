// The barrel shifter, and operations of data processing, shared by ARM and Thumb state.
#pragma once

#include "emu/xscale/execution.h"

#include <bit>

namespace ixp::xscale {

// Shifts of the second operand of data processing and of offsets of loads and stores.
// ARM architecture reference manual, A5.1.
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

struct AluResult {
  uint32_t value;
  bool carry, overflow;
};

// Previous C and V, and the carry out of the shifter.
struct AluFlags {
  bool carry, overflow, shifted_out;
};

constexpr AluResult add_with_carry(uint32_t a, uint32_t b, bool carry) {
  const uint64_t sum = uint64_t{a} + b + carry;
  const auto value = static_cast<uint32_t>(sum);
  return {value, sum >> 32 != 0, ((a ^ value) & (b ^ value)) >> 31 != 0};
}
constexpr AluResult logical(uint32_t value, AluFlags f) {
  return {value, f.shifted_out, f.overflow};
}

// One type per operation, so that tables can name them.
#define IXP_ALU(Name, result)                                                                      \
  struct Name {                                                                                    \
    static constexpr AluResult apply([[maybe_unused]] uint32_t a, uint32_t b,                      \
                                     [[maybe_unused]] AluFlags f) {                                \
      return result;                                                                               \
    }                                                                                              \
  };
IXP_ALU(And, logical(a& b, f))
IXP_ALU(Eor, logical(a ^ b, f))
IXP_ALU(Orr, logical(a | b, f))
IXP_ALU(Bic, logical(a & ~b, f))
IXP_ALU(Mov, logical(b, f))
IXP_ALU(Mvn, logical(~b, f))
IXP_ALU(Add, add_with_carry(a, b, false))
IXP_ALU(Adc, add_with_carry(a, b, f.carry))
IXP_ALU(Sub, add_with_carry(a, ~b, true))
IXP_ALU(Sbc, add_with_carry(a, ~b, f.carry))
IXP_ALU(Rsb, add_with_carry(b, ~a, true))
IXP_ALU(Rsc, add_with_carry(b, ~a, f.carry))
#undef IXP_ALU

template <class Operation>
AluResult compute(const Execution& x, uint32_t a, uint32_t b, bool shifted_out) {
  return Operation::apply(a, b, {x.flag(psr::kC), x.flag(psr::kV), shifted_out});
}

inline void set_nzcv(Execution& x, const AluResult& r) {
  x.set_nz(r.value);
  x.set_flags(psr::kC | psr::kV, (r.carry ? psr::kC : 0) | (r.overflow ? psr::kV : 0));
}

} // namespace ixp::xscale
