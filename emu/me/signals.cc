// Signals, timers and what comes from outside at a known tick.
#include "emu/me/core.h"

namespace ixp::me {

void Core::catch_up_slow(Tick now) {
  while (events.due(now))
    apply(events.take());
  nn_catch_up(now);
}

void Core::apply(const TimedEvent& e) {
  switch (e.kind) {
  case TimedEvent::Kind::OutsideWrite:
    nn_catch_up(e.tick);
    write_csr(e.address, e.value, s.running >= 0 ? static_cast<unsigned>(s.running) : s.last_ran,
              cycle_of(e.tick));
    break;
  case TimedEvent::Kind::Expect: // registers wrap round in their file, as units count them
    for (unsigned i = 0; i < e.value; ++i)
      ++s.outstanding[e.address / kFile * kFile + (e.address + i) % kFile];
    break;
  case TimedEvent::Kind::Look: break; // it is enough to have been here
  case TimedEvent::Kind::Signal: raise(e.ctx, e.signal, e.tick); break;
  case TimedEvent::Kind::Timer:
    raise(e.ctx, s.ctx[e.ctx].future_signal, e.tick);
    start_timer(e.ctx, cycle_of(e.tick));
    break;
  }
}

void Core::signal_from_unit(unsigned ctx, unsigned signal, Tick now) {
  if (now > 0) catch_up(now - 1); // events of this very tick come when the microengine acts
  raise(ctx, signal, now);
}

void Core::write_csr_later(uint16_t address, uint32_t value, Tick effect) {
  const Tick at = align_up(effect, div_);
  events.insert(
      {at, TimedEvent::Source::Outside, TimedEvent::Kind::OutsideWrite, 0, 0, address, value});
  if (idle) step_by(at);
}

void Core::expect(unsigned first, unsigned count) {
  const Tick at = align_up(kernel.now() + kernel.lookahead(), div_);
  events.insert({at, TimedEvent::Source::Outside, TimedEvent::Kind::Expect, 0, 0,
                 static_cast<uint16_t>(first), count});
}

void Core::expect_look(Tick tick) {
  events.insert(
      {align_up(tick, div_), TimedEvent::Source::Outside, TimedEvent::Kind::Look, 0, 0, 0, 0});
}

void Core::settle_expected_slow(Tick now) {
  events.take_expected(now, [&](const TimedEvent& e) { apply(e); });
}

// [2:0] context, [6:3] signal; [7]: the context is implied.
void Core::send_signal(uint16_t csr_address, uint32_t value) {
  const unsigned signal = value >> 3 & 15, me = static_cast<unsigned>(s.running);
  const bool implied = value >> 7 & 1;
  unsigned ctx = value & 7;
  TimedEvent e;
  e.kind = TimedEvent::Kind::Signal;
  e.signal = static_cast<uint8_t>(signal);
  if (csr_address == csr::SameMeSignal) {
    if (implied) ctx = four_contexts() ? (me + 2) % kContexts : (me + 1) % kContexts;
    e.ctx = static_cast<uint8_t>(ctx);
    e.source = TimedEvent::Source::Self;
    e.tick = tick() + params.me(params.signal_same_me);
    events.insert(e);
    return;
  }
  const bool to_next = csr_address == csr::NextNeighborSignal;
  Core* neighbour = to_next ? next : previous;
  if (!neighbour) return; // nobody there: the signal is lost
  e.ctx = static_cast<uint8_t>(implied ? me : ctx);
  e.source = to_next ? TimedEvent::Source::Previous : TimedEvent::Source::Next;
  e.tick = tick() + params.me(params.signal_neighbour);
  neighbour->events.insert(e);
  if (neighbour->idle) neighbour->step_by(e.tick);
}

// FUTURE_COUNT is compared with TIMESTAMP_LOW[15:0]; the signal comes when the two become equal.
void Core::start_timer(unsigned ctx, uint64_t from) {
  Context& c = s.ctx[ctx];
  events.cancel_timer(ctx);
  if (c.future_signal == 0) return;
  const uint64_t now = timestamp(from);
  const uint64_t ahead = ((c.future_count - now - 1) & 0xffff) + 1; // 1..65536 timer steps
  const uint64_t in_step = from % params.clock_timestamp_div;
  TimedEvent e;
  e.tick = (from - in_step + ahead * params.clock_timestamp_div) * div_;
  e.source = TimedEvent::Source::Timer;
  e.kind = TimedEvent::Kind::Timer;
  e.ctx = static_cast<uint8_t>(ctx);
  events.insert(e);
  if (idle) step_by(e.tick);
}

} // namespace ixp::me
