// PSEUDO_RANDOM_NUMBER: a 32-bit Galois LFSR. The sequence of the silicon is not public; the taps
// 0x80200003 (maximal length) are our choice.
#pragma once

#include <array>
#include <cstdint>

namespace ixp::me {

constexpr uint32_t random_next(uint32_t r) {
  return r >> 1 ^ (r & 1 ? 0x80200003 : 0);
}

// The number after `steps` steps. The step is linear over GF(2), so its powers are matrices: column
// i is the image of bit i.
inline uint32_t random_after(uint32_t r, uint64_t steps) {
  if (steps < 64) {
    for (; steps; --steps)
      r = random_next(r);
    return r;
  }
  using Matrix = std::array<uint32_t, 32>;
  const auto apply = [](const Matrix& m, uint32_t x) {
    uint32_t y = 0;
    for (unsigned i = 0; x; ++i, x >>= 1)
      if (x & 1) y ^= m[i];
    return y;
  };
  Matrix power;
  for (unsigned i = 0; i < 32; ++i)
    power[i] = random_next(uint32_t{1} << i);
  for (; steps; steps >>= 1) {
    if (steps & 1) r = apply(power, r);
    Matrix square;
    for (unsigned i = 0; i < 32; ++i)
      square[i] = apply(power, power[i]);
    power = square;
  }
  return r;
}

} // namespace ixp::me
