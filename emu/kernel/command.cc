#include "emu/kernel/command.h"

#include <algorithm>
#include <vector>

namespace ixp {

namespace {

using mev2::Opcode;

struct Record {
  Opcode op;
  Signals signals;
  uint64_t Params::*effect, Params::*done, Params::*service;
};
constexpr Record kRecords[] = {
#define MEV2_COMMAND(op, signals, effect, done, service)                                           \
  {Opcode::op, Signals::signals, &Params::effect, &Params::done, &Params::service},
#include "isa/isa_commands.inc" // generated
#undef MEV2_COMMAND
};

// Converts the numbers of longwords for counts of 0 and 1.
CommandRow::Words words(unsigned none, unsigned one) {
  return {static_cast<uint8_t>(none), static_cast<uint8_t>(one - none)};
}

// The bus hands a command over up to a bus cycle after its first opportunity, which comes one
// microengine cycle after its issue; the command arrives bus.command_latency after its issue.
Tick least_transit(const Params& p) {
  const Tick transit = p.me(p.bus_command_latency), granted = p.me(1) + p.clock_bus_div;
  return transit > granted ? transit - granted + 1 : 1;
}

} // namespace

CommandTable::CommandTable(const Params& p) {
  const auto notice = [&](Tick effect) {
    least_notice_ = std::min(least_notice_, least_transit(p) + effect);
  };
  for (const uint64_t latency : {p.signal_inter_me, p.cap_reflect}) // CAP commands, by address
    notice(p.from_arrival(latency));
  for (const Record& r : kRecords) {
    const mev2::OpcodeInfo& info = mev2::info(r.op);
    CommandRow& row = rows_[static_cast<size_t>(r.op)];
    row.pulls = words(info.pulled(0), info.pulled(1));
    row.pushes = words(info.pushed(0), info.pushed(1));
    row.signals = r.signals;
    row.done = p.from_arrival(p.*r.done);
    row.effect = std::min(p.from_arrival(p.*r.effect), row.done);
    row.service = p.me(p.*r.service);
    const bool row_hits = info.cls == mev2::InstrClass::Dram && p.dram_open_page;
    const Tick saved = row_hits ? p.dram_t_rcd * p.clock_dram_div : 0;
    if (r.signals != Signals::None || row.pulls.any() || row.pushes.any())
      notice(std::max(row.effect, saved + p.me(1)) - saved);
  }
}

std::span<uint64_t Params::* const> command_latencies() {
  static const std::vector<uint64_t Params::*> all = [] {
    std::vector<uint64_t Params::*> found;
    for (const Record& r : kRecords)
      for (const auto latency : {r.effect, r.done})
        if (std::ranges::find(found, latency) == found.end()) found.push_back(latency);
    return found;
  }();
  return all;
}

} // namespace ixp
