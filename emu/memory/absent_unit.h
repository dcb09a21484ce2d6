// Stands in for units this chip does not have: PCI, SRAM channels that are not populated
// (Slot::Absent). A command completes as a read of zeros, or a write that goes nowhere, with the
// timing of CAP, so that no context waits for ever; it is reported as BadAddress.
#pragma once

#include "emu/memory/pipelined_unit.h"

namespace ixp {

class AbsentUnit final : public PipelinedUnit {
public:
  AbsentUnit(const Params& params, const MemoryWiring& wiring, HazardSink& hazards)
      : PipelinedUnit(params, wiring, inlet_, hazards), inlet_(params) {}

private:
  Timing plan(Flight& f) override;
  void perform(Flight& f) override;

  Inlet inlet_; // its own
};

} // namespace ixp
