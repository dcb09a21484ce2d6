#include "emu/explain/outcome.h"

#include <fmt/format.h>
#include <utility>

namespace ixp {

std::vector<Tally> read_tallies(Chip& chip, const SystemConfig& system) {
  std::vector<Tally> tallies;
  for (const CounterConfig& c : system.counters)
    if (c.counts != Counts::Drops)
      tallies.push_back({c.name, c.block, c.counts, chip.read(c.region, c.address)});
  return tallies;
}

std::string Tally::error() const {
  if (counts != Counts::Losses || value == 0) return {};
  return fmt::format("{} counted {} loss{} in '{}' (--fail-on none ignores losses; --set "
                     "'counters.{}.counts=\"events\"' accepts these)",
                     block.empty() ? "microcode" : block, value, value == 1 ? "" : "es", name,
                     name);
}

static std::string of_hazards(const HazardLog& hazards, FailOn fail_on) {
  const uint64_t n = hazards.count(fail_on);
  return fmt::format("{} hazard{}{} (--fail-on none ignores {}); the first: {}", n,
                     n == 1 ? "" : "s",
                     fail_on == FailOn::Any ? "" : " that lost or corrupted data",
                     n == 1 ? "it" : "them", hazards.describe(*hazards.first(fail_on)));
}

std::vector<std::string> failures(const RunEnd& end, const HazardLog& hazards, FailOn fail_on,
                                  const Accounts& accounts, const std::vector<BufferAudit>& buffers,
                                  const std::vector<Tally>& tallies) {
  if (end.reason == EndReason::Hazard && hazards.fatal())
    return {hazards.describe(*hazards.fatal())};
  std::vector<std::string> out;
  if (end.failed()) out.push_back(end.text);
  if (hazards.count(fail_on)) out.push_back(of_hazards(hazards, fail_on));
  if (!accounts.error.empty()) out.push_back(accounts.error);
  if (fail_on == FailOn::None) return out;
  const auto add = [&](const auto& found) {
    for (const auto& it : found)
      if (std::string error = it.error(); !error.empty()) out.push_back(std::move(error));
  };
  add(buffers);
  add(tallies);
  return out;
}

} // namespace ixp
