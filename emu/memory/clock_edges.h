// Edges of an on-chip clock whose period is a whole number of ticks. Periods are powers of two
// nearly always: those go without a division.
#pragma once

#include "emu/kernel/time.h"

#include <bit>

namespace ixp {

class ClockEdges {
public:
  explicit ClockEdges(Tick period)
      : period_(period), shift_(std::has_single_bit(period) ? std::countr_zero(period) : -1) {}
  Tick period() const { return period_; }
  // Periods that began before or at t, not counting the first.
  Tick index(Tick t) const { return shift_ >= 0 ? t >> shift_ : t / period_; }
  // The first edge at or after t.
  Tick at_or_after(Tick t) const { return index(t + period_ - 1) * period_; }

private:
  Tick period_;
  int shift_;
};

} // namespace ixp
