// What a report shows over time: looks at a run now and then, between two pieces of it, so the run
// is as it was without. However long it gets, there are at most kMost samples: then every other one
// goes, and looks become half as frequent.
#pragma once

#include "emu/sim/simulation.h"

#include <array>
#include <map>
#include <vector>

namespace ixp {

struct Sample {
  uint64_t cycle = 0;
  // Bytes so far by port, with what the line adds.
  std::array<uint64_t, kMaxPorts> received{}, transmitted{};
  std::vector<unsigned>
      depths; // longwords, by ring of the system; the greatest seen since the last
};

// Contexts that sleep at an instruction, summed over looks, each for the cycles until the next.
struct WaitingPlace {
  unsigned me = 0, pc = 0;
  auto operator<=>(const WaitingPlace&) const = default;
};

class Sampler {
public:
  static constexpr size_t kMost = 400;

  explicit Sampler(Simulation& sim) : sim_(sim) { look(); }
  uint64_t interval() const { return interval_; } // cycles until the next look
  void look();

  const std::vector<Sample>& samples() const { return samples_; } // by rising cycles
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
