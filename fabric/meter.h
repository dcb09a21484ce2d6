// Measurements of a run, in consecutive batches of slots. The means of batches are nearly
// independent, so they give a confidence interval for the overall mean.
//
// The first cell of a packet arrives in slot a and begins to cross in slot s; its last cell has
// crossed in slot f and left in slot d:
//   waiting    f - a + 1 less the minimum slots to cross: waiting at the input, including
//              interruptions
//   service    f - s + 1: in the crossbar, including interruptions
//   crossing   f - a + 1
//   delay      d - a + 1: includes reassembly and the wait for the line
// If packets enter whole, a is the slot in which the last cell arrives.
#pragma once

#include "fabric/order.h"
#include "fabric/tcp_counts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace ixp::fabric {

class InputBuffers;
struct Holds;
struct Match;

enum class Time : uint8_t { Waiting, Service, Crossing, Delay };
inline constexpr std::array kTimes = {Time::Waiting, Time::Service, Time::Crossing, Time::Delay};
const char* name(Time t);

// Times of the packets of a class, indexed by Time.
struct Times {
  std::array<uint64_t, kTimes.size()> packets{}, sum{}, most{};

  void add(Time t, uint64_t slots) {
    const auto k = static_cast<size_t>(t);
    ++packets[k];
    sum[k] += slots;
    most[k] = std::max(most[k], slots);
  }
  void add(const Times& other);
};

struct Batch {
  uint64_t slots = 0;
  std::array<Times, 2> times{};                // indexed by class
  std::array<uint64_t, 2> offered_packets{};   // indexed by class
  uint64_t offered = 0, crossed = 0, left = 0; // cells
  std::array<uint64_t, 2> waiting{}; // indexed by class: cells at inputs, summed over slots
  uint64_t at_outputs = 0;           // cells at outputs, summed over slots
  // Interrupted long packets: steps in which a pair with a cell had to wait, and those of them in
  // which its output received nothing.
  uint64_t interrupted = 0, idle = 0;
  std::array<uint64_t, 2> dropped{}; // indexed by class: packets dropped at a full input
  OrderCounts order;
  TcpCounts tcp;

  void add(const Batch& other);
};

class Meter {
public:
  // Divides the slots from `warmup` on into batches; the last batch takes the remainder.
  Meter(uint64_t slots, uint64_t warmup, unsigned batches);

  void begin_slot(Slot now);
  // The current batch; null before statistics begin.
  Batch* batch() { return current_; }
  const std::vector<Batch>& batches() const { return batches_; }
  Batch total() const;
  // Records a TCP flow whose data have all arrived `slots` after its begin.
  void complete(unsigned size, uint64_t slots);
  const std::vector<uint64_t>& completions(unsigned size) const { return completions_[size]; }

  // Maximum queue length in cells over the whole run: of a class at one input; at one output.
  std::array<uint64_t, 2> most_at_input{};
  uint64_t most_at_output = 0;

private:
  uint64_t warmup_, length_;
  std::vector<Batch> batches_;
  Batch* current_ = nullptr;
  std::array<std::vector<uint64_t>, kMostFlowSizes> completions_;
};

struct Estimate {
  double mean = std::nan(""); // NaN of nothing
  // Half width of the 95 % confidence interval, Student's t; NaN for fewer than two batches.
  double half_width = std::nan("");
};
Estimate estimate_from(double mean, const std::vector<double>& means);
// Overall mean with its confidence interval over batches. `part` and `whole` are evaluated per
// batch; batches whose whole is 0 are ignored.
template <class Part, class Whole>
Estimate estimate(const std::vector<Batch>& batches, Part part, Whole whole) {
  uint64_t parts = 0, wholes = 0;
  std::vector<double> means;
  for (const Batch& b : batches) {
    const uint64_t p = part(b), w = whole(b);
    if (w == 0) continue;
    parts += p;
    wholes += w;
    means.push_back(static_cast<double>(p) / static_cast<double>(w));
  }
  if (wholes == 0) return {};
  return estimate_from(static_cast<double>(parts) / static_cast<double>(wholes), means);
}

// Counts long packets that are interrupted in a crossbar step. Called after scheduling: a held pair
// has a packet in progress. `holds` is null if the scheduler holds no pairs.
void note_interruptions(const Holds* holds, const Match& match, const InputBuffers& buffers,
                        Batch& batch);

} // namespace ixp::fabric
