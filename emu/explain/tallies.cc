#include "emu/explain/tallies.h"

#include <fmt/format.h>

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

} // namespace ixp
