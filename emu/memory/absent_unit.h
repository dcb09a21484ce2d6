// Replaces units this chip does not have: PCI, SRAM channels that are not populated (Slot::Absent).
// A command completes as a read of zeros, or a write without effect, after the time in its row, so
// that no context waits forever. It is reported as BadAddress when the bus hands it over.
#pragma once

#include "emu/memory/memory_unit.h"

#include <fmt/format.h>

namespace ixp {

// Its own inlet, constructed before the unit that takes from it.
struct AbsentInlet {
  Inlet inlet;
};

class AbsentUnit final : private AbsentInlet, public PipelinedUnit {
public:
  AbsentUnit(const Params& params, const MemoryWiring& wiring, HazardSink& hazards)
      : AbsentInlet{Inlet(params)}, PipelinedUnit(params, wiring, inlet, hazards) {}

  Tick accept(InFlight& t, Tick now, Tick arrival) override {
    const Tick room = PipelinedUnit::accept(t, now, arrival);
    if (room == kTaken) report_absent(t.command, now);
    return room;
  }
  // Reports a command, including one that the bus has not granted when a run ends.
  void report_absent(const Command& c, Tick when) {
    const mev2::OpcodeInfo& op = mev2::info(c.op);
    const std::string unit = op.cls == mev2::InstrClass::Sram
                                 ? fmt::format("SRAM channel {}", c.address >> 30)
                                 : fmt::format("{} unit", op.mnemonic);
    hazards_.report({HazardKind::BadAddress, when, c.me, c.ctx, c.pc,
                     fmt::format("{}[{}] of address {:#x}: this chip has no {}", op.mnemonic,
                                 op.token, c.address, unit)});
  }

private:
  void perform(InFlight& t) override { t.words.fill(0); }
};

} // namespace ixp
