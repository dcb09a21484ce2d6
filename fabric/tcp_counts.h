// Counters of TCP traffic through the switch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ixp::fabric {

constexpr unsigned kMostFlowSizes = 8; // limit of the configuration

struct SenderCounts {
  uint64_t segments = 0, again = 0; // sent; retransmitted among them
  uint64_t fast_retransmits = 0, timeouts = 0;
  uint64_t round_trips = 0, round_trip_slots = 0; // number measured; their sum

  void add(const SenderCounts& o) {
    segments += o.segments;
    again += o.again;
    fast_retransmits += o.fast_retransmits;
    timeouts += o.timeouts;
    round_trips += o.round_trips;
    round_trip_slots += o.round_trip_slots;
  }
};

// Flows whose data have all arrived at the receiver, and the sum of the slots that took.
struct Completed {
  uint64_t flows = 0, slots = 0;

  void add(uint64_t of_one) { ++flows, slots += of_one; }
};

struct TcpCounts : SenderCounts {
  uint64_t begun = 0;                                // flows started
  uint64_t bytes = 0;                                // bytes of data received in order
  uint64_t acks = 0;                                 // ACKs sent
  uint64_t ahead = 0;                                // segments received out of order, after a hole
  uint64_t dropped = 0;                              // TCP packets dropped at a full input
  std::array<Completed, kMostFlowSizes> completed{}; // indexed by flow size

  using SenderCounts::add;
  void add(const TcpCounts& o) {
    SenderCounts::add(o);
    begun += o.begun;
    bytes += o.bytes;
    acks += o.acks;
    ahead += o.ahead;
    dropped += o.dropped;
    for (size_t k = 0; k < completed.size(); ++k) {
      completed[k].flows += o.completed[k].flows;
      completed[k].slots += o.completed[k].slots;
    }
  }
};

} // namespace ixp::fabric
