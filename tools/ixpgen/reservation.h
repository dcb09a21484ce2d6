// Arrivals that conform to a reservation: a token bucket for the processor and one for the link,
// filled at the flow's share of each. A packet comes when both hold what it takes.
#pragma once

#include "tools/ixpgen/flow_file.h"

namespace ixp {

class Reservation {
public:
  explicit Reservation(const Flow& flow); // that has buckets
  // The first nanosecond from `wanted` on, and not before the packet before, at which a packet of
  // so many bytes on the link (without overhead) and cycles conforms. It is taken out.
  uint64_t admit(uint64_t wanted, uint64_t bytes, uint64_t cycles);

private:
  using Time = unsigned __int128; // in 2^-32 ns: sums of it are exact
  static constexpr unsigned kFraction = 32;
  struct Bucket {
    uint64_t unit = 0; // time that the share needs for a cycle or byte
    Time depth = 0;    // that it needs for a full bucket
    Time paid_at = 0;  // when all that was admitted is paid for
  };
  static Bucket bucket(double ns_per_unit, uint64_t most, uint64_t packets);

  uint64_t overhead_bytes_, last_ = 0;
  Bucket cpu_, link_;
};

} // namespace ixp
