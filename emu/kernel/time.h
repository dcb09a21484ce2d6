// Emulated time. One tick is one period of the 1200 MHz PLL; every on-chip clock is an integer
// divisor of it, so all on-chip time is exact integer arithmetic.
#pragma once

#include <cstdint>

namespace ixp {

using Tick = uint64_t;
constexpr Tick kNever = ~Tick{0};

// Edge k of a clock that does not divide the PLL (the media clock) is at floor(k * pll / f).
constexpr Tick edge_of(uint64_t k, uint64_t pll_hz, uint64_t clock_hz) {
  return static_cast<Tick>(static_cast<unsigned __int128>(k) * pll_hz / clock_hz);
}

// The first tick at or after `t` that is an edge of a clock with this divisor.
constexpr Tick align_up(Tick t, Tick divisor) {
  return (t + divisor - 1) / divisor * divisor;
}

} // namespace ixp
