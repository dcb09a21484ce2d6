// Signals a microengine sends, timers, and what others announce or write at a known tick.
#include "emu/me/core.h"

#include <algorithm>

namespace ixp::me {

static TimedEvent outside_event(Tick tick, TimedEvent::Kind kind) {
  TimedEvent e;
  e.tick = tick;
  e.source = TimedEvent::Source::Outside;
  e.kind = kind;
  return e;
}

void Core::write_csr_later(uint16_t address, uint32_t value, Tick effect) {
  const Tick at = align_up(effect, div_);
  TimedEvent e = outside_event(at, TimedEvent::Kind::OutsideWrite);
  e.place = events.rows.put({address, value});
  events.insert_outside(e);
  if (address <= csr::UstoreDataUpper) may_signal_neighbours(); // nobody knows what with
  if (idle) step_by(at);
}

void Core::expect(unsigned first, unsigned count) {
  const Tick at = align_up(kernel.now() + kernel.lookahead(), div_);
  TimedEvent e = outside_event(at, TimedEvent::Kind::Expect);
  e.place = events.rows.put({static_cast<uint16_t>(first), count});
  events.insert_outside(e);
}

void Core::expect_look(Tick tick) {
  // Whoever sleeps takes nothing out: looks that were slept through are over.
  while (idle && events.due(kernel.now()) && events.front().kind == TimedEvent::Kind::Look)
    events.take();
  events.insert_outside(outside_event(align_up(tick, div_), TimedEvent::Kind::Look));
}

void Core::settle_expected_slow(Tick now) {
  for (const TimedEvent& e : events.take_where([&](const TimedEvent& e) {
         return e.kind == TimedEvent::Kind::Expect && e.tick <= now;
       }))
    apply(e);
}

void Core::hear_signals_ahead(Tick ticks) {
  swaps_ahead = neighbours_signal ? std::min(ticks, params.me(params.signal_neighbour)) : ticks;
}

void Core::may_signal_neighbours() {
  for (Core* neighbour : {previous, next}) {
    if (!neighbour) continue;
    neighbour->neighbours_signal = true;
    neighbour->hear_signals_ahead(neighbour->swaps_ahead);
  }
}

// [2:0] context, [6:3] signal; [7]: the context is implied.
void Core::send_signal(uint16_t csr_address, uint32_t value) {
  if (csr_address == csr::SameMeSignal) return signal_self(value, cycle);
  TimedEvent e;
  e.kind = TimedEvent::Kind::Signal;
  e.place = signal_bit(value >> 3 & 15);
  const bool to_next = csr_address == csr::NextNeighborSignal;
  Core* neighbour = to_next ? next : previous;
  if (!neighbour) return; // nobody there: the signal is lost
  e.ctx = static_cast<uint8_t>(value >> 7 & 1 ? static_cast<unsigned>(s.running) : value & 7);
  e.source = to_next ? TimedEvent::Source::Previous : TimedEvent::Source::Next;
  e.tick = tick() + params.me(params.signal_neighbour);
  neighbour->events.insert(e);
  if (neighbour->idle) neighbour->step_by(e.tick);
}

void Core::signal_self(uint32_t value, uint64_t at_cycle) {
  const Tick at = at_cycle * div_ + params.me(params.signal_same_me);
  TimedEvent& e = events.add(at, TimedEvent::Source::Self);
  e.kind = TimedEvent::Kind::Signal;
  e.place = signal_bit(value >> 3 & 15);
  unsigned ctx = value;
  if (value >> 7 & 1) [[unlikely]]
    ctx = static_cast<unsigned>(s.running) + (four_contexts() ? 2 : 1);
  e.ctx = static_cast<uint8_t>(ctx % kContexts);
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
