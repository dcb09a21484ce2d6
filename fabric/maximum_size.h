// MSM, maximum size matching: as many pairs as possible in every step.
//
// Each step computes a new maximum matching, regardless of waiting times, so a queue may starve.
// Ties between matchings of the same size are random: ports are tried cyclically from a random one
// on.
#pragma once

#include "emu/media/random.h"
#include "fabric/match.h"
#include "fabric/matching.h"

namespace ixp::fabric {

class MaximumSize : public Matcher {
public:
  explicit MaximumSize(const Random& random) : random_(random) {}
  void match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Slot now,
             Match& match) override;

private:
  Random random_;
  SizeMatching matching_;
};

} // namespace ixp::fabric
