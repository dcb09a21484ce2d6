// All that reaches a microengine: words and signals of units at their ticks, and events of its
// inbox, which it sends itself, as timers too, or others announce or send. Then the choice of the
// next context.
#include "emu/me/contexts.h"
#include "emu/me/outstanding.h"

#include <algorithm>

namespace ixp::me {

using Source = TimedEvent::Source;
using Kind = TimedEvent::Kind;

static TimedEvent signal_to(unsigned ctx, unsigned signals) {
  return {Kind::Signal, static_cast<uint8_t>(ctx), static_cast<uint16_t>(signals), 0};
}

void Core::write_csr_later(uint16_t address, uint32_t value, Tick effect) {
  const Tick at = align_up(effect, div_);
  inbox.add(at, Source::Outside, {Kind::OutsideWrite, 0, address, value});
  inbox.announce(at, kernel.now());
  if (address <= csr::UstoreDataUpper) may_signal_neighbours(); // the program may change
  if (idle) step_by(at);
}

void Core::signal_later(unsigned ctx, unsigned signals, Tick at) {
  inbox.add(at, Source::Announced, signal_to(ctx, signals));
  if (idle) step_by(at);
}

void Core::expect(unsigned first, unsigned count) {
  const Tick at = align_up(kernel.now() + kernel.lookahead(), div_);
  inbox.add(at, Source::Announced, {Kind::Expect, 0, static_cast<uint16_t>(first), count});
  inbox.announce(at, kernel.now());
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
  const bool to_next = csr_address == csr::NextNeighborSignal;
  Core* neighbour = to_next ? next : previous;
  if (!neighbour) return; // the end of the chain: the signal is lost
  const unsigned ctx = value >> 7 & 1 ? static_cast<unsigned>(s.running) : value & 7;
  const Tick at = tick() + params.me(params.signal_neighbour);
  neighbour->inbox.add(at, to_next ? Source::Previous : Source::Next,
                       signal_to(ctx, signal_bit(value >> 3 & 15)));
  if (neighbour->idle) neighbour->step_by(at);
}

void Core::signal_self(uint32_t value, uint64_t at_cycle) {
  unsigned ctx = value;
  if (value >> 7 & 1) [[unlikely]]
    ctx = static_cast<unsigned>(s.running) + (four_contexts() ? 2 : 1);
  inbox.add((at_cycle + params.signal_same_me) * div_, Source::Self,
            signal_to(ctx % kContexts, signal_bit(value >> 3 & 15)));
}

// FUTURE_COUNT is compared with TIMESTAMP_LOW[15:0]; the signal comes when the two become equal.
void Core::start_timer(unsigned ctx, uint64_t from) {
  Context& c = s.ctx[ctx];
  inbox.cancel_timer(ctx);
  if (c.future_signal == 0) return;
  const uint64_t now = timestamp(from);
  const uint64_t ahead = ((c.future_count - now - 1) & 0xffff) + 1; // 1..65536 timer steps
  const uint64_t in_step = from % params.clock_timestamp_div;
  const Tick at = (from - in_step + ahead * params.clock_timestamp_div) * div_;
  inbox.add(at, Source::Timer, {Kind::Timer, static_cast<uint8_t>(ctx), 0, 0});
  if (idle) step_by(at);
}

void Core::leave(unsigned file, unsigned first, unsigned count, uint32_t* words) {
  outstanding::count_down(&s.outstanding[file], first, count);
  const uint32_t* const from = &s.regs[file];
  for (unsigned i = 0; i < count; ++i)
    words[i] = from[(first + i) % kFile];
}

void Core::catch_up_slow(Tick local) {
  inbox.take_until(local, [this](const TimedEvent& e, Tick when) {
    if (e.kind == TimedEvent::Kind::Signal) [[likely]]
      raise(e.ctx, e.what, when);
    else
      apply(e, when);
  });
  // The previous microengine sees how full the ring is: no word of later than shared time.
  if (!nn_inbox.empty()) nn_catch_up(std::min(local, kernel.now()));
}

Tick Core::await_event(Tick end) {
  do {
    const Tick first = inbox.first();
    const Tick at = first == kNever ? kNever : edge(first);
    if (at >= end) {
      idle = true;
      return at;
    }
    cycle = whole_cycles(at);
    catch_up_slow(at);
  } while (!arbitrate());
  return 0;
}

void Core::apply(TimedEvent e, Tick when) {
  switch (e.kind) {
  case TimedEvent::Kind::OutsideWrite:
    nn_catch_up(when);
    write_csr(e.what, e.value, s.running >= 0 ? static_cast<unsigned>(s.running) : s.last_ran,
              cycle_of(when));
    break;
  case TimedEvent::Kind::Expect: { // registers wrap round in their file, as counted by units
    const unsigned file = e.what / kFile * kFile;
    outstanding::count_up(&s.outstanding[file], e.what % kFile, e.value);
    break;
  }
  case TimedEvent::Kind::Signal: raise(e.ctx, e.what, when); break;
  case TimedEvent::Kind::Timer:
    raise(e.ctx, signal_bit(s.ctx[e.ctx].future_signal), when);
    start_timer(e.ctx, cycle_of(when));
    break;
  }
}

} // namespace ixp::me
