// A small set of possible values of a word, or any: static knowledge about a register. Operations
// apply to each choice of values.
#pragma once

#include "isa/isa.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ixp::me {

class ValueSet {
public:
  static constexpr size_t kMost = 32; // larger sets become "any"

  ValueSet() = default; // empty
  explicit ValueSet(uint32_t value) : values_{value} {}
  static ValueSet any() {
    ValueSet s;
    s.any_ = true;
    return s;
  }

  bool is_any() const { return any_; }
  const std::vector<uint32_t>& values() const { return values_; } // ascending; empty if "any"
  bool add(uint32_t value);                                       // returns whether the set changed
  bool add(const ValueSet& other);
  friend bool operator==(const ValueSet&, const ValueSet&) = default;

private:
  bool any_ = false;
  std::vector<uint32_t> values_;
};

ValueSet sum(const ValueSet& a, const ValueSet& b);
// Operators of alu[..] and alu_shf[..]; `right` of the latter is shifted already. "Any" if the
// result depends on flags or on a previous instruction.
ValueSet operator_values(mev2::Opcode op, const ValueSet& left, const ValueSet& right);
ValueSet shifted_values(const mev2::Instruction& i, const ValueSet& right);
// `bits` from s, the others from old.
ValueSet field_values(const ValueSet& old, const ValueSet& s, uint32_t bits);

} // namespace ixp::me
