// Events of a microengine for probes.
#include "emu/me/core.h"

#include <bit>
#include <utility>

namespace ixp::me {

void Core::listen(EventStream* to) {
  diary = heard(to) ? to->diary() : nullptr;
  pages = diary ? &diary->page(size_t{index} * kContexts) : nullptr;
  if (to == stream) return;
  stream = to;
  stalled_from = kNever;
}

void Core::tell_context(EventKind kind, unsigned ctx, Tick when, unsigned at_pc, uint32_t wakeup) {
  if (pages) pages[ctx].context(kind, when, at_pc, wakeup);
  if (!stream->wants(kind)) return;
  const EventSource source{static_cast<int>(index), static_cast<int>(ctx), static_cast<int>(at_pc)};
  stream->add(kind, me_slot(index), when, source, ctx).context = {wakeup, when};
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

// Separate from frequent events, to keep their path fast.
[[gnu::noinline]] static void tell_stalled(Core& core, const Command& c) {
  const Tick from = std::exchange(core.stalled_from, kNever);
  if (from >= c.issued || !core.stream->wants(EventKind::Stalled)) return;
  const EventSource source{static_cast<int>(core.index), core.s.running, c.pc};
  core.stream->add(EventKind::Stalled, me_slot(core.index), c.issued, source).context = {0, from};
}

// The executing context; not c.ctx if indirect_ref names another one.
[[gnu::noinline]] static void add_issued(const Core& core, const Command& c) {
  const EventSource source{static_cast<int>(core.index), core.s.running, c.pc};
  core.stream->add_command(EventKind::Issued, me_slot(core.index), c.issued, source, c, c.issued);
}

void Core::tell_issued(const Command& c) {
  if (diary) diary->issued(index, static_cast<unsigned>(s.running), c);
  if (stalled_from != kNever) [[unlikely]]
    tell_stalled(*this, c);
  if (stream->wants(EventKind::Issued)) add_issued(*this, c);
}

// Words between neighbours are reported when they are put and taken; they become visible later.
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
