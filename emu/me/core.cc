// Events that have come to a microengine, applied in order, and the choice of the next context.
#include "emu/me/core.h"

namespace ixp::me {

void Core::settle(Tick end) {
  if (wakes_at_ && end == kernel_.horizon())
    step(end - 1);
  else if (end > 0)
    catch_up(end - 1);
}

void Core::catch_up_slow(Tick local) {
  take_until(local, [this](const TimedEvent& e, Tick when) {
    if (e.kind == TimedEvent::Kind::Signal) [[likely]]
      raise(e.ctx, e.what, when);
    else
      apply(e, when);
  });
  // The previous microengine sees how full the ring is: no word of later than shared time.
  if (has_words()) nn_catch_up(std::min(local, kernel_.now()));
}

Tick Core::await_event(Tick end) {
  do {
    const Tick next = first();
    const Tick at = next == kNever ? kNever : edge(next);
    if (at >= end) {
      set_idle(true);
      return at;
    }
    set_cycle(whole_cycles(at));
    catch_up_slow(at);
  } while (!arbitrate());
  return 0;
}

void Core::apply(TimedEvent e, Tick when) {
  switch (e.kind) {
  case TimedEvent::Kind::OutsideWrite:
    nn_catch_up(when);
    write_csr(e.what, e.value, active(), cycle_of(when));
    break;
  case TimedEvent::Kind::Expect: // registers wrap round in their file, as counted by units
    await_words(e.what / kFile * kFile, e.what % kFile, e.value);
    break;
  case TimedEvent::Kind::Signal: raise(e.ctx, e.what, when); break;
  case TimedEvent::Kind::Timer:
    raise(e.ctx, signal_bit(s_.ctx[e.ctx].future_signal), when);
    start_timer(e.ctx, cycle_of(when));
    break;
  }
}

bool Core::apply_pending() {
  while (!s_.pending.empty() && s_.pending.front().due <= s_.instructions) {
    const PendingWrite w = s_.pending.front();
    if (!writes_ahead(w.address)) {
      if (!at_shared_time()) return false;
      catch_up(kernel_.now());
    }
    s_.pending.pop();
    write_csr(w.address, w.value, w.ctx, cycle());
  }
  return true;
}

// Shows where the executing context last started, not its current instruction.
uint32_t Core::read_csr_from_outside(uint16_t address, Tick now) {
  catch_up(now);
  if (address == csr::ActiveCtxSts) return active_context_status(active(), s_.ctx[active()].pc);
  return read_csr(address, active(), cycle_of(now));
}

bool Core::ring_full(bool from_self) {
  if (nn_self() != from_self) return false;
  if (from_self)
    nn_catch_up(kernel_.now());
  else if (kernel_.now() > 0)
    catch_up(kernel_.now() - 1); // words of this tick are not visible yet
  return nn_entries() >= params_.nn_full_at;
}

} // namespace ixp::me
