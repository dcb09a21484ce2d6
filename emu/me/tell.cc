// What probes hear of a microengine.
#include "emu/me/core.h"

#include <bit>
#include <utility>

namespace ixp::me {

void Core::listen(EventStream* to) {
  stream = to;
  besides = static_cast<uint8_t>((besides & ~kProbes) | (heard(to) ? kProbes : 0));
  stalled_from = kNever;
}

// Nearly always it is one. Apart from that, as with stalls below: what is told often is quicker.
[[gnu::noinline]] static void tell_each(Core& core, unsigned ctx, unsigned signals, Tick when) {
  for (; signals; signals &= signals - 1)
    core.tell_signals(ctx, signals & -signals, when);
}

void Core::tell_signals(unsigned ctx, unsigned signals, Tick when) {
  if (!stream->wants(EventKind::Signal)) return;
  if (!std::has_single_bit(signals)) [[unlikely]]
    return tell_each(*this, ctx, signals, when);
  const EventSource source{static_cast<int>(index), static_cast<int>(ctx), -1};
  const auto number = static_cast<uint8_t>(std::countr_zero(signals));
  stream->add(EventKind::Signal, me_slot(index), when, source, ctx << 4 | number).signal = {number};
}

void Core::tell_context_event(EventKind kind, unsigned ctx, Tick when, unsigned at_pc,
                              uint32_t wakeup) {
  const EventSource source{static_cast<int>(index), static_cast<int>(ctx), static_cast<int>(at_pc)};
  stream->add(kind, me_slot(index), when, source, ctx).context = {wakeup, when};
}

[[gnu::noinline]] static void tell_stalled(Core& core, const Command& c) {
  const Tick from = std::exchange(core.stalled_from, kNever);
  if (from >= c.issued || !core.stream->wants(EventKind::Stalled)) return;
  const EventSource source{static_cast<int>(core.index), core.s.running, c.pc};
  core.stream->add(EventKind::Stalled, me_slot(core.index), c.issued, source).context = {0, from};
}

void Core::tell_issued(const Command& c) {
  if (ContextDiary* diary = stream->diary())
    diary->issued(index, static_cast<unsigned>(s.running), c);
  if (stalled_from != kNever) [[unlikely]]
    tell_stalled(*this, c);
  if (!stream->wants(EventKind::Issued)) return;
  // Who runs is not c.ctx where indirect_ref names another context.
  const EventSource source{static_cast<int>(index), s.running, c.pc};
  Event::OfCommand& e = stream->add(EventKind::Issued, me_slot(index), c.issued, source).command;
  e.op = c.op;
  e.signal = c.signal;
  e.count = c.count;
  e.address = c.address;
  e.issued = e.since = c.issued;
}

// Words between neighbours are reported when they are put and taken; they are seen later.
void Core::tell_neighbour(RingAction action, unsigned receiver, uint32_t word) {
  if (!stream->wants(EventKind::Ring)) return;
  const EventSource source{static_cast<int>(index), s.running, pc};
  const QueuePlace place{QueuePlace::Neighbour, static_cast<uint8_t>(receiver), 0};
  Event& e = stream->add_ring(me_slot(index), tick(), source, {&word, 1});
  e.ring.action = action;
  e.ring.place = place;
  if (frame_watch) e.ring.tag = frame_watch->frame_in(place, {&word, 1});
}

void Core::tell_observers() const {
  for (const auto& [observer, their_marks] : instruction_observers)
    if (their_marks[pc]) observer->issues(index, static_cast<unsigned>(s.running), pc, tick());
}

} // namespace ixp::me
