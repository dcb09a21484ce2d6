#include "emu/memory/memory_unit.h"

#include <algorithm>

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

// ---- Units that start one command after the other.

PipelinedUnit::PipelinedUnit(const Params& params, const MemoryWiring& wiring, Inlet& inlet,
                             HazardSink& hazards, unsigned most)
    : MemoryUnit(wiring), params_(params), hazards_(hazards), inlet_(inlet),
      waiting_(params.scratch_inlet_fifo), most_(most) {}

// The tick at which the last word has moved. The first `together` words have moved at `first`, the
// last has at `alone` if the bus is idle. No word moves before tick 0.
[[gnu::always_inline]] static inline Tick moved(BusSlots& bus, Tick first, unsigned together,
                                                unsigned words, Tick alone) {
  if (together > 1) first -= std::min(first, (together - 1) * bus.slot());
  return std::max(alone, last_word(bus, first, words));
}

// `further`: the additional time for the rest of the count.
[[gnu::always_inline]] inline void PipelinedUnit::set_times(InFlight& t, const CommandRow& row,
                                                            Tick start, Tick further) {
  DataBus* const buses = wiring_.data_bus;
  const Tick first_effect = start + row.effect, alone = first_effect + further;
  Tick effect = alone;
  if (t.pulls && buses)
    effect =
        moved(buses->s_pull[cluster_of(t.from.me)], first_effect, row.pulls.each, t.pulls, alone);
  t.effect = last_effect_ = effect = std::max(effect, last_effect_);

  const Tick first_done = start + row.done + (effect - alone);
  Tick done = first_done + further;
  if (t.pushes && buses) // a status word comes at the end
    done = moved(buses->s_push[cluster_of(t.to.me)], row.pushes.fixed ? done : first_done,
                 row.pushes.each, t.pushes, done);
  t.done = t.pushes || t.kind || t.command.signal ? std::max(done, effect) : kNever;
}

[[gnu::always_inline]] inline void PipelinedUnit::enter(InFlight& t, const CommandRow& row,
                                                        unsigned count, Tick now, Tick arrival) {
  const unsigned services = row.pulls.each | row.pushes.each ? count : 1;
  const Tick start = std::max(arrival, free_from_), busy = row.service * services;
  free_from_ = start + busy;
  set_times(t, row, start, busy - row.service);
  inlet_.add(start, now);
  waiting_.add(start, now);
  ++stats_.commands;
  ++stats_.of_opcode[static_cast<unsigned>(t.command.op)];
  stats_.busy += busy;
  stats_.waiting_ticks += start - arrival;
  stats_.waiting_max = waiting_.max();
  launch(t, arrival);
}

Tick PipelinedUnit::accept(InFlight& t, Tick now, Tick arrival) {
  if (inlet_.full(now)) return inlet_.room_at();
  const unsigned count = count_of(t.command);
  enter(t, begin(t, count), count, now, arrival);
  return kTaken;
}

void PipelinedUnit::take(InFlight& t, const CommandRow& row, Tick now, Tick arrival) {
  enter(t, row, count_of(t.command), now, arrival);
}

void PipelinedUnit::report(const InFlight& t, HazardKind kind, std::string text) {
  const Command& c = t.command;
  hazards_.report({kind, t.effect, c.me, c.ctx, c.pc, std::move(text)});
}

} // namespace ixp
