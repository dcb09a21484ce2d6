// Emulated time. One tick is one period of the 1200 MHz PLL; every on-chip clock is an integer
// divisor of it, so all on-chip time is exact integer arithmetic.
#pragma once

#include <cstdint>

namespace ixp {

using Tick = uint64_t;
constexpr Tick kNever = ~Tick{0};

// Converts periods of a clock to nanoseconds, rounded to the nearest: the common conversion for
// output of the emulator and tools. 0 without a clock.
constexpr uint64_t nanoseconds(uint64_t periods, uint64_t clock_hz) {
  if (clock_hz == 0) return 0;
  const auto scaled = static_cast<unsigned __int128>(periods) * 1'000'000'000 + clock_hz / 2;
  return static_cast<uint64_t>(scaled / clock_hz);
}
// The same for a mean: `sum` over `count` of them.
constexpr uint64_t mean_nanoseconds(uint64_t sum, uint64_t count, uint64_t clock_hz) {
  return nanoseconds(sum, clock_hz * count);
}

// The first tick at or after `t` that is an edge of a clock with this divisor.
constexpr Tick align_up(Tick t, Tick divisor) {
  return (t + divisor - 1) / divisor * divisor;
}

} // namespace ixp
