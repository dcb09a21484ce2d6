// Signals sent by a microengine, timers, and announcements and writes by others at a known tick.
#include "emu/me/core.h"

#include <algorithm>

namespace ixp::me {

void Core::write_csr_later(uint16_t address, uint32_t value, Tick effect) {
  TimedEvent e;
  e.tick = align_up(effect, div_);
  e.source = TimedEvent::Source::Outside;
  e.kind = TimedEvent::Kind::OutsideWrite;
  e.what = address;
  e.value = value;
  inbox.add(e);
  inbox.announce(e.tick, kernel.now());
  if (address <= csr::UstoreDataUpper) may_signal_neighbours(); // the program may change
  if (idle) step_by(e.tick);
}

void Core::signal_later(unsigned ctx, unsigned signals, Tick at) {
  TimedEvent e;
  e.tick = at;
  e.source = TimedEvent::Source::Announced;
  e.kind = TimedEvent::Kind::Signal;
  e.what = static_cast<uint16_t>(signals);
  e.ctx = static_cast<uint8_t>(ctx);
  inbox.add(e);
  if (idle) step_by(at);
}

void Core::expect(unsigned first, unsigned count) {
  TimedEvent e;
  e.tick = align_up(kernel.now() + kernel.lookahead(), div_);
  e.source = TimedEvent::Source::Announced;
  e.kind = TimedEvent::Kind::Expect;
  e.what = static_cast<uint16_t>(first);
  e.value = count;
  inbox.add(e);
  inbox.announce(e.tick, kernel.now());
}

void Core::swap_ahead(Tick ticks) {
  swaps_ahead = neighbours_signal ? std::min(ticks, params.me(params.signal_neighbour)) : ticks;
}

void Core::may_signal_neighbours() {
  for (Core* neighbour : {previous, next}) {
    if (!neighbour) continue;
    neighbour->neighbours_signal = true;
    neighbour->swap_ahead(neighbour->swaps_ahead);
  }
}

// [2:0] context, [6:3] signal; [7]: the context is implied.
void Core::send_signal(uint16_t csr_address, uint32_t value) {
  if (csr_address == csr::SameMeSignal) return signal_self(value, cycle);
  TimedEvent e;
  e.kind = TimedEvent::Kind::Signal;
  e.what = signal_bit(value >> 3 & 15);
  const bool to_next = csr_address == csr::NextNeighborSignal;
  Core* neighbour = to_next ? next : previous;
  if (!neighbour) return; // the end of the chain: the signal is lost
  e.ctx = static_cast<uint8_t>(value >> 7 & 1 ? static_cast<unsigned>(s.running) : value & 7);
  e.source = to_next ? TimedEvent::Source::Previous : TimedEvent::Source::Next;
  e.tick = tick() + params.me(params.signal_neighbour);
  neighbour->inbox.add(e);
  if (neighbour->idle) neighbour->step_by(e.tick);
}

void Core::signal_self(uint32_t value, uint64_t at_cycle) {
  unsigned ctx = value;
  if (value >> 7 & 1) [[unlikely]]
    ctx = static_cast<unsigned>(s.running) + (four_contexts() ? 2 : 1);
  TimedEvent e;
  e.tick = at_cycle * div_ + params.me(params.signal_same_me);
  e.source = TimedEvent::Source::Self;
  e.kind = TimedEvent::Kind::Signal;
  e.what = signal_bit(value >> 3 & 15);
  e.ctx = static_cast<uint8_t>(ctx % kContexts);
  inbox.add(e);
}

// FUTURE_COUNT is compared with TIMESTAMP_LOW[15:0]; the signal comes when the two become equal.
void Core::start_timer(unsigned ctx, uint64_t from) {
  Context& c = s.ctx[ctx];
  inbox.cancel_timer(ctx);
  if (c.future_signal == 0) return;
  const uint64_t now = timestamp(from);
  const uint64_t ahead = ((c.future_count - now - 1) & 0xffff) + 1; // 1..65536 timer steps
  const uint64_t in_step = from % params.clock_timestamp_div;
  TimedEvent e;
  e.tick = (from - in_step + ahead * params.clock_timestamp_div) * div_;
  e.source = TimedEvent::Source::Timer;
  e.kind = TimedEvent::Kind::Timer;
  e.ctx = static_cast<uint8_t>(ctx);
  inbox.add(e);
  if (idle) step_by(e.tick);
}

} // namespace ixp::me
