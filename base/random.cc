#include "base/random.h"

#include <algorithm>

namespace ixp {

namespace {
using u128 = unsigned __int128;
constexpr uint64_t kLn2 = 0xb17217f7d1cf79ab; // ln 2 with 64 fraction bits

// kQ[k] = sum of (ln 2)^j / j! for j = 1 .. k, with 64 fraction bits; tends to 1 from below.
constexpr unsigned kTerms = 20;
constexpr std::array<uint64_t, kTerms + 1> make_q() {
  std::array<uint64_t, kTerms + 1> q{};
  uint64_t term = kLn2;
  q[1] = term;
  for (unsigned k = 2; k <= kTerms; ++k) {
    term = static_cast<uint64_t>((static_cast<u128>(term) * kLn2) >> 64) / k;
    q[k] = q[k - 1] + term;
  }
  return q;
}
constexpr auto kQ = make_q();
} // namespace

// -ln(uniform) with 32 fraction bits, from comparisons and minima of uniform numbers alone.
uint64_t Random::unit_exponential() {
  uint64_t whole = 0; // leading ones of an endless string of random bits
  for (uint64_t bits; (bits = next()), true; whole += 64) {
    if (bits == ~uint64_t{0}) continue;
    whole += static_cast<unsigned>(std::countl_one(bits));
    break;
  }
  uint64_t fraction = next();
  if (fraction >= kLn2) {
    unsigned k = 2;
    while (k < kTerms && fraction >= kQ[k])
      ++k;
    uint64_t least = next();
    for (unsigned i = 1; i < k; ++i)
      least = std::min(least, next());
    fraction = static_cast<uint64_t>((static_cast<u128>(least) * kLn2) >> 64);
  }
  const u128 x = static_cast<u128>(whole) * kLn2 + fraction;
  return static_cast<uint64_t>(x >> 32);
}

} // namespace ixp
