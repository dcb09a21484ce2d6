#include "emu/me/value_set.h"

#include "emu/me/by_opcode.h"

#include <algorithm>

namespace ixp::me {

using mev2::Opcode;
using mev2::ShiftKind;

bool ValueSet::add(uint32_t value) {
  if (any_) return false;
  const auto at = std::ranges::lower_bound(values_, value);
  if (at != values_.end() && *at == value) return false;
  if (values_.size() == kMost)
    *this = any();
  else
    values_.insert(at, value);
  return true;
}

bool ValueSet::add(const ValueSet& other) {
  if (any_) return false;
  if (other.any_) {
    *this = other;
    return true;
  }
  bool changed = false;
  for (const uint32_t value : other.values_)
    changed |= add(value);
  return changed;
}

// Applies f to every pair.
template <class F> static ValueSet combine(const ValueSet& a, const ValueSet& b, const F& f) {
  if (a.is_any() || b.is_any()) return ValueSet::any();
  ValueSet out;
  for (const uint32_t x : a.values())
    for (const uint32_t y : b.values())
      out.add(f(x, y));
  return out;
}
template <class F> static ValueSet each(const ValueSet& a, const F& f) {
  return combine(a, ValueSet(0), [&](uint32_t x, uint32_t) { return f(x); });
}

// x & mask for any x.
static ValueSet submasks(uint32_t mask) {
  ValueSet out;
  uint32_t sub = 0;
  do {
    out.add(sub);
    sub = (sub - mask) & mask;
  } while (sub && !out.is_any());
  return out;
}

static ValueSet conjunction(const ValueSet& a, const ValueSet& b) {
  if (a.is_any() == b.is_any()) return combine(a, b, [](auto x, auto y) { return x & y; });
  ValueSet out;
  for (const uint32_t mask : (a.is_any() ? b : a).values())
    out.add(submasks(mask));
  return out;
}

ValueSet sum(const ValueSet& a, const ValueSet& b) {
  return combine(a, b, [](auto x, auto y) { return x + y; });
}

ValueSet shifted_values(const mev2::Instruction& i, const ValueSet& right) {
  if (i.shift == ShiftKind::RightIndirect || i.shift == ShiftKind::LeftIndirect)
    return ValueSet::any();
  if (right.is_any() && i.shift == ShiftKind::Right)
    return submasks(~uint32_t{0} >> i.shift_amount);
  return each(right, [&](auto x) { return shifted(i.shift, i.shift_amount, x, 0); });
}

ValueSet operator_values(Opcode op, const ValueSet& left, const ValueSet& right) {
  using enum Opcode;
  if (!kOperators[op]) return ValueSet::any();
  const auto result = [&](auto x, auto y) {
    return static_cast<uint32_t>(kOperators[op](x, y).wide);
  };
  if (op == ALU_AND || op == SHF_AND) return conjunction(left, right);
  const bool filler = op == ALU_B || op == ALU_NOT_B || op == SHF_B || op == SHF_NOT_B;
  return combine(filler ? ValueSet(0) : left, right, result);
}

ValueSet field_values(const ValueSet& old, const ValueSet& s, uint32_t bits) {
  return combine(old, s, [&](auto x, auto y) { return load_field(x, y, bits); });
}

} // namespace ixp::me
