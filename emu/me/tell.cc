// What probes hear of a microengine.
#include "emu/me/core.h"

#include <bit>
#include <utility>

namespace ixp::me {

void Core::listen(EventStream* to) {
  stream = to;
  stalled_from = kNever;
}

void Core::tell_signals(unsigned ctx, unsigned signals, Tick when) {
  if (!stream->wants(EventKind::Signal)) return;
  const EventSource source{static_cast<int>(index), static_cast<int>(ctx), -1};
  for (; signals; signals &= signals - 1) {
    const auto number = static_cast<uint8_t>(std::countr_zero(signals));
    stream->add(EventKind::Signal, me_slot(index), when, source, ctx << 4 | number).signal = {
        number};
  }
}

void Core::tell_context(EventKind kind, unsigned ctx, Tick when, unsigned at_pc, uint32_t wakeup) {
  if (!stream->wants(kind)) return;
  const EventSource source{static_cast<int>(index), static_cast<int>(ctx), static_cast<int>(at_pc)};
  stream->add(kind, me_slot(index), when, source, ctx).context = {wakeup, when};
}

void Core::tell_issued(const Command& c) {
  // Who runs is not c.ctx where indirect_ref names another context.
  const EventSource source{static_cast<int>(index), s.running, c.pc};
  const Tick from = std::exchange(stalled_from, kNever);
  if (from != kNever && from < c.issued && stream->wants(EventKind::Stalled))
    stream->add(EventKind::Stalled, me_slot(index), c.issued, source).context = {0, from};
  if (stream->wants(EventKind::Issued))
    stream->add(EventKind::Issued, me_slot(index), c.issued, source).command = {
        c.op, c.signal, c.count, c.address, c.issued, c.issued};
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
