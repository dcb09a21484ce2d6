#include "emu/memory/pipelined_unit.h"

#include "emu/memory/data_bus.h"

#include <algorithm>
#include <cassert>

namespace ixp {

PipelinedUnit::PipelinedUnit(const Params& params, const MemoryWiring& wiring, Inlet& inlet,
                             HazardSink& hazards, unsigned most, bool adjusts)
    : MemoryUnit(wiring), params_(params), hazards_(hazards), inlet_(inlet), lane_(inlet.join()),
      most_(most), adjusts_(adjusts) {}

// The tick at which the last word has moved. The first `together` words have moved at `first`, the
// last has at `alone` if the bus is idle.
[[gnu::always_inline]] static inline Tick moved(BusSlots& bus, Tick first, unsigned together,
                                                unsigned words, Tick alone) {
  return std::max(alone, last_word(bus, first - (together - 1) * bus.slot(), words));
}

// `further`: the additional time for the rest of the count.
[[gnu::always_inline]] inline void PipelinedUnit::set_times(InFlight& t, const CommandRow& row,
                                                            Tick start, Tick further) {
  DataBus* const buses = wiring_.data_bus;
  const Tick first_effect = start + row.effect, alone = first_effect + further;
  Tick effect = alone;
  if (t.pulls && buses)
    effect = moved(buses->s_pull[cluster_of(t.from.me)], first_effect,
                   std::max<unsigned>(1, row.pulls.each), t.pulls, alone);
  t.effect = last_effect_ = effect = std::max(effect, last_effect_);

  const Tick first_done = start + row.done + (effect - alone);
  Tick done = first_done + further;
  if (t.pushes && buses)
    done = moved(buses->s_push[cluster_of(t.to.me)], first_done,
                 std::max<unsigned>(1, row.pushes.each), t.pushes, done);
  t.done = t.pushes || t.kind || t.command.signal ? std::max(done, effect) : kNever;
}

[[gnu::always_inline]] inline void PipelinedUnit::take(InFlight& t, const CommandRow& row,
                                                       Tick arrival) {
  const unsigned services = row.pulls.each | row.pushes.each ? count_of(t.command) : 1;
  const Tick start = std::max(arrival, free_from_), busy = row.service * services;
  free_from_ = start + busy;
  set_times(t, row, start, busy - row.service);
  const unsigned waiting = inlet_.enter(lane_, start);
  ++stats_.commands;
  ++stats_.of_opcode[static_cast<unsigned>(t.command.op)];
  stats_.busy += busy;
  stats_.waiting_ticks += start - arrival;
  stats_.waiting_max = std::max(stats_.waiting_max, waiting);
  launch(t, arrival);
}

Tick PipelinedUnit::accept(InFlight& t, Tick now, Tick arrival) {
  if (inlet_.full(now)) return inlet_.room_at();
  const CommandRow& row = begin(t, count_of(t.command));
  if (adjusts_) [[unlikely]]
    take_adjusted(t, row, arrival);
  else
    take(t, row, arrival);
  assert(t.pulls <= kMaxWords && t.pushes <= kMaxWords);
  return kTaken;
}

void PipelinedUnit::take_adjusted(InFlight& t, CommandRow row, Tick arrival) {
  adjust(t, row);
  take(t, row, arrival);
}

void PipelinedUnit::report(const InFlight& t, HazardKind kind, std::string text) {
  const Command& c = t.command;
  hazards_.report({kind, t.effect, c.me, c.ctx, c.pc, std::move(text)});
}

} // namespace ixp
