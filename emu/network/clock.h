// Time of a network. Each chip counts ticks of its own clock, which may differ in frequency and
// drift. Frames between chips are timed in ticks of one ideal clock of 1200 MHz. Both conversions
// are exact in integers: tick k of a chip is at floor(k * ideal / own), and its first tick at or
// after t is ceil(t * own / ideal), so no error accumulates.
#pragma once

#include "emu/kernel/time.h"

#include <cstdint>

namespace ixp {

using NetTime = uint64_t; // ticks of the ideal clock; kNever as with Tick
constexpr uint64_t kNetworkMhz = 1200;

constexpr NetTime net_time_of_ns(uint64_t ns) {
  return static_cast<NetTime>(static_cast<unsigned __int128>(ns) * kNetworkMhz / 1000);
}

class NetworkClock {
public:
  // `ppm`: deviation of the chip's PLL from its nominal frequency, in millionths; positive is fast.
  explicit NetworkClock(uint64_t pll_mhz = kNetworkMhz, int64_t ppm = 0)
      : own_(pll_mhz * static_cast<uint64_t>(1'000'000 + ppm)), ideal_(kNetworkMhz * 1'000'000) {}

  // Sets the time of tick 0; the default is 0.
  void start_at(NetTime t) { start_ = t; }

  NetTime time_of(Tick tick) const {
    if (tick == kNever) return kNever;
    return start_ + (own_ == ideal_ ? tick : static_cast<NetTime>(u128{tick} * ideal_ / own_));
  }
  // The first tick at or after `t`.
  Tick tick_at(NetTime t) const {
    if (t == kNever) return kNever;
    const NetTime since = t < start_ ? 0 : t - start_;
    return own_ == ideal_ ? since : static_cast<Tick>((u128{since} * own_ + ideal_ - 1) / ideal_);
  }

private:
  using u128 = unsigned __int128;
  uint64_t own_, ideal_; // in millionths of MHz
  NetTime start_ = 0;
};

} // namespace ixp
