#include "emu/memory/absent_unit.h"

#include <fmt/format.h>

namespace ixp {

Tick AbsentUnit::accept(InFlight& t, Tick now, Tick arrival) {
  const Tick room = PipelinedUnit::accept(t, now, arrival);
  if (room == kTaken) report_absent(t.command, now);
  return room;
}

void AbsentUnit::report_absent(const Command& c, Tick when) {
  const mev2::OpcodeInfo& op = mev2::info(c.op);
  const std::string unit = op.cls == mev2::InstrClass::Sram
                               ? fmt::format("SRAM channel {}", c.address >> 30)
                               : fmt::format("{} unit", op.mnemonic);
  hazards_.report({HazardKind::BadAddress, when, c.me, c.ctx, c.pc,
                   fmt::format("{}[{}] of address {:#x}: this chip has no {}", op.mnemonic,
                               op.token, c.address, unit)});
}

} // namespace ixp
