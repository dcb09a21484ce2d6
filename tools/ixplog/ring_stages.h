// What a ring log says of each frame: when it was put on a ring and when it was taken from it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ixp {

struct RingStep {
  uint64_t cycle = 0;
  bool put = false;
  std::string ring;
};
// By tag, in order of time.
using RingSteps = std::unordered_map<std::string, std::vector<RingStep>>;

// rings.log or rings.log.zst of the folder, which must be of this run and name frames. InputError.
RingSteps read_ring_steps(const std::string& folder, const std::string& run);

} // namespace ixp
