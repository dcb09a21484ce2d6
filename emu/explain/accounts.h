// The conservation check of a run: every frame that entered was transmitted, was dropped or lost
// with a counted reason, or is still inside (emu/chip/survey.h has the equations). `inside`
// must not be negative. When the system file names microcode's drop counters, `inside` has an upper
// bound, too: at an idle end 0, otherwise the number of frames that rings, queues, buffers, TBUF,
// ports and contexts can hold at that moment. More frames inside than that have vanished.
//
// Ports, RBUF, TBUF, counters and the buffers of [boot].freelist are exact. Other frames have a
// bound: one for each context that can still execute, and one for each longword on a ring, or lost
// by it, that names no buffer.
#pragma once

#include "emu/chip/run_control.h"
#include "emu/chip/survey.h"

#include <string>
#include <utility>
#include <vector>

namespace ixp {

// Frames by their names in port logs.
using NamedFrames = std::vector<std::pair<std::string, std::vector<std::string>>>;

struct Accounts : FrameCounts {
  Survey survey;                                               // positions of the frames found
  NamedFrames found, lost_with_message;                        // from the survey: by position
  uint64_t places = 0;                                         // upper bound on the frames inside
  std::vector<std::pair<std::string, uint64_t>> unknown_words; // lost by rings: ring, longwords
  std::string error;                                           // "": every frame is accounted for

  uint64_t dropped() const { return by_fate(Fate::Dropped); }
};

Accounts balance(Chip& chip, const SystemConfig& system, const Images& images, const RunEnd& end);

} // namespace ixp
