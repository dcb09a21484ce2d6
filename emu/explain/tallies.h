// Counters of microcode other than dropped frames (emu/chip/survey.h): losses, which make a
// run fail, and events. The system file or its `messages` give their addresses.
#pragma once

#include "emu/chip/chip.h"
#include "emu/chip/system.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ixp {

struct Tally {
  std::string name, block; // `block`: the counting block; "" if not given
  Counts counts = Counts::Events;
  uint64_t value = 0;

  // Reason why the run fails; "": none.
  std::string error() const;
};

// In the order of the system file.
std::vector<Tally> read_tallies(Chip& chip, const SystemConfig& system);

} // namespace ixp
