// The parts of a chip that a timeline shows.
#pragma once

#include "emu/chip/system.h"

#include <array>
#include <string>

namespace ixp {

struct TimelineSelection {
  std::array<uint8_t, kMicroengines> contexts{}; // bit n: context n
  bool references = true, rings = true, queues = true, media = true;
};
// Parses "all", or a comma-separated list: "0:1" (a microengine), "0:1.3" (a context),
// "references", "rings", "queues", "media". Throws InputError.
TimelineSelection parse_timeline_selection(const std::string& text);

} // namespace ixp
