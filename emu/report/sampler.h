// Samples a run for the report's time series. Samples are taken between run slices and do not
// affect the run. At most kMost samples are kept: when there are more, every other one is dropped
// and the interval doubles.
#pragma once

#include "emu/sim/simulation.h"

#include <array>
#include <map>
#include <vector>

namespace ixp {

struct Sample {
  uint64_t cycle = 0;
  // Bytes so far, by port, including line overhead.
  std::array<uint64_t, kMaxPorts> received{}, transmitted{};
  std::vector<unsigned>
      depths; // maximum since the last sample, in longwords, by ring of the system
};

// Contexts that wait at an instruction, summed over samples, each weighted by the cycles to the
// next.
struct WaitingPlace {
  unsigned me = 0, pc = 0;
  auto operator<=>(const WaitingPlace&) const = default;
};

class Sampler {
public:
  static constexpr size_t kMost = 400;

  explicit Sampler(Simulation& sim) : sim_(sim) { look(); }
  uint64_t interval() const { return interval_; } // cycles until the next sample
  void look();

  const std::vector<Sample>& samples() const { return samples_; } // in ascending order of cycles
  const std::map<WaitingPlace, uint64_t>& waiting() const { return waiting_; }

private:
  void count_waiting();
  void thin();

  Simulation& sim_;
  uint64_t interval_ = 1000;
  std::vector<Sample> samples_;
  std::map<WaitingPlace, uint64_t> waiting_;
};

} // namespace ixp
