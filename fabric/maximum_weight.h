// MWM, maximum weight matching (McKeown, Mekkittikul, Anantharam, Walrand, IEEE Transactions on
// Communications 47(8), 1999): in every step the matching with the maximum sum of weights.
//
// The weight of a queue is its length in cells (QL), which keeps queues bounded, or the number of
// slots its first cell has waited (CA), which prevents starvation. Ties are random: ports are
// numbered from a random one on.
#pragma once

#include "emu/media/random.h"
#include "fabric/match.h"
#include "fabric/matching.h"

#include <vector>

namespace ixp::fabric {

class MaximumWeight : public Matcher {
public:
  enum class By : uint8_t { Length, Age };
  MaximumWeight(By by, const Random& random) : by_(by), random_(random) {}
  void match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Slot now,
             Match& match) override;

private:
  // Ports with a positive weight, cyclically from a random one on: the rows or the columns.
  struct Side {
    std::array<uint8_t, kMaxPorts> ports, place; // port of each row; row of each port
    unsigned size = 0;
    void fill(Ports set, unsigned first);
  };

  By by_;
  Random random_;
  Side rows_, columns_;
  WeightMatching matching_;
};

} // namespace ixp::fabric
