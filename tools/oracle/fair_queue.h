// Virtual time, start and finish times of packets, and the order of service: the common part of
// PCFQ and WFQ. A packet's cost is in virtual time (seconds of service divided by the flow's
// weight); the scheduler computes it (scheduler.h).
//
//   at an arrival      V grows by elapsed time / sum of the weights of backlogged flows
//   start              S = max(finish of the flow's packet before, V)
//   finish             F = S + cost
//   service            the flow whose head packet has the least F; of equals the lower number
// While no flow is backlogged V does not change.
#pragma once

#include <deque>
#include <optional>
#include <vector>

namespace ixp::oracle {

// Flows that count as backlogged, and the times of updates of V.
enum class Clock {
  AtArrival,  // flows with queued packets; V moves only at arrivals, by the sum at that moment. As
              // in PCFQ's microcode.
  Continuous, // flows with queued packets; V follows every change of the sum
  Gps,        // flows still in service in the fluid system: WFQ as in the literature
};

struct FairQueueOptions {
  Clock clock = Clock::AtArrival;
  // A flow that becomes empty loses its last finish time, as in PCFQ's microcode. It matters there:
  // PCFQ's V, slowed down by both weights of each flow, is far below the finish times.
  bool forget_when_empty = false;
  // Factor on the growth of V; ignored under Gps, which defines V.
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
  // Times (seconds) must not decrease, over all calls.
  Tags enqueue(double time, unsigned flow, double cost);
  // Removes the next packet in order; empty if none is queued.
  std::optional<Tags> dequeue(double time);
  // Removes a flow's first packet, in any order, to follow another scheduler's choice. The flow
  // must have one.
  Tags dequeue_from(unsigned flow, double time);
  // The flow served next, and the first packet of a flow; both require a queued packet.
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
