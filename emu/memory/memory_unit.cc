#include "emu/memory/memory_unit.h"

namespace ixp {

void MemoryUnit::launch(InFlight& t, Tick arrival) {
  if (unsigned{heard_} | unsigned{t.uncounted_pulls} | unsigned{t.uncounted_pushes}) [[unlikely]]
    announce(t, arrival);
  effects_.push(t.effect, &t);
  if (t.done > t.effect && t.done != kNever) {
    if (t.pulls || t.visible || t.early_signals()) act_at(t.effect, nullptr);
    act_at(t.done, &t);
  } else if (t.done == t.effect || t.pulls || t.visible) {
    act_at(t.effect, nullptr);
  }
}

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
  if (t.pushes) wiring_.microengines[t.to.me]->push(t.to, t.pushes, t.words.data());
  if (t.visible) finished(t);
  if (const uint16_t signals = t.signals_at_end())
    wiring_.microengines[c.me]->signal(c.ctx, signals, t.done);
  wiring_.pool->give_back(t);
}

[[gnu::always_inline]] inline void MemoryUnit::act(InFlight& t) {
  const Command& c = t.command;
  if (t.pulls) wiring_.microengines[t.from.me]->pull(t.from, t.pulls, t.words.data());
  perform(t);
  t.performed = true;
  if (const uint16_t early = t.early_signals()) [[unlikely]]
    wiring_.microengines[c.me]->signal(c.ctx, early, t.effect);
  if (t.done == t.effect)
    end(t);
  else if (t.done == kNever)
    wiring_.pool->give_back(t);
}

// Effects precede ends of the same tick.
void MemoryUnit::step(Tick now) {
  while (effects_.next() <= now)
    act(*effects_.pop());
  while (acts_.next() <= now)
    if (InFlight* const t = acts_.pop()) end(*t);
  schedule(std::min(acts_.next(), work(now)));
}

void MemoryUnit::settle() {
  const Tick end = past();
  while (effects_.next() < end)
    act(*effects_.pop());
}

} // namespace ixp
