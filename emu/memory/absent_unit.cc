#include "emu/memory/absent_unit.h"

#include <fmt/format.h>

namespace ixp {

bool AbsentUnit::accept(const Command& c, Tick now, Tick arrival) {
  const bool taken = PipelinedUnit::accept(c, now, arrival);
  if (taken) report_absent(c, now);
  return taken;
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
