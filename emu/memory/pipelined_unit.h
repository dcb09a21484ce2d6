// Scratchpad, hash unit and CAP: one command starts after the other, when it has arrived and the
// unit is free; the unit is then occupied for the service time of each of the count (longwords or
// hashes). The row of the command (command_table.h) says when its effect and its end follow. Each
// further one of the count adds the service time to both, and words wait for the pull and push
// buses. So an unloaded command takes its parameter exactly, from issue to signal. Effects happen
// in the order in which commands of all kinds start.
#pragma once

#include "emu/kernel/hazard.h"
#include "emu/kernel/params.h"
#include "emu/memory/backlog.h"
#include "emu/memory/memory_unit.h"

#include <array>
#include <string>

namespace ixp {

// The command inlet shared by scratchpad, hash unit and CAP (IXP2800 HRM p.229, "SHaC"): commands
// handed over by the bus and not yet started by their unit. (That CAP commands use it is an
// assumption.)
struct Inlet : Backlog {
  explicit Inlet(const Params& params) : Backlog(params.scratch_inlet_fifo) {}
};

struct UnitStats {
  uint64_t commands = 0;
  std::array<uint64_t, mev2::kOpcodes> of_opcode{};
  Tick busy = 0;            // ticks; divide by the run's for the utilisation
  Tick waiting_ticks = 0;   // summed over commands, arrival to start: divided by the run's ticks it
                            // is the mean number of commands waiting
  unsigned waiting_max = 0; // most commands accepted and not started, those in transit included
};

class PipelinedUnit : public MemoryUnit {
public:
  bool can_accept(const Command&, Tick now) const final { return !inlet_.full(now); }
  Tick accept(InFlight& t, Tick now, Tick arrival) override;

  const UnitStats& stats() const { return stats_; }

protected:
  static constexpr unsigned kMaxWords = 16;

  // `most`: the largest count of a command.
  PipelinedUnit(const Params& params, const MemoryWiring& wiring, Inlet& inlet, HazardSink& hazards,
                unsigned most = kMaxWords);

  // The count, at least 1.
  unsigned count_of(const Command& c) const {
    if (c.count - 1u < most_) [[likely]]
      return c.count;
    return c.count ? most_ : 1;
  }
  // For accept() of units that change the row, or the record after begin(): schedules a command
  // when the inlet has space. One of a kind other than 0 always has an end.
  void take(InFlight& t, const CommandRow& row, Tick now, Tick arrival);
  void report(const InFlight& t, HazardKind kind, std::string text);

  const Params& params_;
  HazardSink& hazards_;
  Inlet& inlet_;

private:
  void enter(InFlight& t, const CommandRow& row, unsigned count, Tick now, Tick arrival);
  void set_times(InFlight& t, const CommandRow& row, Tick start, Tick further);

  Backlog waiting_; // of this unit alone
  const unsigned most_;
  Tick free_from_ = 0; // has started everything accepted so far
  Tick last_effect_ = 0;
  UnitStats stats_;
};

} // namespace ixp
