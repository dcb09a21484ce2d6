// MWM, maximum weight matching (McKeown, Mekkittikul, Anantharam, Walrand, IEEE Transactions on
// Communications 47(8), 1999): in every step the pairs whose weights have the greatest sum.
//
// Picture an auction in which queues bid for the crossbar: by their length in cells (QL), so that
// none grows without end, or by the slots for which their first cell has waited (CA), so that none
// is forgotten. Between equal sums chance decides: ports are numbered from a random one on.
#pragma once

#include "emu/fabric/match.h"
#include "emu/fabric/matching.h"
#include "emu/media/random.h"

#include <vector>

namespace ixp::fabric {

class MaximumWeight : public Matcher {
public:
  enum class By : uint8_t { Length, Age };
  MaximumWeight(By by, const Random& random) : by_(by), random_(random) {}
  void match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Slot now,
             Match& match) override;

private:
  // Ports that have something to gain, in turn from a random one on: rows and columns.
  struct Side {
    std::array<uint8_t, kMaxPorts> ports, place; // the port of a row, the row of a port
    unsigned size = 0;
    void fill(Ports set, unsigned first);
  };

  By by_;
  Random random_;
  Side rows_, columns_;
  WeightMatching matching_;
};

} // namespace ixp::fabric
