#include "emu/memory/memory_unit.h"

#include "emu/memory/bus.h"
#include "mecc/target/microengine.h"

namespace ixp {

namespace {
// Signals that are set when the command is done.
uint16_t signals_at_end(const Command& c, Signals signals) {
  if (signals == Signals::One || c.signal == 0) return signal_bit(c.signal);
  const uint16_t odd = signal_bit(c.signal | 1u);
  return signals == Signals::Apart ? odd : odd | signal_bit(c.signal & ~1u);
}

// The one that is set with the effect.
uint16_t signal_with_effect(const Command& c, Signals signals) {
  return signals == Signals::Apart ? signal_bit(c.signal & ~1u) : 0;
}
} // namespace

// ---- From the grant on.

void MemoryUnit::launch(Transaction& t, Tick arrival) {
  if (unsigned{t.announce_pushes} | unsigned{t.announce_pulls} | unsigned{heard_}) [[unlikely]]
    announce(t, arrival);
  t.told = wiring_.ahead && t.done != kNever && tell(t);
  effects_.push(t.effect, &t);
  // Words that are pulled when the command is done are fetched by the microengine's complete().
  const bool seen = t.visible || (t.told ? t.pulls && (t.announce_pulls || t.done != t.effect)
                                         : t.pulls || t.done == t.effect || !wiring_.ahead);
  if (seen) step_at(t.effect);
  if (!t.told && t.ends_later()) {
    ends_.push(t.done, &t);
    step_at(t.done);
  }
}

// Probes hear of the command. Microengines count what their own commands will move; anything else
// has to be announced.
void MemoryUnit::announce(const Transaction& t, Tick arrival) {
  if (heard_) {
    const Slot unit = static_cast<Slot>(slot());
    const EventSource source = source_of(t.command);
    events_->add_command(EventKind::Performed, unit, t.effect, source, t.command, arrival);
    if (t.done != kNever)
      events_->add_command(EventKind::Completed, unit, t.done, source, t.command, t.effect);
  }
  if (t.announce_pushes && t.pushes)
    wiring_.microengines[t.to.me]->expect_push(t.to.file, t.to.first, t.pushes);
  if (t.announce_pulls && t.pulls)
    wiring_.microengines[t.from.me]->expect_pull(t.from.file, t.from.first, t.pulls);
}

// False when the unit itself has to act at the end.
[[gnu::always_inline]] inline bool MemoryUnit::tell(Transaction& t) {
  const Command& c = t.command;
  Requester& issuer = *wiring_.microengines[c.me];
  if (const uint16_t early = signal_with_effect(c, t.signals)) [[unlikely]] {
    Completion effect;
    effect.ctx = c.ctx;
    effect.done = t.effect;
    effect.raised = early;
    effect.order = completion_order(slot(), 0);
    issuer.complete_at(effect);
  }
  const bool fetched = !t.ends_in_step && !(t.pushes && t.announce_pushes);
  t.raised = signals_at_end(c, t.signals);
  t.order = completion_order(slot(), t.ends_later());
  t.ctx = c.ctx;
  t.unit = fetched ? this : nullptr;
  if (fetched || t.raised) issuer.complete_at(t);
  return fetched;
}

// ---- What happens at the ticks.

[[gnu::always_inline]] inline void MemoryUnit::pull(Transaction& t) {
  if (t.pulled) return;
  t.pulled = true;
  if (t.pulls == 0) return;
  Requester& from = *wiring_.microengines[t.from.me];
  if (wiring_.ahead) return from.pull_words(t.from, t.pulls, t.words.data());
  for (unsigned i = 0; i < t.pulls; ++i)
    t.words[i] = from.pull(t.from.file, (t.from.first + i) % mev2::kFileRegisters);
}

[[gnu::always_inline]] inline void MemoryUnit::act(Transaction& t) {
  pull(t);
  perform(t);
  t.performed = true;
  if (!t.told)
    act_alone(t);
  else if (t.completed)
    free(t);
}

// Behind the effect of a command of which the microengine was told nothing.
void MemoryUnit::act_alone(Transaction& t) {
  const Command& c = t.command;
  if (!wiring_.ahead && c.signal && signal_with_effect(c, t.signals))
    wiring_.microengines[c.me]->signal(c.ctx, c.signal & ~1u, t.effect);
  if (t.ends_later()) return;
  if (t.done == t.effect) { // before others are done at this tick
    finish_elsewhere(t);
    finish(t);
  }
  free(t);
}

void MemoryUnit::push(Transaction& t) {
  Requester& to = *wiring_.microengines[t.to.me];
  for (unsigned i = 0; i < t.pushes; ++i)
    to.push(t.to.file, (t.to.first + i) % mev2::kFileRegisters, t.words[i]);
}

// What others than the issuer see of it.
void MemoryUnit::finish_elsewhere(Transaction& t) {
  if (t.pushes && t.announce_pushes) push(t);
  if (t.ends_in_step) finished(t);
}

void MemoryUnit::finish(Transaction& t) {
  if (t.pushes && !t.announce_pushes) push(t);
  const Command& c = t.command;
  if (!wiring_.ahead) {
    const uint16_t signals = signals_at_end(c, t.signals);
    for (const unsigned s : {c.signal & ~1u, c.signal | 1u})
      if (signals >> s & 1) wiring_.microengines[c.me]->signal(c.ctx, s, t.done);
  }
}

// Effects before what is done, and what others see before the issuers: those that were told of the
// end know the tick, but not what else happens to them in it.
void MemoryUnit::step(Tick now) {
  while (effects_.next() <= now)
    act(*effects_.pop());
  while (ends_.next() <= now) {
    Transaction& t = *ends_.pop();
    finish_elsewhere(t);
    ending_.push_back(&t);
  }
  for (Transaction* t : ending_) {
    finish(*t);
    free(*t);
  }
  ending_.clear();
  while (steps_.next() <= now)
    steps_.pop();
  if (room_at_ <= now) {
    room_at_ = kNever;
    if (wiring_.router) wiring_.router->retry();
  }
  const Tick again = work(now);
  schedule(std::min({steps_.next(), room_at_, again}));
}

void MemoryUnit::settle() {
  const Tick end = past();
  while (effects_.next() < end)
    act(*effects_.pop());
}

// The effect has not happened yet.
void MemoryUnit::fetch(Transaction& t) {
  if (t.pushes)
    settle();
  else if (!t.announce_pulls) // others' registers may be ahead
    pull(t);
}

const uint32_t* MemoryUnit::complete(Completion& completion) {
  auto& t = static_cast<Transaction&>(completion);
  if (!t.performed) fetch(t);
  t.completed = true;
  if (t.performed) free(t);
  return t.words.data();
}

void MemoryUnit::list_commands(std::vector<Command>& out) const {
  for (const Transaction& t : pool_)
    if (t.in_use) out.push_back(t.command);
}

} // namespace ixp
