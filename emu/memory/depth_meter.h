// Fill of a queue: the maximum, and the mean over time.
#pragma once

#include "emu/kernel/time.h"

#include <algorithm>

namespace ixp {

class DepthMeter {
public:
  // The depth is `depth` from `t` on. Ticks do not decrease.
  void note(Tick t, uint32_t depth) {
    area_ += (t - since_) * depth_;
    since_ = t;
    depth_ = depth;
    max_ = std::max(max_, depth);
  }
  uint32_t depth() const { return depth_; }
  uint32_t max() const { return max_; }
  double mean(Tick until) const { // over 0..until
    return until == 0 ? 0 : static_cast<double>(area_ + (until - since_) * depth_) / until;
  }

private:
  uint32_t depth_ = 0, max_ = 0;
  Tick since_ = 0;
  uint64_t area_ = 0;
};

} // namespace ixp
