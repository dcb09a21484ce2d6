// The line between a port and the network: the time of each byte on it, in exact integers.
// Consecutive bytes are counted from one starting tick (the epoch), so that no drift accumulates in
// long bursts; an idle gap starts a new epoch.
#pragma once

#include "emu/kernel/time.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace ixp {

// Multiplication by a fraction in exact integers, without a 128-bit division if the values fit.
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

inline Tick to_ticks(uint64_t ns, uint64_t pll_mhz) {
  return static_cast<Tick>(static_cast<unsigned __int128>(ns) * pll_mhz / 1000);
}

class Line {
public:
  // rate_mbps 0: bytes take no time.
  Line(uint64_t rate_mbps, uint64_t pll_mhz)
      : instant_(rate_mbps == 0), ticks_(8 * pll_mhz, instant_ ? 1 : rate_mbps),
        bytes_(rate_mbps, 8 * pll_mhz) {}

  // Begins a frame at the earliest possible tick not before `t`; returns that tick.
  Tick begin(Tick t) {
    if (t > free()) {
      epoch_ = t;
      sent_ = 0;
    }
    return free();
  }
  // Ends the current frame; it took `bytes` of line time, overhead included.
  void end(uint64_t bytes) { sent_ += bytes; }
  Tick free() const { return at(sent_); } // when the next frame can begin

  // First tick at which `bytes` bytes of the current frame have crossed.
  Tick crossed_at(uint64_t bytes) const { return at(sent_ + bytes); }
  // Number of bytes of that frame that have crossed by `t` (may exceed its length).
  uint64_t crossed_by(Tick t) const {
    if (t < epoch_) return 0;
    if (instant_) return ~uint64_t{0} >> 1;
    const uint64_t bytes = bytes_.floor(t - epoch_);
    return bytes > sent_ ? bytes - sent_ : 0;
  }

private:
  Tick at(uint64_t bytes) const { return instant_ ? epoch_ : epoch_ + ticks_.ceil(bytes); }

  bool instant_;
  Ratio ticks_, bytes_; // converts bytes to ticks, and ticks to bytes
  Tick epoch_ = 0;
  uint64_t sent_ = 0; // bytes of line time since the epoch
};

} // namespace ixp
