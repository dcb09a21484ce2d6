// Number of longwords put into and got from each scratch ring since the start. The number
// identifies a longword uniquely, wherever a run is resumed. Derived from events, so it must
// observe the run from the first cycle on.
#pragma once

#include "emu/kernel/event.h"

#include <array>

namespace ixp::debug {

class RingTotals {
public:
  void event(const Event& e) { // ring events only
    if (e.ring.place.kind != QueuePlace::Scratch) return;
    Totals& t = totals_[e.ring.place.number % kRings];
    if (e.ring.action == RingAction::SetUp) t = {t.put + e.ring.depth, t.put};
    if (e.ring.action == RingAction::Put) t.put += e.ring.count, t.got += e.ring.lost;
    if (e.ring.action == RingAction::Get) t.got += e.ring.count;
  }
  uint64_t put(unsigned ring) const { return totals_[ring].put; }
  uint64_t got(unsigned ring) const { return totals_[ring].got; }

private:
  static constexpr unsigned kRings = 16;
  struct Totals {
    uint64_t put = 0, got = 0;
  };
  std::array<Totals, kRings> totals_{};
};

} // namespace ixp::debug
