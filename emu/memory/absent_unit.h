// Stands in for units this chip does not have: PCI, SRAM channels that are not populated
// (Slot::Absent). A command completes as a read of zeros, or a write that goes nowhere, with the
// timing of CAP, so that no context waits for ever; it is reported as BadAddress when the bus hands
// it over.
#pragma once

#include "emu/memory/pipelined_unit.h"

namespace ixp {

// Its own inlet, there before the unit that takes from it.
struct AbsentInlet {
  Inlet inlet;
};

class AbsentUnit final : private AbsentInlet, public PipelinedUnit {
public:
  AbsentUnit(const Params& params, const MemoryWiring& wiring, HazardSink& hazards)
      : AbsentInlet{Inlet(params)}, PipelinedUnit(params, wiring, inlet, hazards) {}

  // Reports a command; also of those the bus has not granted when a run ends.
  void report_absent(const Command& c, Tick when);

private:
  Timing plan(Transaction& t, Tick now) override;
  void perform(Transaction& t) override;
};

} // namespace ixp
