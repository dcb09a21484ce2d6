// All that reaches a microengine at a later tick, by (tick, source, arrival), so that the order
// does not depend on a sender's run-ahead: signals of neighbours and of itself, timers, accesses
// from outside, words of its next-neighbour ring. A neighbour sees this part alone.
#pragma once

#include "emu/kernel/timed_queue.h"
#include "emu/me/microengine.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ixp::me {

struct TimedEvent {
  enum class Kind : uint8_t { OutsideWrite, Expect, Signal, Timer };
  enum class Source : uint8_t { Announced, Outside, Previous, Next, Self, Timer };
  Kind kind{};
  uint8_t ctx = 0;    // Signal, Timer
  uint16_t what = 0;  // OutsideWrite: CSR; Expect: first register index; Signal: one bit each
  uint32_t value = 0; // OutsideWrite: of the CSR; Expect: number of registers
};
inline TimedEvent signal_to(unsigned ctx, unsigned signals) {
  return {TimedEvent::Kind::Signal, static_cast<uint8_t>(ctx), static_cast<uint16_t>(signals), 0};
}

// A next-neighbour register or ring entry in transit.
struct NnWrite {
  Tick tick = 0;
  bool from_self = false, ring = false;
  uint8_t reg = 0;
  uint32_t value = 0;
};

class Inbox : public Microengine {
public:
  const Inbox& inbox() const final { return *this; }

  // ---- For senders.

  // An idle microengine acts then.
  [[gnu::always_inline]] void post(Tick tick, TimedEvent::Source source, const TimedEvent& e) {
    add(tick, source, e);
    if (idle_) step_by(tick);
  }
  // Among words of one tick, the previous microengine's come first.
  void put(const NnWrite& w);
  // Whether the next-neighbour ring is full, for the microengine that puts words there.
  virtual bool ring_full(bool from_self) = 0;
  // Signals of a neighbour may come from now on. Nothing announces them.
  void may_be_signalled() {
    neighbours_signal_ = true;
    swap_ahead(swaps_ahead_);
  }
  void signal_later(unsigned ctx, unsigned signals, Tick tick) final {
    post(tick, TimedEvent::Source::Announced, signal_to(ctx % kContexts, signals));
  }
  // The microengine must not pass this tick before shared time.
  void expect(Tick tick) final;
  // Registers of one file, from `first` on, are in use kernel.lookahead from now, until words come.
  void expect_words(unsigned first, unsigned count);
  void swap_ahead(Tick ticks) final;
  void fifo_advanced(Tick now) final {
    if (stalled_) step_by(now);
  }

  // ---- The clock.

  Tick div() const { return div_; } // ticks of a cycle
  // The first cycle at or after t.
  uint64_t cycle_of(Tick t) const { return whole_cycles(t + div_ - 1); }
  Tick edge(Tick t) const { return cycle_of(t) * div_; } // of the clock, at or after t
  uint64_t whole_cycles(Tick t) const { return div_ == 2 ? t / 2 : t / div_; } // 2: no division
  // Requests a step at the first cycle edge >= t.
  void step_by(Tick t) { schedule_by(edge(t)); }

  // ---- For the engine.

  // While no context executes: signals then ask for a step.
  bool idle() const { return idle_; }
  void set_idle(bool idle) { idle_ = idle; }
  void drop_notices(Tick now) {
    while (notices_.next() < now)
      notices_.pop();
  }
  Tick first_notice() const { return notices_.next(); }
  // Cycles at or after this tick may not execute before shared time has reached it.
  Tick run_ahead_limit(Tick now) const {
    return std::min(std::min(now + kernel_.lookahead(), kernel_.horizon()), first_notice());
  }

  // Calls f(tick, source, event) for each event, in order.
  template <class F> void for_each(F f) const {
    events_.for_each([&](Tick key, const TimedEvent& e) {
      f(key / kSources, static_cast<TimedEvent::Source>(key % kSources), e);
    });
  }

protected:
  Inbox(const Params& params, Kernel& kernel)
      : params_(params), kernel_(kernel), div_(params.clock_me_div) {}

  // Without a step of an idle microengine.
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
  bool has_words() const { return !words_.empty(); }
  template <class F> void take_words_until(Tick last, F f) {
    size_t n = 0;
    for (; n < words_.size() && words_[n].tick <= last; ++n)
      f(words_[n]);
    if (n) words_.erase(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(n));
  }
  // A context has one timer.
  void cancel_timer(unsigned ctx) {
    events_.erase_if(
        [&](const TimedEvent& e) { return e.kind == TimedEvent::Kind::Timer && e.ctx == ctx; });
  }
  Tick swaps_ahead() const { return swaps_ahead_; }

  const Params& params_;
  Kernel& kernel_;
  Inbox *previous_ = nullptr, *next_ = nullptr; // of the neighbours; null at the chain's ends
  bool stalled_ = false;                        // the engine waits for space in the command FIFO
  uint64_t wakes_at_ = 0; // it sleeps in a loop (clock_loop.h) to this cycle; 0: it is awake

private:
  struct Nothing {};
  static constexpr Tick kSources = 8;
  static Tick key(Tick tick, TimedEvent::Source source) {
    return tick * kSources + static_cast<Tick>(source);
  }

  const Tick div_;
  bool idle_ = true, neighbours_signal_ = false;
  Tick swaps_ahead_ = 0;
  TimedQueue<TimedEvent> events_; // by tick and source
  TimedQueue<Nothing> notices_;
  std::vector<NnWrite> words_; // by tick
};

inline void Inbox::put(const NnWrite& w) {
  const auto later = [](const NnWrite& a, const NnWrite& b) {
    return a.tick != b.tick ? a.tick < b.tick : a.from_self < b.from_self;
  };
  words_.insert(std::upper_bound(words_.begin(), words_.end(), w, later), w);
}

inline void Inbox::expect_words(unsigned first, unsigned count) {
  const Tick at = align_up(kernel_.now() + kernel_.lookahead(), div_);
  add(at, TimedEvent::Source::Announced,
      {TimedEvent::Kind::Expect, 0, static_cast<uint16_t>(first), count});
  expect(at);
}

// An engine that sleeps in a loop wakes.
inline void Inbox::expect(Tick tick) {
  drop_notices(kernel_.now());
  notices_.push(align_up(tick, div_), {});
  if (wakes_at_) step_by(kernel_.now());
}

inline void Inbox::swap_ahead(Tick ticks) {
  swaps_ahead_ = neighbours_signal_ ? std::min(ticks, params_.me(params_.signal_neighbour)) : ticks;
}

} // namespace ixp::me
