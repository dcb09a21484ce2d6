// The conservation check of a run: every frame that entered was transmitted, dropped or lost with a
// counted reason, or is still inside (emu/chip/frame_counts.h has the equations). `inside` must not
// be negative. If the system file names microcode's drop counters, `inside` must not exceed the
// capacity of rings, queues, contexts or non-free buffers, TBUF and transmit buffers at that time:
// this detects frames that vanished without a reason.
//
// Exact: ports, RBUF, TBUF, counters and the buffers of [boot].freelist. Upper bounds: frames that
// microcode holds without such a buffer, and frames among lost words of a ring that cannot be
// identified.
#pragma once

#include "emu/chip/frame_counts.h"
#include "emu/chip/run_control.h"

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

Accounts balance(Chip& chip, const SystemConfig& system, const RunEnd& end);

} // namespace ixp
