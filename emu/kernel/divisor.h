// Division by numbers fixed at construction of a chip. They are usually powers of two, which need
// no division.
#pragma once

#include <bit>
#include <cstdint>

namespace ixp {

class Divisor {
public:
  explicit Divisor(uint64_t value)
      : value_(value), shift_(std::has_single_bit(value) ? std::countr_zero(value) : -1) {}
  uint64_t value() const { return value_; }
  friend uint64_t operator/(uint64_t n, const Divisor& d) {
    return d.shift_ >= 0 ? n >> d.shift_ : n / d.value_;
  }
  friend uint64_t operator%(uint64_t n, const Divisor& d) {
    return d.shift_ >= 0 ? n & (d.value_ - 1) : n % d.value_;
  }

  // The first multiple at or after n.
  uint64_t round_up(uint64_t n) const {
    n += value_ - 1;
    return shift_ >= 0 ? n & -value_ : n / value_ * value_;
  }

private:
  uint64_t value_;
  int shift_;
};

} // namespace ixp
