#include "emu/kernel/event_stream.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ixp {

const char* name(EventKind kind) {
  static constexpr const char* kNames[] = {"frame", "element",   "performed", "ring",   "queue",
                                           "dram",  "completed", "granted",   "signal", "waits",
                                           "ready", "runs",      "stalled",   "issued", "hazard"};
  static_assert(std::size(kNames) == kEventKinds);
  return kNames[static_cast<unsigned>(kind)];
}

void EventStream::listen(Probe& probe, EventKinds kinds, Tick from) {
  if (!kHooks) throw std::logic_error("this build has no hooks: probes hear nothing");
  if (from > now() + kEarly) {
    later_.push_back({&probe, kinds, from - kEarly});
    return schedule(next_step(now()));
  }
  flush();
  if (listeners_.empty()) {
    settle_(); // earlier events are not observed
    calendar_.restart(now());
  }
  listeners_.push_back({&probe, kinds});
  listeners_changed();
  if (connect_) connect_(this);
  if (listeners_.size() == 1) schedule(next_step(now()));
}

void EventStream::keep(ContextDiary* diary) {
  diary_ = diary;
  if (connect_ && !listeners_.empty()) connect_(this);
}

void EventStream::add_later(Tick now) {
  const auto due = std::ranges::partition(later_, [&](const Later& l) { return l.from > now; });
  const std::vector<Later> come(due.begin(), due.end());
  later_.erase(due.begin(), due.end());
  for (const Later& l : come)
    listen(*l.probe, l.kinds);
}

Tick EventStream::next_step(Tick now) const {
  Tick next = listeners_.empty() ? kNever : now + kWindow;
  for (const Later& l : later_)
    next = std::min(next, std::max(l.from, now + 1));
  return next;
}

void EventStream::leave(const Probe& probe) {
  std::erase_if(later_, [&](const Later& l) { return l.probe == &probe; });
  for (Listener& l : listeners_)
    if (l.probe == &probe) l.kinds = {};
  listeners_changed();
  if (!delivering_) disconnect();
}

void EventStream::listeners_changed() {
  wanted_ = {};
  only_ = {};
  wants_empty_gets_ = false;
  for (const Listener& l : listeners_) {
    for (unsigned k = 0; k < kEventKinds; ++k) {
      const auto kind = static_cast<EventKind>(k);
      if (l.kinds.has(kind)) only_[k] = wanted_.has(kind) ? nullptr : l.probe;
    }
    wanted_ = wanted_ | l.kinds;
    wants_empty_gets_ |= l.kinds.has(EventKind::Ring) && l.probe->hears_empty_gets();
  }
}

// Removes listeners without kinds, and disconnects the parts if none is left.
void EventStream::disconnect() {
  std::erase_if(listeners_, [](const Listener& l) { return l.kinds.empty(); });
  if (!listeners_.empty()) return;
  if (connect_) connect_(nullptr);
}

Event& EventStream::add_ring(Slot slot, Tick tick, EventSource source,
                             std::span<const uint32_t> words) {
  EventCalendar::Record& r = add_record(EventKind::Ring, slot, tick, source, 0);
  Event::OfRing& ring = r.event.ring = {};
  ring.count = static_cast<uint8_t>(std::min(words.size(), r.words.size()));
  std::copy_n(words.begin(), ring.count, r.words.begin());
  ring.words = r.words.data();
  return r.event;
}

void EventStream::step(Tick now) {
  flush();
  add_later(now);
  schedule(next_step(now));
}

void EventStream::flush() {
  if (listeners_.empty()) return;
  settle_();
  deliver(now());
}

void EventStream::deliver(Tick end) {
  if (delivering_) return; // called by a probe
  delivering_ = true;
  calendar_.take(end, [this](const Event& e) { send(e); });
  delivering_ = false;
  if (!listeners_.empty() && wanted_.empty()) disconnect();
}

void EventStream::send_to_all(const Event& e) {
  const size_t listeners = listeners_.size(); // a listener may be added meanwhile
  for (size_t i = 0; i < listeners; ++i)
    if (listeners_[i].kinds.has(e.kind)) listeners_[i].probe->event(e);
}

} // namespace ixp
