// The run-time library, compiled for the host: quotients and remainders are the host's.
#include "tests/catch.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include "mecc/include/ixp_runtime.h"
#pragma GCC diagnostic pop

#include <cstdint>
#include <random>
#include <vector>

static_assert(sizeof(unsigned) == 4 && sizeof(unsigned long long) == 8);

// Random values of every bit length, and the values next to powers of two.
template <typename Word> static std::vector<Word> operands(unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<Word> out = {0, 1, 2, 3, 255, 256, static_cast<Word>(-1), static_cast<Word>(-2)};
  for (unsigned bits = 1; bits <= sizeof(Word) * 8; ++bits)
    for (int n = 0; n < 4; ++n)
      out.push_back(static_cast<Word>(random() >> (64 - bits)));
  for (unsigned bit = 0; bit < sizeof(Word) * 8; ++bit)
    for (int near = -1; near <= 1; ++near)
      out.push_back(static_cast<Word>((uint64_t{1} << bit) + static_cast<uint64_t>(near)));
  return out;
}

TEST_CASE("unsigned division is the host's", "[dialect]") {
  for (const uint32_t n : operands<uint32_t>(1))
    for (const uint32_t d : operands<uint32_t>(2)) {
      if (__me_udiv32(n, d) != (d ? n / d : ~0u) || __me_urem32(n, d) != (d ? n % d : ~0u))
        FAIL(n << " / " << d);
    }
  for (const unsigned long long n : operands<unsigned long long>(3))
    for (const unsigned long long d : operands<unsigned long long>(4)) {
      if (__me_udiv64(n, d) != (d ? n / d : ~0ull) || __me_urem64(n, d) != (d ? n % d : ~0ull))
        FAIL(n << " / " << d);
    }
}

TEST_CASE("signed division rounds towards zero", "[dialect]") {
  for (const uint32_t n : operands<uint32_t>(5))
    for (const uint32_t d : operands<uint32_t>(6)) {
      const int64_t sn = static_cast<int32_t>(n), sd = static_cast<int32_t>(d);
      const auto quotient = static_cast<int32_t>(sd ? sn / sd : -1);
      const auto remainder = static_cast<int32_t>(sd ? sn % sd : -1);
      if (__me_sdiv32(static_cast<int>(n), static_cast<int>(d)) != quotient ||
          __me_srem32(static_cast<int>(n), static_cast<int>(d)) != remainder)
        FAIL(sn << " / " << sd);
    }
  for (const unsigned long long n : operands<unsigned long long>(7))
    for (const unsigned long long d : operands<unsigned long long>(8)) {
      const auto sn = static_cast<long long>(n), sd = static_cast<long long>(d);
      if (sd == -1) continue; // the host may trap
      if (__me_sdiv64(sn, sd) != (sd ? sn / sd : -1) || __me_srem64(sn, sd) != (sd ? sn % sd : -1))
        FAIL(sn << " / " << sd);
    }
  CHECK(__me_sdiv64(INT64_MIN, -1) == INT64_MIN);
  CHECK(__me_srem64(INT64_MIN, -1) == 0);
}
