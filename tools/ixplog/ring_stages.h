// Ring events of each frame in a ring log: the times it was put on a ring and taken from it.
#pragma once

#include "emu/record/frame_name.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ixp {

struct RingStep {
  FrameName frame;
  uint64_t cycle = 0;
  uint32_t line = 0; // of the log
  uint32_t ring = 0; // index into RingSteps::rings
  bool put = false;
};
struct RingSteps {
  std::vector<std::string> rings; // names
  std::vector<RingStep> steps;    // by frame, then by time
  std::span<const RingStep> of(FrameName frame) const;
};

// Reads rings.log or rings.log.zst of the folder, which must be of this run and name frames. Throws
// InputError.
RingSteps read_ring_steps(const std::string& folder, const std::string& run);

} // namespace ixp
