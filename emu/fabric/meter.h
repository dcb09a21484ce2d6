// What a run measures, in batches of slots one after the other: their means are nearly independent,
// so that they tell how far the mean of all can be trusted.
//
// A packet that arrives in slot a, begins to cross in slot s, has crossed in slot f and has left in
// slot d, the slots of its first and of its last cell:
//   waiting    f - a + 1 less the slots that it needs for itself: at the input, interruptions and
//              all
//   service    f - s + 1: in the crossbar, interruptions and all
//   crossing   f - a + 1
//   delay      d - a + 1: reassembly and the wait for the line, too
// With packets that enter whole, a is the slot of the last cell's arrival.
#pragma once

#include "emu/fabric/order.h"
#include "emu/fabric/tcp_counts.h"

#include <algorithm>
#include <array>
#include <vector>

namespace ixp::fabric {

enum class Time : uint8_t { Waiting, Service, Crossing, Delay };
inline constexpr std::array kTimes = {Time::Waiting, Time::Service, Time::Crossing, Time::Delay};
const char* name(Time t);

// Of the packets of a class, by Time.
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
  std::array<Times, 2> times{};                // by class
  std::array<uint64_t, 2> offered_packets{};   // by class
  uint64_t offered = 0, crossed = 0, left = 0; // cells
  std::array<uint64_t, 2> waiting{};           // by class: cells at inputs, summed over slots
  uint64_t at_outputs = 0;                     // the same
  // Long packets interrupted: steps of the crossbar that a pair with a cell had to let pass, and
  // those of them in which its output received nothing.
  uint64_t interrupted = 0, idle = 0;
  std::array<uint64_t, 2> dropped{}; // by class: packets that a full input did not take
  OrderCounts order;
  TcpCounts tcp;

  void add(const Batch& other);
};

class Meter {
public:
  // Slots from `warmup` on are divided among batches; the last one takes what is left.
  Meter(uint64_t slots, uint64_t warmup, unsigned batches);

  void begin_slot(Slot now);
  // Null before the statistics begin.
  Batch* batch() { return current_; }
  const std::vector<Batch>& batches() const { return batches_; }
  Batch total() const;
  // A flow of TCP has all its data at its receiver, `slots` after it began.
  void complete(unsigned size, uint64_t slots);
  const std::vector<uint64_t>& completions(unsigned size) const { return completions_[size]; }

  // Of cells, at any time: of a class at one input, at one output.
  std::array<uint64_t, 2> most_at_input{};
  uint64_t most_at_output = 0;

private:
  uint64_t warmup_, length_;
  std::vector<Batch> batches_;
  Batch* current_ = nullptr;
  std::array<std::vector<uint64_t>, kMostFlowSizes> completions_;
};

struct Estimate {
  double mean = 0;
  double half_width =
      0; // of the 95 % confidence interval, Student's t; 0 for less than two batches
};
Estimate estimate_from(double mean, const std::vector<double>& means);
// Mean of all, and the interval by the means of batches. part and whole of a batch; batches whose
// whole is 0 do not count.
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

} // namespace ixp::fabric
