// Virtual time, start and finish times of packets, and the order of service: what PCFQ and WFQ
// have in common. A packet's cost is in virtual time (seconds of service over the flow's weight);
// who schedules what decides how it comes about (scheduler.h).
//
//   at an arrival      V grows by elapsed time / sum of the weights of backlogged flows
//   start              S = max(finish of the flow's packet before, V)
//   finish             F = S + cost
//   service            the flow whose head packet has the least F; of equals the lower number
//
// While no flow is backlogged V stands still.
#pragma once

#include <deque>
#include <optional>
#include <vector>

namespace ixp::oracle {

// Which flows count as backlogged, and when V follows them.
enum class Clock {
  AtArrival,  // flows with queued packets; V moves at arrivals only, by the sum of that moment.
              // What the microcode of PCFQ does.
  Continuous, // flows with queued packets; V follows every change of the sum
  Gps,        // flows that the fluid system would still be serving: WFQ as in the literature
};

struct FairQueueOptions {
  Clock clock = Clock::AtArrival;
  // A flow that becomes empty forgets its last finish time, as PCFQ's microcode does. It matters
  // there: PCFQ's V, slowed down by both weights of each flow, lags far behind finish times.
  bool forget_when_empty = false;
  // V grows so many times as fast; but under Gps, where it is what it is.
  double pace = 1;
};

struct Tags {
  size_t packet = 0; // ordinal of arrival
  unsigned flow = 0;
  double virtual_time = 0; // V at its arrival
  double start = 0, finish = 0;
};

class FairQueue {
public:
  FairQueue(std::vector<double> weights, FairQueueOptions options);
  // Times (seconds) must not go back, over all calls.
  Tags enqueue(double time, unsigned flow, double cost);
  // Takes the next packet in order; none when nothing is queued.
  std::optional<Tags> dequeue(double time);
  // Takes a flow's head, whoever's turn it is: to follow a scheduler that chose. It has one.
  Tags dequeue_from(unsigned flow, double time);
  // Whose turn it is, and the head of a flow's queue, if anything is queued.
  unsigned next_flow() const;
  const Tags& head(unsigned flow) const { return flows_[flow].queue.front(); }

  double virtual_time() const { return v_; }
  size_t queued() const { return queued_; }
  size_t queued(unsigned flow) const { return flows_[flow].queue.size(); }

private:
  struct Flow {
    double weight = 0, last_finish = 0;
    std::deque<Tags> queue;
    bool counted = false; // its weight is part of the sum
  };
  void advance(double time);
  void advance_gps(double elapsed);

  std::vector<Flow> flows_;
  FairQueueOptions options_;
  double v_ = 0, now_ = 0;
  size_t arrived_ = 0, queued_ = 0;
};

} // namespace ixp::oracle
