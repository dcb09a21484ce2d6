#include "emu/memory/pipelined_unit.h"

#include "emu/memory/data_bus.h"

#include <algorithm>
#include <cassert>

namespace ixp {

PipelinedUnit::PipelinedUnit(const Params& params, const MemoryWiring& wiring, Inlet& inlet,
                             HazardSink& hazards)
    : MemoryUnit(wiring), params_(params), hazards_(hazards), inlet_(inlet), lane_(inlet.join()) {}

// Ticks from the start to the moment a command of this latency has come so far.
Tick PipelinedUnit::after_start(uint64_t cycles) const {
  return params_.me(cycles - std::min(cycles, params_.bus_command_latency));
}

// When the last of the words is there, of which the first `together` are at `first` and the last is
// at `alone` on an idle bus.
static Tick moved(BusSlots& bus, Tick first, unsigned together, unsigned words, Tick alone) {
  return std::max(alone, last_word(bus, first - (together - 1) * bus.slot(), words));
}

// OneByOne: the latencies contain the transfer of one word.
template <bool OneByOne>
[[gnu::always_inline]] inline void PipelinedUnit::set_times(Transaction& t, const Timing& timing,
                                                            unsigned services, Tick start) {
  const unsigned together = OneByOne ? 1 : timing.words_in_one;
  DataBus* const buses = wiring_.data_bus;
  const Tick further = timing.service * (services - 1);
  const bool later = t.pushes || t.ends_in_step; // something is left for when it is done
  const Tick first_effect = start + (later ? std::min(timing.effect, timing.done) : timing.effect);
  const Tick alone = first_effect + further;
  Tick effect = alone;
  if (t.pulls && buses)
    effect = moved(buses->s_pull[cluster_of(t.from.me)], first_effect, together, t.pulls, alone);
  t.effect = last_effect_ = effect = std::max(effect, last_effect_);

  if (later) {
    const Tick first_done = start + timing.done + (effect - alone);
    Tick done = first_done + further;
    if (t.pushes && buses)
      done = moved(buses->s_push[cluster_of(t.to.me)], first_done, together, t.pushes, done);
    t.done = std::max(done, effect);
  } else {
    t.done = t.command.signal ? effect : kNever;
  }
}

template <bool OneByOne>
[[gnu::always_inline]] inline void PipelinedUnit::take(Transaction& t, const Timing& timing,
                                                       unsigned services, Tick arrival) {
  assert(t.pulls <= kMaxWords && t.pushes <= kMaxWords);
  const Tick start = std::max(arrival, free_from_), busy = timing.service * services;
  free_from_ = start + busy;
  set_times<OneByOne>(t, timing, services, start);
  if (t.visible) [[unlikely]]
    announce(t);
  const unsigned waiting = inlet_.enter(lane_, start);
  ++stats_.commands;
  ++stats_.of_opcode[static_cast<unsigned>(t.command.op)];
  stats_.busy += busy;
  stats_.waiting_ticks += start - arrival;
  stats_.waiting_max = std::max(stats_.waiting_max, waiting);
  launch(t, arrival);
}

bool PipelinedUnit::accept(const Command& c, Tick now, Tick arrival) {
  if (inlet_.full(now)) {
    refuse_until(inlet_.room_at());
    return false;
  }
  const CommandShape& shape = shape_of(c.op);
  Transaction& t = begin(c, shape.pulled.of(c.count), shape.pushed.of(c.count));
  t.signals = shape.two_signals ? Signals::Apart : Signals::One;
  const Row& row = rows_[static_cast<unsigned>(c.op)];
  if (row.planned) {
    const Timing timing = plan(t, now);
    take<false>(t, timing, timing.services, arrival);
  } else {
    take<true>(t, row.timing, row.of_words ? std::max(1, t.pulls + t.pushes) : 1, arrival);
  }
  return true;
}

void PipelinedUnit::report(const Transaction& t, HazardKind kind, std::string text) {
  const Command& c = t.command;
  hazards_.report({kind, t.effect, c.me, c.ctx, c.pc, std::move(text)});
}

} // namespace ixp
