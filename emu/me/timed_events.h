// What reaches a microengine at a known later tick: completions of its commands, signals of
// neighbours and of itself, timers, writes of its CSRs from outside, announcements of pushes, pulls
// and looks. Ordered by (tick, source, arrival), so that the order does not depend on how far ahead
// a sender ran.
#pragma once

#include "emu/kernel/command.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace ixp::me {

struct TimedEvent {
  enum class Kind : uint8_t { OutsideWrite, Expect, Look, Signal, Timer, Completion };
  // Below Outside: units, by Completion::order.
  enum class Source : uint8_t { Outside = 0x80, Previous, Next, Self, Timer };
  Tick tick = 0;
  Completion* completion = nullptr; // of a unit
  uint32_t place = 0; // OutsideWrite, Expect: of their Row; Signal: a bit for each signal
  Source source{};
  Kind kind{};
  uint8_t ctx = 0; // Signal, Timer
};
static_assert(sizeof(TimedEvent) == 24); // small, because events that come out of order move others

// OutsideWrite: CSR and value. Expect: first register index and count.
struct Row {
  uint16_t address = 0;
  uint32_t value = 0;
};

// Values by place; places are used again.
template <class T> class Places {
public:
  uint32_t put(const T& value) {
    if (free_.empty()) {
      values_.push_back(value);
      return static_cast<uint32_t>(values_.size() - 1);
    }
    const uint32_t place = free_.back();
    free_.pop_back();
    values_[place] = value;
    return place;
  }
  const T& operator[](uint32_t place) const { return values_[place]; }
  // What it holds is there until the next put().
  const T& take(uint32_t place) {
    free_.push_back(place);
    return values_[place];
  }

private:
  std::vector<T> values_;
  std::vector<uint32_t> free_;
};

// A ring buffer: most events come in order and go from the front.
class TimedEvents {
public:
  void insert_outside(const TimedEvent& e) {
    insert(e);
    first_effect_ = std::min(first_effect_, e.tick);
  }
  void insert(const TimedEvent& e) { add(e.tick, e.source) = e; }
  // One whose tick and source are set; the others are to be filled in at once.
  TimedEvent& add(Tick tick, TimedEvent::Source source) {
    if (size() > mask_) [[unlikely]]
      grow();
    TimedEvent* const ring = ring_.get();
    const unsigned mask = mask_, head = head_;
    unsigned place;
    if (tick < first_) { // common: a signal to itself comes before all that units do
      place = head_ = head - 1;
      first_ = tick;
    } else {
      place = tail_++;
      for (; place != head && before(tick, source, ring[(place - 1) & mask]); --place)
        ring[place & mask] = ring[(place - 1) & mask];
    }
    TimedEvent& e = ring[place & mask];
    e.tick = tick;
    e.source = source;
    return e;
  }
  Places<Row> rows;

  bool due(Tick now) const { return first_ <= now; }
  Tick first() const { return first_; }
  const TimedEvent& front() const { return at(head_); }
  // The first event from outside that running ahead must not pass.
  Tick first_effect() const { return first_effect_; }
  // The first one is over; it is none from outside.
  void drop() { first_ = ++head_ == tail_ ? kNever : at(head_).tick; }
  TimedEvent take() {
    const TimedEvent e = front();
    drop();
    if (e.source == TimedEvent::Source::Outside) find_first_effect();
    return e;
  }
  // A context has one timer.
  void cancel_timer(unsigned ctx) {
    for (unsigned i = head_; i != tail_; ++i) {
      if (at(i).kind != TimedEvent::Kind::Timer || at(i).ctx != ctx) continue;
      for (--tail_; i != tail_; ++i)
        at(i) = at(i + 1);
      first_ = head_ == tail_ ? kNever : at(head_).tick;
      return;
    }
  }
  // Takes some, whatever else waits before them; in order.
  template <class Is> std::vector<TimedEvent> take_where(Is is) {
    std::vector<TimedEvent> taken;
    unsigned kept = head_;
    for (unsigned i = head_; i != tail_; ++i)
      if (is(at(i)))
        taken.push_back(at(i));
      else
        at(kept++) = at(i);
    tail_ = kept;
    first_ = head_ == tail_ ? kNever : at(head_).tick;
    find_first_effect();
    return taken;
  }
  std::vector<TimedEvent> all() const {
    std::vector<TimedEvent> out;
    for (unsigned i = head_; i != tail_; ++i)
      out.push_back(at(i));
    return out;
  }

private:
  static constexpr unsigned kFirstSize = 16; // a power of two
  static bool before(Tick tick, TimedEvent::Source source, const TimedEvent& b) {
    if (tick > b.tick) [[likely]]
      return false;
    return tick < b.tick || source < b.source;
  }
  unsigned size() const { return tail_ - head_; }
  TimedEvent& at(unsigned i) { return ring_[i & mask_]; }
  const TimedEvent& at(unsigned i) const { return ring_[i & mask_]; }
  void find_first_effect() {
    first_effect_ = kNever;
    for (unsigned i = head_; i != tail_ && first_effect_ == kNever; ++i)
      if (at(i).source == TimedEvent::Source::Outside) first_effect_ = at(i).tick;
  }
  [[gnu::noinline]] void grow() {
    const unsigned mask = mask_ * 2 + 1;
    auto larger = std::make_unique<TimedEvent[]>(mask + 1);
    for (unsigned i = head_; i != tail_; ++i)
      larger[i & mask] = at(i);
    ring_ = std::move(larger);
    mask_ = mask;
  }

  std::unique_ptr<TimedEvent[]> ring_ = std::make_unique<TimedEvent[]>(kFirstSize);
  unsigned mask_ = kFirstSize - 1;
  unsigned head_ = 0, tail_ = 0; // count up and wrap; the difference is the size
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
