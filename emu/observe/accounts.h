// The conservation check of a run: every frame that entered was transmitted, was dropped or lost
// with a counted reason, or is still inside (emu/chip/frame_counts.h has the equations). `inside`
// must not be negative, and when the system file names microcode's drop counters, no more may be
// inside than rings, queues, contexts or buffers that are not free, TBUF and transmit buffers can
// hold just then: a frame that vanished without a reason would show there.
//
// Exact: what ports, RBUF, TBUF, counters and the buffers of [boot].freelist say. A bound: what
// microcode holds without such a buffer, and frames among the words that a ring lost when nobody
// can say which frames they were.
#pragma once

#include "emu/chip/frame_counts.h"
#include "emu/chip/run_control.h"

#include <string>
#include <utility>
#include <vector>

namespace ixp {

// Frames by their tags as port logs have them.
using NamedFrames = std::vector<std::pair<std::string, std::vector<std::string>>>;

struct Accounts : FrameCounts {
  Survey survey;                                               // where frames were found
  NamedFrames found, lost_with_message;                        // of the survey: by place
  uint64_t places = 0;                                         // how many frames could be inside
  std::vector<std::pair<std::string, uint64_t>> unknown_words; // lost by rings: ring, longwords
  std::string error;                                           // "" = every frame is accounted for

  uint64_t dropped() const { return by_fate(Fate::Dropped); }
};

Accounts balance(Chip& chip, const SystemConfig& system, const RunEnd& end);

} // namespace ixp
