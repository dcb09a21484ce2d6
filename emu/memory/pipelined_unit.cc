#include "emu/memory/pipelined_unit.h"

#include "emu/memory/data_bus.h"

#include <algorithm>

namespace ixp {

PipelinedUnit::PipelinedUnit(const Params& params, const MemoryWiring& wiring, Inlet& inlet,
                             HazardSink& hazards, unsigned most)
    : MemoryUnit(wiring), params_(params), hazards_(hazards), inlet_(inlet),
      waiting_(params.scratch_inlet_fifo), most_(most) {}

// The tick at which the last word has moved. The first `together` words have moved at `first`, the
// last has at `alone` if the bus is idle.
[[gnu::always_inline]] static inline Tick moved(BusSlots& bus, Tick first, unsigned together,
                                                unsigned words, Tick alone) {
  if (together > 1) first -= (together - 1) * bus.slot();
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
