// Events waiting for their tick: a calendar (R. Brown, "Calendar queues", CACM 31(10), 1988) with a
// day for each of the next kDays ticks. Nearly all events are reported close to their time, and
// most after the others of their tick, so insertion needs no search. Records do not move, so events
// may be added while others are removed.
#pragma once

#include "emu/kernel/event.h"
#include "emu/kernel/rare.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ixp {

class EventCalendar {
public:
  static constexpr unsigned kMaxWords = 16;
  struct alignas(64) Record {
    Event event;
    uint32_t order = 0;
    Record* next = nullptr;                // of its day; the last one points to the first
    std::array<uint32_t, kMaxWords> words; // of a ring
  };

  // All events of earlier ticks have been removed.
  Tick begin() const { return begin_; }
  // Discards all events and starts at `begin`.
  void restart(Tick begin);

  // A record for an event, to be filled in and entered.
  [[gnu::always_inline]] Record& blank() {
    if (!free_) [[unlikely]]
      grow();
    Record& r = *free_;
    free_ = r.next;
    return r;
  }
  // Tick, kind and order are set; the tick is not before begin(). Events of one tick are ordered by
  // `order`, then by insertion.
  [[gnu::always_inline]] void enter(Record& r) {
    if (r.event.tick - begin_ < near_) [[likely]]
      enter_day(r, r.event.tick % kDays);
    else
      enter_elsewhere(r);
  }

  // Removes all events before `end` and calls hear(event) for each. Events added meanwhile must not
  // be before `end`.
  template <class Hear> void take(Tick end, Hear hear) {
    while (begin_ < end)
      take_part(std::min(end, begin_ + kDays), hear);
  }

private:
  static constexpr unsigned kDays = 4096;
  static constexpr unsigned kFarDay = kDays; // all later ones

  [[gnu::always_inline]] void enter_day(Record& r, size_t day) {
    Record* const last = last_[day];
    if (!last) {
      busy_[day / 64] |= uint64_t{1} << day % 64;
      r.next = &r;
    } else if (last->order <= r.order) {
      r.next = last->next;
      last->next = &r;
    } else {
      Record* before = last;
      while (before->next->order <= r.order)
        before = before->next;
      r.next = before->next;
      before->next = &r;
      return;
    }
    last_[day] = &r;
  }

  template <class Hear> void take_part(Tick end, Hear hear) {
    Tick tick = std::exchange(begin_, end);
    near_ = tick + kDays - end;
    while (tick < end) { // days that share a word
      const size_t first = tick % kDays;
      const Tick next = std::min((tick | 63) + 1, end);
      const uint64_t these = ~uint64_t{0} >> (64 - (next - tick)) << first % 64;
      uint64_t busy = busy_[first / 64] & these;
      busy_[first / 64] &= ~these;
      for (; busy; busy &= busy - 1)
        take_day(first / 64 * 64 + static_cast<size_t>(std::countr_zero(busy)), hear);
      tick = next;
    }
    near_ = kDays;
    if (last_[kFarDay]) [[unlikely]]
      enter_far();
  }
  template <class Hear> void take_day(size_t day, Hear hear) {
    Record* const last = std::exchange(last_[day], nullptr);
    Record* const first = last->next;
    for (const Record* r = first;; r = r->next) {
      hear(r->event);
      if (r == last) break;
    }
    last->next = std::exchange(free_, first);
  }
  void enter_far();
  IXP_RARE void enter_elsewhere(Record& r);
  IXP_RARE void grow();

  Tick begin_ = 0;
  Tick near_ = kDays; // number of ticks from begin_ on that have days; fewer while events are
                      // removed
  std::array<Record*, kDays + 1> last_{};
  std::array<uint64_t, kDays / 64 + 1> busy_{}; // days that have events
  Record* free_ = nullptr;
  std::vector<std::unique_ptr<Record[]>> all_;
};

} // namespace ixp
