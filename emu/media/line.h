// The line between a port and the network: when each byte crosses it, in exact integers. Bytes
// sent back to back are counted from one starting tick (the epoch), so nothing drifts however
// long the burst; an idle gap begins a new epoch.
#pragma once

#include "emu/kernel/time.h"

#include <algorithm>
#include <cstdint>

namespace ixp {

class Line {
public:
  // rate_mbps 0: bytes take no time.
  Line(uint64_t rate_mbps, uint64_t pll_mhz) : rate_(rate_mbps), ticks_per_mbit_(8 * pll_mhz) {}

  // Begins a frame at the earliest possible tick not before `t`; returns that tick.
  Tick begin(Tick t) {
    if (t > free()) {
      epoch_ = t;
      sent_ = 0;
    }
    return free();
  }
  // The frame just begun ends; it took `bytes` of line time, overhead included.
  void end(uint64_t bytes) { sent_ += bytes; }
  Tick free() const { return at(sent_); } // when the next frame can begin

  // First tick at which `bytes` bytes of the frame that began last have crossed.
  Tick crossed_at(uint64_t bytes) const { return rate_ ? round_up(sent_ + bytes) : epoch_; }
  // How many bytes of that frame have crossed by `t` (may exceed its length).
  uint64_t crossed_by(Tick t) const {
    if (t < epoch_) return 0;
    if (!rate_) return ~uint64_t{0} >> 1;
    const auto bytes =
        static_cast<uint64_t>(static_cast<unsigned __int128>(t - epoch_) * rate_ / ticks_per_mbit_);
    return bytes > sent_ ? bytes - sent_ : 0;
  }

private:
  Tick at(uint64_t bytes) const { return rate_ ? round_up(bytes) : epoch_; }
  Tick round_up(uint64_t bytes) const {
    const auto n = static_cast<unsigned __int128>(bytes) * ticks_per_mbit_;
    return epoch_ + static_cast<Tick>((n + rate_ - 1) / rate_);
  }
  uint64_t rate_, ticks_per_mbit_; // ticks per byte = ticks_per_mbit_ / rate_
  Tick epoch_ = 0;
  uint64_t sent_ = 0; // bytes of line time since the epoch
};

} // namespace ixp
