// Arrivals at a microengine: words and signals of units at their ticks, and events of its inbox.
// Then the choice of the next context.
#include "emu/me/contexts.h"
#include "emu/me/outstanding.h"

namespace ixp::me {

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
