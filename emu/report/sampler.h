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
  // Bytes that have crossed the line, by port, including line overhead. The frame that is crossing
  // counts in part, once it is complete.
  std::array<double, kMaxPorts> received{}, transmitted{};
  std::vector<unsigned>
      depths; // maximum since the last sample, in longwords, by ring of the system
};

// Contexts that wait at an instruction, summed over samples, each weighted by the cycles to the
// next.
struct WaitingPlace {
  unsigned me = 0, pc = 0;
  auto operator<=>(const WaitingPlace&) const = default;
};

// Bytes that have crossed one direction of a line; between any two ticks at most those that the
// line's rate allows.
struct LineUse {
  double before = 0;       // of the frames before the last
  double bytes = 0;        // of the last one, with the overhead behind it
  double from = 0, to = 0; // ticks in which these cross
  double by(double tick) const {
    return before + (tick >= to ? bytes : tick <= from ? 0 : bytes * (tick - from) / (to - from));
  }
};

class Sampler final : public PortObserver {
public:
  static constexpr size_t kMost = 400;

  explicit Sampler(Simulation& sim);
  void frame_crossed(const FrameRecord& r) override;
  uint64_t interval() const { return interval_; } // cycles until the next sample
  void look();

  const std::vector<Sample>& samples() const { return samples_; } // in ascending order of cycles
  const std::map<WaitingPlace, uint64_t>& waiting() const { return waiting_; }

private:
  void count_waiting();
  void thin();
  Sample sample() const;
  double tick_of(uint64_t cycle) const;
  double ticks_a_byte(const FrameRecord& r) const;

  Simulation& sim_;
  uint64_t interval_ = 1000;
  std::vector<Sample> samples_;
  std::array<LineUse, kMaxPorts> received_, transmitted_;
  std::map<WaitingPlace, uint64_t> waiting_;
};

} // namespace ixp
