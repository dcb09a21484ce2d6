// Edges of an on-chip clock whose period is a whole number of ticks.
#pragma once

#include "emu/kernel/divisor.h"
#include "emu/kernel/time.h"

namespace ixp {

class ClockEdges {
public:
  explicit ClockEdges(Tick period) : period_(period) {}
  Tick period() const { return period_.value(); }
  // Periods that began before or at t, not counting the first.
  Tick index(Tick t) const { return t / period_; }
  // The first edge at or after t.
  Tick at_or_after(Tick t) const { return period_.round_up(t); }

private:
  Divisor period_;
};

} // namespace ixp
