// Events that reach a microengine at a known later tick: signals of neighbours and of itself,
// timers, and accesses from outside. Ordered by (tick, source, arrival), so that the order does not
// depend on a sender's run-ahead.
#pragma once

#include "emu/kernel/timed_queue.h"

#include <cstdint>

namespace ixp::me {

struct TimedEvent {
  enum class Kind : uint8_t { OutsideWrite, Expect, Signal, Timer };
  enum class Source : uint8_t { Announced, Outside, Previous, Next, Self, Timer };
  Kind kind{};
  uint8_t ctx = 0;    // Signal, Timer
  uint16_t what = 0;  // OutsideWrite: CSR; Expect: first register index; Signal: one bit each
  uint32_t value = 0; // OutsideWrite: of the CSR; Expect: number of registers
};

class Inbox {
public:
  void add(Tick tick, TimedEvent::Source source, const TimedEvent& e) {
    events_.push(key(tick, source), e);
  }
  bool empty() const { return events_.empty(); }
  bool due(Tick now) const { return events_.next() < key(now + 1, {}); }
  // Before units act at this tick.
  bool due_before(Tick now) const { return events_.next() < key(now, TimedEvent::Source::Outside); }
  Tick first() const { return events_.empty() ? kNever : events_.next() / kSources; }
  TimedEvent take() { return events_.pop(); }
  // Takes the events up to a tick, in order: calls f(event, tick), which may add events.
  template <class F> void take_until(Tick last, F f) {
    const Tick end = key(last + 1, {});
    for (Tick next; (next = events_.next()) < end;)
      f(events_.pop(), next / kSources);
  }
  // A context has one timer.
  void cancel_timer(unsigned ctx) {
    events_.erase_if(
        [&](const TimedEvent& e) { return e.kind == TimedEvent::Kind::Timer && e.ctx == ctx; });
  }
  // Calls f(tick, source, event) for each event, in order.
  template <class F> void for_each(F f) const {
    events_.for_each([&](Tick key, const TimedEvent& e) {
      f(key / kSources, static_cast<TimedEvent::Source>(key % kSources), e);
    });
  }

  // Ticks that the microengine must not pass before shared time.
  void announce(Tick tick, Tick now) {
    drop_notices(now);
    notices_.push(tick, {});
  }
  void drop_notices(Tick now) {
    while (notices_.next() < now)
      notices_.pop();
  }
  Tick first_notice() const { return notices_.next(); }

private:
  struct Nothing {};
  static constexpr Tick kSources = 8;
  static Tick key(Tick tick, TimedEvent::Source source) {
    return tick * kSources + static_cast<Tick>(source);
  }
  TimedQueue<TimedEvent> events_; // by tick and source
  TimedQueue<Nothing> notices_;
};

// A next-neighbour register or ring entry in transit.
struct NnWrite {
  Tick tick = 0;
  bool from_self = false, ring = false;
  uint8_t reg = 0;
  uint32_t value = 0;
};

} // namespace ixp::me
