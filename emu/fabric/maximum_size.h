// MSM, maximum size matching: in every step as many pairs as there can be.
//
// Picture a seating plan for a dance that nobody waits for: each step it is drawn up anew for the
// most couples, however long anybody has waited. Which plan of that size is left to chance: ports
// are taken in turn from a random one on.
#pragma once

#include "emu/fabric/match.h"
#include "emu/fabric/matching.h"
#include "emu/media/random.h"

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
