// What reaches a microengine at a known later tick: signals of neighbours and of itself, timers,
// writes of its CSRs from outside, announcements of pushes, pulls and looks. Ordered by (tick,
// source, arrival), so that the order does not depend on how far ahead a sender ran.
#pragma once

#include "emu/kernel/time.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ixp::me {

struct TimedEvent {
  enum class Kind : uint8_t { OutsideWrite, Expect, Look, Signal, Timer };
  enum class Source : uint8_t { Outside, Previous, Next, Self, Timer };
  Tick tick = 0;
  Source source{};
  Kind kind{};
  uint8_t ctx = 0;      // Signal, Timer
  uint8_t signal = 0;   // Signal
  uint16_t address = 0; // OutsideWrite: CSR; Expect: first register index
  uint32_t value = 0;   // OutsideWrite; Expect: count
};

class TimedEvents {
public:
  void insert(const TimedEvent& e) {
    size_t at = events_.size(); // few wait, and most come in order
    events_.push_back(e);
    for (; at > 0 && before(e, events_[at - 1]); --at)
      events_[at] = events_[at - 1];
    events_[at] = e;
    if (at == 0) first_ = e.tick;
    if (e.source == TimedEvent::Source::Outside) first_effect_ = std::min(first_effect_, e.tick);
  }
  bool due(Tick now) const { return first_ <= now; }
  Tick first() const { return first_; }
  // The first event from outside that running ahead must not pass.
  Tick first_effect() const { return first_effect_; }
  TimedEvent take() {
    const TimedEvent e = events_.front();
    events_.erase(events_.begin());
    if (e.source == TimedEvent::Source::Outside)
      update();
    else
      first_ = events_.empty() ? kNever : events_.front().tick;
    return e;
  }
  // A context has one timer.
  void cancel_timer(unsigned ctx) {
    if (std::erase_if(events_, [&](const TimedEvent& e) {
          return e.kind == TimedEvent::Kind::Timer && e.ctx == ctx;
        }) > 0)
      update();
  }
  const std::vector<TimedEvent>& all() const { return events_; }
  // Takes the announcements of pushes and pulls due by now, whatever else waits before them.
  template <class F> void take_expected(Tick now, F f) {
    std::erase_if(events_, [&](const TimedEvent& e) {
      if (e.kind != TimedEvent::Kind::Expect || e.tick > now) return false;
      f(e);
      return true;
    });
    update();
  }

private:
  static bool before(const TimedEvent& a, const TimedEvent& b) {
    return a.tick != b.tick ? a.tick < b.tick : a.source < b.source;
  }
  void update() {
    first_ = events_.empty() ? kNever : events_.front().tick;
    first_effect_ = kNever;
    for (const TimedEvent& e : events_)
      if (e.source == TimedEvent::Source::Outside) {
        first_effect_ = e.tick;
        break;
      }
  }
  std::vector<TimedEvent> events_;
  Tick first_ = kNever, first_effect_ = kNever;
};

// A next-neighbour register or ring entry on its way.
struct NnWrite {
  Tick tick = 0;
  bool from_self = false, ring = false;
  uint8_t reg = 0;
  uint32_t value = 0;
};

} // namespace ixp::me
