// Arrival times of a flow's packets, in integers: the same on every machine.
#pragma once

#include "base/random.h"
#include "tools/ixpgen/flow_file.h"

namespace ixp {

class Arrivals {
public:
  // `load_percent` scales the rate, but not the rate within bursts. Throws InputError (at the flow)
  // if the bursts are not faster than the average.
  Arrivals(const Flow& flow, uint64_t load_percent, Random random);
  // Arrival of the next packet in ns. `bytes`: size of the previous one; 0 for the first.
  uint64_t next(uint64_t bytes);

private:
  // Computes times as exact sums of gaps: counts packets or bytes and divides once.
  struct Pace {
    unsigned __int128 numerator = 0; // ns per packet or byte, times the denominator
    uint64_t denominator = 1;
    bool per_byte = false;
    uint64_t gap(uint64_t units) const; // ns, fixed point
    uint64_t ns(uint64_t units) const;
  };
  static Pace pace(const Rate& rate, uint64_t percent);
  static uint64_t mean_gap(const Flow& flow, const Pace& pace);
  void set_on_off(const Flow& flow, uint64_t percent);
  uint64_t next_on_off(uint64_t bytes);

  static constexpr unsigned kFraction = 16; // fraction bits in sums of random gaps
  Process process_;
  Random random_;
  Pace pace_, peak_;
  uint64_t start_ns_, burst_packets_;
  uint64_t units_ = 0;                   // cbr: packets or bytes since the start
  uint64_t mean_gap_ = 0, mean_off_ = 0; // fixed point
  unsigned __int128 now_ = 0;            // fixed point
  bool burst_ends_ = true;
};

} // namespace ixp
