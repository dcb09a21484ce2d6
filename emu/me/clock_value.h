// The words of a loop that waits for a clock, as a type for instruction bodies (bodies.h): each is
// constant, or grows by one per cycle like the clock.
#pragma once

#include "emu/me/semantics.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace ixp::me {

// `value` now; if `grows`, one more in each later cycle (modulo 2^32). This is valid for `holds`
// cycles, the current one included. A result that neither is constant nor grows is unknown().
struct ClockValue {
  static constexpr uint64_t kAlways = ~uint64_t{0};
  uint32_t value = 0;
  bool grows = false;
  uint64_t holds = kAlways;

  ClockValue(uint32_t v = 0, bool grow = false, uint64_t hold = kAlways)
      : value(v), grows(grow), holds(hold) {}
  static ClockValue unknown() { return {0, false, 0}; }
  uint32_t after(uint64_t cycles) const {
    return grows ? value + static_cast<uint32_t>(cycles) : value;
  }
  // Cycles for which bits from this one upwards are constant.
  uint64_t steady(unsigned bit) const {
    const uint64_t end = uint64_t{1} << bit;
    return grows ? std::min(holds, end - value % end) : holds;
  }
};

template <class F> ClockValue constant(const ClockValue& a, const ClockValue& b, F f) {
  if (a.grows || b.grows) return ClockValue::unknown();
  return {f(a.value, b.value), false, std::min(a.holds, b.holds)};
}
inline ClockValue operator^(const ClockValue& a, const ClockValue& b) {
  return constant(a, b, [](uint32_t x, uint32_t y) { return x ^ y; });
}
inline ClockValue operator~(const ClockValue& a) {
  return a ^ ~uint32_t{0};
}
inline ClockValue operator<<(const ClockValue& a, const ClockValue& n) {
  return constant(a, n, [](uint32_t x, uint32_t by) { return x << by; });
}
inline ClockValue rotr(const ClockValue& a, int n) {
  return constant(a, {}, [n](uint32_t x, uint32_t) { return std::rotr(x, n); });
}
// The remaining bits are constant until the bits shifted out carry.
inline ClockValue operator>>(const ClockValue& a, const ClockValue& n) {
  if (n.grows) return ClockValue::unknown();
  return {a.value >> n.value, false, std::min(a.steady(n.value), n.holds)};
}
inline ClockValue operator+(const ClockValue& a, const ClockValue& b) {
  if (a.grows && b.grows) return ClockValue::unknown();
  return {a.value + b.value, a.grows || b.grows, std::min(a.holds, b.holds)};
}
// A field that starts at bit 0 grows until it overflows; one above it is constant until then.
inline ClockValue operator&(const ClockValue& a, const ClockValue& b) {
  if (b.grows && !a.grows) return b & a;
  const uint32_t mask = b.value, part = a.value & mask;
  const auto below = static_cast<unsigned>(std::countr_zero(mask));
  if (b.grows || (a.grows && !below && mask & (mask + 1))) return ClockValue::unknown();
  const auto width = static_cast<unsigned>(std::popcount(mask));
  return {part, a.grows && !below, std::min(a.steady(below ? below : width), b.holds)};
}
// A sum, if no bit is set in both.
inline ClockValue operator|(const ClockValue& a, const ClockValue& b) {
  if (b.grows && !a.grows) return b | a;
  if (!a.grows || b.grows) return constant(a, b, [](uint32_t x, uint32_t y) { return x | y; });
  const uint64_t reached = a.value + std::min<uint64_t>(a.holds - 1, ~uint32_t{0});
  return b.value % std::bit_ceil(reached + 1) ? ClockValue::unknown() : a + b;
}
inline ClockValue operator==(const ClockValue& a, const ClockValue& b) {
  return {a.value == b.value, false, std::min(a.steady(0), b.steady(0))};
}
inline ClockValue operator!(const ClockValue& a) {
  return {!a.value, false, a.steady(0)};
}

// Condition codes of a sum.
struct ClockFlags {
  ClockValue a, b, carry;
  ClockValue result() const { return a + b + carry; }
  Flags after(uint64_t cycles) const {
    return add(a.after(cycles), b.after(cycles), carry.after(cycles));
  }
  // Carry and overflow follow from the signs of the operands and of the result.
  uint64_t holds() const {
    const ClockValue r = result();
    return std::min({a.steady(31), b.steady(31), carry.holds, r.steady(r.value ? 31 : 0)});
  }
  ClockValue c() const { return {after(0).c(), false, holds()}; }
};
inline ClockFlags add(const ClockValue& a, const ClockValue& b, const ClockValue& carry = 0) {
  return {a, b, carry};
}
inline ClockFlags logical(const ClockValue& r) {
  return {r, 0, 0};
}
template <mev2::Opcode Op> ClockValue condition(const ClockFlags& f) {
  return {condition<Op>(f.after(0)), false, f.holds()};
}

} // namespace ixp::me
