// Optimal matchings: MSM and MWM.
#pragma once

#include "emu/media/random.h"
#include "fabric/match.h"
#include "fabric/matching.h"

namespace ixp::fabric {

// MSM, maximum size matching: as many pairs as possible in every step.
//
// Each step computes a new maximum matching, regardless of waiting times, so a queue may starve.
// Ties between matchings of the same size are random: ports are tried cyclically from a random one
// on.
class MaximumSize : public Matcher {
public:
  explicit MaximumSize(const Random& random) : random_(random) {}
  void match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Slot now,
             Match& match) override;

private:
  Random random_;
  SizeMatching matching_;
};

// MWM, maximum weight matching (McKeown, Mekkittikul, Anantharam, Walrand, IEEE Transactions on
// Communications 47(8), 1999): in every step the matching with the maximum sum of weights.
//
// The weight of a queue is its length in cells (QL), which keeps queues bounded, or the number of
// slots its first cell has waited (CA), which prevents starvation. Ties are random: ports are
// numbered from a random one on.
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
