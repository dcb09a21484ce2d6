// Completions, signals, timers and what comes from outside at a known tick.
#include "emu/me/core.h"

#include <algorithm>
#include <bit>

namespace ixp::me {

Tick Core::catch_up_slow(Tick local) {
  Tick wait = 0;
  while (events.due(local)) {
    if (events.front().kind == TimedEvent::Kind::Completion) {
      wait = wait_for(events.front());
      if (wait) break;
    }
    apply(events.take());
  }
  // The previous microengine sees how full the ring is: no word of later than shared time.
  if (!nn_inbox.empty()) nn_catch_up(std::min(local, kernel.now()));
  return wait;
}

// Words that the unit does not know yet have to wait; and where more are on their way to the same
// register, some may be pushed in shared time.
Tick Core::wait_for(const TimedEvent& e) const {
  const Tick now = kernel.now();
  if (e.tick <= now) return 0;
  const Completion& c = events.completions[e.place];
  if (c.words == 0) return 0;
  if (c.known > now) return c.known;
  const uint8_t* outstanding = &s.outstanding[in_file(c.file)];
  for (unsigned i = 0; i < c.words; ++i)
    if (outstanding[(c.first + i) % kFile] > 1) return e.tick;
  return 0;
}

// What happens before the unit that acts now, as if each unit acted in its turn.
void Core::catch_up_with_units(Tick now) {
  if (now > 0) catch_up(now - 1);
  if (!events.due(now)) return;
  const auto acting = static_cast<TimedEvent::Source>(completion_order(kernel.acting(), 0));
  while (events.due(now) && events.front().source < acting)
    apply(events.take());
}

void Core::apply(const TimedEvent& e) {
  switch (e.kind) {
  case TimedEvent::Kind::OutsideWrite: {
    const Row row = events.rows.take(e.place);
    nn_catch_up(e.tick);
    write_csr(row.address, row.value,
              s.running >= 0 ? static_cast<unsigned>(s.running) : s.last_ran, cycle_of(e.tick));
    break;
  }
  case TimedEvent::Kind::Expect: { // registers wrap round in their file, as units count them
    const Row row = events.rows.take(e.place);
    for (unsigned i = 0; i < row.value; ++i)
      ++s.outstanding[row.address / kFile * kFile + (row.address + i) % kFile];
    break;
  }
  case TimedEvent::Kind::Look: break; // it is enough to have been here
  case TimedEvent::Kind::Completion: complete(e); break;
  case TimedEvent::Kind::Signal: raise(e.ctx, e.signal, e.tick); break;
  case TimedEvent::Kind::Timer:
    raise(e.ctx, s.ctx[e.ctx].future_signal, e.tick);
    start_timer(e.ctx, cycle_of(e.tick));
    break;
  }
}

// Shared time may be behind the tick: a unit that was to pull words at this tick and has not done
// so yet gets them now, and they are those of the tick, because writing to such a register needs
// shared time.
void Core::complete(const TimedEvent& e) {
  const Completion& c = events.completions.take(e.place);
  if (c.unit) {
    const uint32_t* words = c.unit->complete(c.id);
    const unsigned file = in_file(c.file);
    for (unsigned i = 0; i < c.words; ++i)
      arrive(file + (c.first + i) % kFile, words[i]);
  }
  for (unsigned signals = c.signals; signals; signals &= signals - 1)
    raise(e.ctx, static_cast<unsigned>(std::countr_zero(signals)), e.tick);
}

void Core::complete_at(const Completion& c) {
  TimedEvent e;
  e.tick = c.tick;
  e.source = static_cast<TimedEvent::Source>(c.order);
  e.ctx = c.ctx;
  if (!c.unit && std::has_single_bit(c.signals)) {
    e.kind = TimedEvent::Kind::Signal;
    e.signal = static_cast<uint8_t>(std::countr_zero(c.signals));
  } else {
    e.kind = TimedEvent::Kind::Completion;
    e.place = events.completions.put(c);
  }
  events.insert(e);
  if (idle) step_by(c.tick);
}

void Core::signal_from_unit(unsigned ctx, unsigned signal, Tick now) {
  catch_up_with_units(now); // other events of this very tick come when the microengine acts
  raise(ctx, signal, now);
}

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
  events.insert(e);
  if (address <= csr::UstoreDataUpper) signals_neighbours = true; // nobody knows what with
  if (idle) step_by(at);
}

void Core::expect(unsigned first, unsigned count) {
  const Tick at = align_up(kernel.now() + kernel.lookahead(), div_);
  TimedEvent e = outside_event(at, TimedEvent::Kind::Expect);
  e.place = events.rows.put({static_cast<uint16_t>(first), count});
  events.insert(e);
}

void Core::expect_look(Tick tick) {
  events.insert(outside_event(align_up(tick, div_), TimedEvent::Kind::Look));
}

void Core::settle_expected_slow(Tick now) {
  for (const TimedEvent& e : events.take_where([&](const TimedEvent& e) {
         return e.kind == TimedEvent::Kind::Expect && e.tick <= now;
       }))
    apply(e);
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
