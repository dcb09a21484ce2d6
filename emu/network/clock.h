// Time of a network. Chips count ticks of clocks of their own, which may have other frequencies and
// drift; what travels between chips is timed in ticks of one ideal clock of 1200 MHz. Both ways are
// exact integers: tick k of a chip is at floor(k * ideal / own), and its first tick at or after t
// is ceil(t * own / ideal), so no error adds up however long the run.
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
  // `ppm`: how much faster than it should the chip's PLL runs, in millionths.
  explicit NetworkClock(uint64_t pll_mhz = kNetworkMhz, int64_t ppm = 0)
      : own_(pll_mhz * static_cast<uint64_t>(1'000'000 + ppm)), ideal_(kNetworkMhz * 1'000'000) {}

  // When tick 0 is; 0 unless this is said.
  void start_at(NetTime t) { start_ = t; }

  NetTime time_of(Tick tick) const {
    if (tick == kNever) return kNever;
    return start_ + (own_ == ideal_ ? tick : static_cast<NetTime>(u128{tick} * ideal_ / own_));
  }
  // The first tick whose time is not before `t`.
  Tick tick_at(NetTime t) const {
    if (t == kNever) return kNever;
    const NetTime since = t < start_ ? 0 : t - start_;
    return own_ == ideal_ ? since : static_cast<Tick>((u128{since} * own_ + ideal_ - 1) / ideal_);
  }

private:
  using u128 = unsigned __int128;
  uint64_t own_, ideal_; // millionths of MHz
  NetTime start_ = 0;
};

} // namespace ixp
