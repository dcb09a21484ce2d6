// Multiplication by a fraction in exact integers, without a 128-bit division if the values fit.
#pragma once

#include <cstdint>
#include <numeric>

namespace ixp {

class Ratio {
public:
  Ratio(uint64_t numerator, uint64_t denominator) {
    const uint64_t g = std::gcd(numerator, denominator);
    numerator_ = numerator / g;
    denominator_ = denominator / g;
  }
  uint64_t floor(uint64_t x) const { return scaled(x, 0); }
  uint64_t ceil(uint64_t x) const { return scaled(x, denominator_ - 1); }

private:
  uint64_t scaled(uint64_t x, uint64_t extra) const {
    uint64_t product, sum;
    if (!__builtin_mul_overflow(x, numerator_, &product) &&
        !__builtin_add_overflow(product, extra, &sum))
      return sum / denominator_;
    const auto wide = static_cast<unsigned __int128>(x) * numerator_ + extra;
    return static_cast<uint64_t>(wide / denominator_);
  }
  uint64_t numerator_, denominator_;
};

} // namespace ixp
