// Random numbers that are the same with every compiler and machine: integers only, no libm, no
// std:: distributions. xoshiro256** (Blackman and Vigna) seeded through splitmix64; exponential
// deviates by algorithm S of von Neumann, Knuth and Ahrens (TAOCP 2, 3.4.1).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace ixp {

class Random {
public:
  // Different `stream`s of one seed are independent (one per port).
  explicit Random(uint64_t seed, uint64_t stream = 0) {
    uint64_t x = seed ^ splitmix(stream);
    for (uint64_t& s : state_)
      s = splitmix(x);
  }
  uint64_t next() {
    const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }
  // Uniform in 0 .. n-1; n > 0. Unbiased (rejection).
  uint64_t below(uint64_t n) {
    const uint64_t reject = -n % n; // 2^64 mod n
    uint64_t x;
    do
      x = next();
    while (x < reject);
    return x % n;
  }
  // True with probability 1 in n; n > 0.
  bool one_in(uint64_t n) { return below(n) == 0; }
  // Exponential with the given mean, rounded down. mean < 2^56.
  uint64_t exponential(uint64_t mean) {
    // unit deviate in fixed point with 32 fraction bits
    return static_cast<uint64_t>(static_cast<unsigned __int128>(mean) * unit_exponential() >> 32);
  }

private:
  static uint64_t splitmix(uint64_t& x) {
    uint64_t z = x += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  uint64_t unit_exponential();

  std::array<uint64_t, 4> state_;
};

} // namespace ixp
