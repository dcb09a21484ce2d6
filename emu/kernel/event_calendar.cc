#include "emu/kernel/event_calendar.h"

#include <fmt/format.h>
#include <stdexcept>

namespace ixp {

void EventCalendar::restart(Tick begin) {
  *this = {};
  begin_ = begin;
}

void EventCalendar::enter_elsewhere(Record& r) {
  if (r.event.tick < begin_)
    throw std::logic_error(fmt::format("event '{}' of tick {} is reported when those of tick {} "
                                       "were delivered",
                                       name(r.event.kind), r.event.tick, begin_ - 1));
  enter_day(r, kFarDay);
}

// Events added earlier for days that are now near precede all others of these days.
void EventCalendar::enter_far() {
  Record* const last = std::exchange(last_[kFarDay], nullptr);
  Record* next = last->next;
  while (true) {
    Record* const r = std::exchange(next, next->next);
    enter(*r);
    if (r == last) return;
  }
}

void EventCalendar::grow() {
  constexpr size_t kMore = 256;
  Record* const more = all_.emplace_back(std::make_unique<Record[]>(kMore)).get();
  for (size_t i = 0; i < kMore; ++i)
    more[i].next = std::exchange(free_, &more[i]);
}

} // namespace ixp
