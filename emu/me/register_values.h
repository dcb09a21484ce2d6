// Possible values of a program's general-purpose registers, derived from its words without running
// it: the results of instructions on constants, along every path of control flow.
//
// The result is conservative: every value that an operand has in some run is in its set, or the set
// is "any". It may be too large: both paths of a branch count, and all contexts together. The set
// is "any" for data from outside (transfer registers, memory, CSRs, neighbours), absolute registers
// and relative ones that overlap them, and uninitialised registers. The program is assumed to stay
// in its image's context mode, and its program counters are assumed not to be written from outside
// (CAP).
#pragma once

#include "isa/isa.h"
#include "mecc/image/image.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ixp::me {

// A small set of possible values of a word, or any: static knowledge about a register, and a type
// for instruction bodies (bodies.h). Operations apply to each choice of values.
class ValueSet {
public:
  static constexpr size_t kMost = 32; // larger sets become "any"

  ValueSet() = default; // empty
  ValueSet(uint32_t value) : values_{value} {}
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

// A register before the program starts.
struct KnownRegister {
  mev2::Operand where; // Gpr or AbsGpr
  uint32_t value = 0;
  bool in_every_context = true;
};

// Addresses (sum of both operands) of each command that can be executed, by its position in the
// control store.
std::map<uint32_t, ValueSet> command_addresses(const mecc::Image& image,
                                               const std::vector<KnownRegister>& at_start);

} // namespace ixp::me
