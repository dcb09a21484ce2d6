#include "emu/me/watch.h"

#include "emu/kernel/frame_watch.h"

#include <algorithm>
#include <bit>

namespace ixp::me {

void Watch::listen(EventStream* to) {
  diary_ = heard(to) ? to->diary() : nullptr;
  pages_ = diary_ ? &diary_->page(size_t{me_} * kContexts) : nullptr;
  if (to == events_) return;
  events_ = to;
  stalled_from_ = kNever;
}

void Watch::context(EventKind kind, unsigned ctx, Tick when, unsigned pc, uint32_t wakeup) {
  if (pages_) pages_[ctx].context(kind, when, pc, wakeup);
  if (!events_->wants(kind)) return;
  const EventSource source{static_cast<int>(me_), static_cast<int>(ctx), static_cast<int>(pc)};
  events_->add(kind, me_slot(me_), when, source, ctx).context = {wakeup, when};
}

void Watch::signals(unsigned ctx, unsigned signals, Tick when) {
  if (!events_->wants(EventKind::Signal)) return;
  const EventSource source{static_cast<int>(me_), static_cast<int>(ctx), -1};
  for (; signals; signals &= signals - 1) {
    const auto number = static_cast<uint8_t>(std::countr_zero(signals));
    events_->add(EventKind::Signal, me_slot(me_), when, source, ctx << 4 | number).signal = {
        number};
  }
}

// Separate from frequent events, to keep their path fast.
[[gnu::noinline]] void Watch::tell_stalled(const Command& c, EventSource source) {
  const Tick from = std::exchange(stalled_from_, kNever);
  if (from >= c.issued || !events_->wants(EventKind::Stalled)) return;
  events_->add(EventKind::Stalled, me_slot(me_), c.issued, source).context = {0, from};
}

// The source is the executing context; indirect_ref may name another one in c.ctx.
void Watch::issued(const Command& c, int running) {
  if (diary_) diary_->issued(me_, static_cast<unsigned>(running), c);
  const EventSource source{static_cast<int>(me_), running, c.pc};
  if (stalled_from_ != kNever) [[unlikely]]
    tell_stalled(c, source);
  events_->add_command(EventKind::Issued, me_slot(me_), c.issued, source, c, c.issued);
}

// Words are reported when they are put and taken; they become visible later.
void Watch::neighbour(RingAction action, unsigned receiver, uint32_t word, Tick when,
                      EventSource at) {
  if (!events_->wants(EventKind::Ring)) return;
  const QueuePlace place{QueuePlace::Neighbour, static_cast<uint8_t>(receiver), 0};
  Event& e = events_->add_ring(me_slot(me_), when, at, {&word, 1});
  e.ring.action = action;
  e.ring.place = place;
  if (frames_) e.ring.tag = frames_->frame_in(place, {&word, 1});
}

bool Watch::observe(InstructionObserver& observer, const std::vector<uint16_t>& addresses) {
  InstructionMarks own;
  for (const uint16_t a : addresses)
    if (a < own.size()) own.set(a);
  const auto known =
      std::ranges::find(observers_, &observer, [](const auto& o) { return o.first; });
  if (known != observers_.end())
    known->second = own;
  else
    observers_.emplace_back(&observer, own);
  InstructionMarks all;
  for (const auto& [watching, its] : observers_)
    all |= its;
  return std::exchange(marks_, all) != all;
}

void Watch::tell_observers(int ctx, unsigned pc, Tick now) const {
  for (const auto& [observer, their_marks] : observers_)
    if (their_marks[pc]) observer->issues(me_, static_cast<unsigned>(ctx), pc, now);
}

} // namespace ixp::me
