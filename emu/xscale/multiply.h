// Multiplications, including the DSP extension, and CLZ.
#pragma once

#include "emu/xscale/execution.h"

#include <bit>
#include <limits>

namespace ixp::xscale {

// MUL, MLA: C and V are unchanged.
template <class E> void multiply(Execution& x, uint32_t w) {
  uint32_t product = x.reg(E::template get<'m'>(w)) * x.reg(E::template get<'s'>(w));
  if constexpr (E::template kHas<'n'>) product += x.reg(E::template get<'n'>(w));
  const bool flags = E::template get<'S'>(w);
  x.cycles = flags ? x.time.multiply_flags : x.time.multiply;
  if (flags) x.set_nz(product);
  x.set(E::template get<'d'>(w), product);
}

struct Unsigned {
  static uint64_t product(uint32_t a, uint32_t b) { return uint64_t{a} * b; }
};
struct Signed {
  static uint64_t product(uint32_t a, uint32_t b) {
    return static_cast<uint64_t>(int64_t{static_cast<int32_t>(a)} * static_cast<int32_t>(b));
  }
};

template <class E> uint64_t long_register(const Execution& x, uint32_t w) {
  return uint64_t{x.reg(E::template get<'h'>(w))} << 32 | x.reg(E::template get<'l'>(w));
}
template <class E> void set_long(Execution& x, uint32_t w, uint64_t value) {
  x.set(E::template get<'l'>(w), static_cast<uint32_t>(value));
  x.set(E::template get<'h'>(w), static_cast<uint32_t>(value >> 32));
}

template <class E> void finish_long(Execution& x, uint32_t w, uint64_t result) {
  const bool flags = E::template get<'S'>(w);
  x.cycles = flags ? x.time.multiply_flags : x.time.multiply_long;
  if (flags) x.set_flags(psr::kN | psr::kZ, (result >> 63 ? psr::kN : 0) | (result ? 0 : psr::kZ));
  set_long<E>(x, w, result);
}
template <class E, class Sign> uint64_t long_product(const Execution& x, uint32_t w) {
  return Sign::product(x.reg(E::template get<'m'>(w)), x.reg(E::template get<'s'>(w)));
}
template <class E, class Sign> void multiply_long(Execution& x, uint32_t w) {
  finish_long<E>(x, w, long_product<E, Sign>(x, w));
}
template <class E, class Sign> void multiply_accumulate_long(Execution& x, uint32_t w) {
  finish_long<E>(x, w, long_product<E, Sign>(x, w) + long_register<E>(x, w));
}

// The lower or upper half of a register, as a signed number.
constexpr int32_t half_of(uint32_t value, bool upper) {
  return static_cast<int16_t>(upper ? value >> 16 : value);
}
template <class E> int32_t product_of_halves(const Execution& x, uint32_t w) {
  return half_of(x.reg(E::template get<'m'>(w)), E::template get<'x'>(w)) *
         half_of(x.reg(E::template get<'s'>(w)), E::template get<'y'>(w));
}
// Upper 32 of the 48 bits of Rm * half of Rs.
template <class E> int32_t product_with_half(const Execution& x, uint32_t w) {
  const auto m = static_cast<int32_t>(x.reg(E::template get<'m'>(w)));
  const int32_t s = half_of(x.reg(E::template get<'s'>(w)), E::template get<'y'>(w));
  return static_cast<int32_t>(int64_t{m} * s >> 16);
}

// Returns a + b; overflow sets Q, which stays set until cleared.
inline uint32_t add_noting_overflow(Execution& x, int32_t a, int32_t b) {
  const int64_t sum = int64_t{a} + b;
  if (sum != static_cast<int32_t>(sum)) x.set_flags(psr::kQ, psr::kQ);
  return static_cast<uint32_t>(sum);
}

template <class E> void set_accumulated(Execution& x, uint32_t w, int32_t product) {
  x.cycles = x.time.multiply;
  uint32_t result = static_cast<uint32_t>(product);
  if constexpr (E::template kHas<'n'>)
    result = add_noting_overflow(x, product, static_cast<int32_t>(x.reg(E::template get<'n'>(w))));
  x.set(E::template get<'d'>(w), result);
}

template <class E> void multiply_halves(Execution& x, uint32_t w) { // SMULxy, SMLAxy
  set_accumulated<E>(x, w, product_of_halves<E>(x, w));
}

template <class E> void multiply_wide(Execution& x, uint32_t w) { // SMULWy, SMLAWy
  set_accumulated<E>(x, w, product_with_half<E>(x, w));
}

template <class E> void multiply_halves_long(Execution& x, uint32_t w) { // SMLALxy
  x.cycles = x.time.multiply_long;
  const int64_t product = product_of_halves<E>(x, w);
  set_long<E>(x, w, long_register<E>(x, w) + static_cast<uint64_t>(product));
}

// Clamps to 32 bits; sets Q if the value changes.
inline int32_t saturate(Execution& x, int64_t value) {
  constexpr int64_t kLeast = std::numeric_limits<int32_t>::min();
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  if (value >= kLeast && value <= kMost) return static_cast<int32_t>(value);
  x.set_flags(psr::kQ, psr::kQ);
  return static_cast<int32_t>(value < 0 ? kLeast : kMost);
}

template <bool Double, bool Subtract> struct Saturating {
  static constexpr bool kDouble = Double, kSubtract = Subtract; // doubles Rn first; Rm - Rn
};
using SaturatingAdd = Saturating<false, false>;
using SaturatingSub = Saturating<false, true>;
using SaturatingDoubleAdd = Saturating<true, false>;
using SaturatingDoubleSub = Saturating<true, true>;

template <class E, class How> void saturating(Execution& x, uint32_t w) {
  x.cycles = x.time.saturate;
  const auto m = static_cast<int32_t>(x.reg(E::template get<'m'>(w)));
  auto n = static_cast<int32_t>(x.reg(E::template get<'n'>(w)));
  if (How::kDouble) n = saturate(x, int64_t{n} * 2);
  const int64_t result = How::kSubtract ? int64_t{m} - n : int64_t{m} + n;
  x.set(E::template get<'d'>(w), static_cast<uint32_t>(saturate(x, result)));
}

template <class E> void count_leading_zeros(Execution& x, uint32_t w) {
  x.cycles = x.time.plain;
  x.set(E::template get<'d'>(w),
        static_cast<uint32_t>(std::countl_zero(x.reg(E::template get<'m'>(w)))));
}

} // namespace ixp::xscale
