// Replaces units this chip does not have: PCI, SRAM channels that are not populated (Slot::Absent).
// A command completes as a read of zeros, or a write without effect, after the time in its row, so
// that no context waits forever. It is reported as BadAddress when the bus hands it over.
#pragma once

#include "emu/memory/pipelined_unit.h"

namespace ixp {

// Its own inlet, constructed before the unit that takes from it.
struct AbsentInlet {
  Inlet inlet;
};

class AbsentUnit final : private AbsentInlet, public PipelinedUnit {
public:
  AbsentUnit(const Params& params, const MemoryWiring& wiring, HazardSink& hazards)
      : AbsentInlet{Inlet(params)}, PipelinedUnit(params, wiring, inlet, hazards) {}

  Tick accept(InFlight& t, Tick now, Tick arrival) override;
  // Reports a command, including one that the bus has not granted when a run ends.
  void report_absent(const Command& c, Tick when);

private:
  void perform(InFlight& t) override { t.words.fill(0); }
};

} // namespace ixp
