// What microcode counted besides the frames that it dropped (emu/chip/frame_counts.h): losses, with
// which a run does not succeed, and events. The system file or its `messages` say where.
#pragma once

#include "emu/chip/chip.h"
#include "emu/chip/system.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ixp {

struct Tally {
  std::string name, block; // block: "" when nobody says who counts
  Counts counts = Counts::Events;
  uint64_t value = 0;

  // Why the run fails for it; "" = it does not.
  std::string error() const;
};

// In the order of the system file.
std::vector<Tally> read_tallies(Chip& chip, const SystemConfig& system);

} // namespace ixp
