#include "emu/memory/memory_unit.h"

namespace ixp {

// Reports the command to probes, and its registers to microengines that did not issue it.
void MemoryUnit::announce(const InFlight& t, Tick arrival) {
  const Command& c = t.command;
  if (heard_) {
    const Slot unit = static_cast<Slot>(slot());
    const EventSource source = source_of(c);
    events_->add_command(EventKind::Performed, unit, t.effect, source, c, arrival);
    if (t.done != kNever)
      events_->add_command(EventKind::Completed, unit, t.done, source, c, t.effect);
  }
  if (t.uncounted_pushes && t.pushes) wiring_.microengines[t.to.me]->expect_push(t.to, t.pushes);
  if (t.uncounted_pulls && t.pulls) wiring_.microengines[t.from.me]->expect_pull(t.from, t.pulls);
}

[[gnu::always_inline]] inline void MemoryUnit::end(InFlight& t) {
  const Command& c = t.command;
  const uint16_t signals = t.signals_at_end();
  Requester* const issuer = wiring_.microengines[c.me];
  if (!(unsigned{t.uncounted_pushes} | unsigned{t.visible})) [[likely]] {
    issuer->deliver(c, t.pushes, t.words.data(), signals, t.done);
  } else {
    if (t.pushes) wiring_.microengines[t.to.me]->push(t.to, t.pushes, t.words.data());
    if (t.visible) finished(t);
    if (signals) issuer->signal(c.ctx, signals, t.done);
  }
  wiring_.pool->give_back(t);
}

[[gnu::always_inline]] inline void MemoryUnit::act(InFlight& t) {
  const Command& c = t.command;
  if (t.pulls) wiring_.microengines[t.from.me]->pull(t.from, t.pulls, t.words.data());
  perform(t);
  if (const uint16_t early = t.early_signals()) [[unlikely]]
    wiring_.microengines[c.me]->signal(c.ctx, early, t.effect);
  if (t.done == t.effect)
    end(t);
  else if (t.done == kNever)
    wiring_.pool->give_back(t);
}

inline Tick MemoryUnit::next_timely_effect() const {
  const InFlight* t = effects_.first();
  while (t && !t->timely)
    t = t->next_effect;
  return t ? t->effect : kNever;
}

// Effects precede ends of the same tick.
IXP_OFTEN void MemoryUnit::step(Tick now) {
  while (effects_.next() <= now)
    act(effects_.pop());
  while (ends_.next() <= now)
    end(ends_.pop());
  const Tick next = std::min(ends_.next(), next_timely_effect());
  schedule(works_ ? std::min(next, work(now)) : next);
}

void MemoryUnit::settle() {
  const Tick end = past();
  while (effects_.next() < end)
    act(effects_.pop());
}

} // namespace ixp
