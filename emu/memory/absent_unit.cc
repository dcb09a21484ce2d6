#include "emu/memory/absent_unit.h"

#include <fmt/format.h>

#include <algorithm>

namespace ixp {

PipelinedUnit::Timing AbsentUnit::plan(Transaction& t, Tick now) {
  report_absent(t.command, now);
  t.pulls = std::min<uint8_t>(t.pulls, kMaxWords);
  t.pushes = std::min<uint8_t>(t.pushes, kMaxWords);
  const unsigned words = std::max({1, +t.pulls, +t.pushes});
  Timing timing = latencies(params_.cap_write, params_.cap_read, params_.cap_service);
  timing.services = words;
  return timing;
}

void AbsentUnit::perform(Transaction& t) {
  t.words.fill(0);
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
