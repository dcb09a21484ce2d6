#include "emu/memory/absent_unit.h"

#include <fmt/format.h>

#include <algorithm>

namespace ixp {

PipelinedUnit::Timing AbsentUnit::plan(Flight& f) {
  f.pulls = std::min<uint8_t>(f.pulls, kMaxWords);
  f.pushes = std::min<uint8_t>(f.pushes, kMaxWords);
  const unsigned words = std::max({1, +f.pulls, +f.pushes});
  return {params_.cap_write, params_.cap_read, params_.cap_service, words};
}

void AbsentUnit::perform(Flight& f) {
  f.words.fill(0);
  const Command& c = f.command;
  const mev2::OpcodeInfo& op = mev2::info(c.op);
  const std::string unit = op.cls == mev2::InstrClass::Sram
                               ? fmt::format("SRAM channel {}", c.address >> 30)
                               : fmt::format("{} unit", op.mnemonic);
  report(f, HazardKind::BadAddress,
         fmt::format("{}[{}] of address {:#x}: this chip has no {}", op.mnemonic, op.token,
                     c.address, unit));
}

} // namespace ixp
