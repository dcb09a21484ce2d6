// Arrivals that conform to a reservation: a token bucket for the processor and one for the link,
// filled at the flow's share of each. A packet arrives when both hold enough for it.
#pragma once

#include "tools/ixpgen/flow_file.h"

namespace ixp {

class Reservation {
public:
  explicit Reservation(const Flow& flow); // a flow with buckets
  // The first nanosecond, not before `wanted` or the previous packet, at which a packet with
  // `bytes` on the link (without overhead) and `cycles` conforms. Takes it from the buckets.
  uint64_t admit(uint64_t wanted, uint64_t bytes, uint64_t cycles);

private:
  using Time = unsigned __int128; // in 2^-32 ns, so that sums are exact
  static constexpr unsigned kFraction = 32;
  struct Bucket {
    uint64_t unit = 0; // time per cycle or byte at the share
    Time depth = 0;    // time to fill the bucket
    Time paid_at = 0;  // when all admitted packets are paid
  };
  static Bucket bucket(double ns_per_unit, uint64_t most, uint64_t packets);

  uint64_t overhead_bytes_, last_ = 0;
  Bucket cpu_, link_;
};

} // namespace ixp
