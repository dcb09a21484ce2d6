// Stands in for units this chip does not have: PCI, SRAM channels that are not populated
// (Slot::Absent). A command completes as a read of zeros, or a write that goes nowhere, with the
// timing of CAP, so that no context waits for ever; it is reported as BadAddress.
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

private:
  Timing plan(Flight& f) override;
  void perform(Flight& f) override;
};

} // namespace ixp
