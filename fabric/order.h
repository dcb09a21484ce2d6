// Detects packets of a flow that leave out of order. A packet is late if a packet of its flow that
// arrived after it left before it (RFC 4737: reordered). Late packets are counted by their content
// and by the content of the packets that overtook them. TCP data must never be overtaken by TCP
// data: receivers take that for a loss.
#pragma once

#include "fabric/packet.h"

#include <array>
#include <vector>

namespace ixp::fabric {

// Departures by content, and late packets by the content that overtook them; a packet counts once
// per overtaking content.
struct OrderCounts {
  std::array<uint64_t, kContents> left{};
  std::array<std::array<uint64_t, kContents>, kContents> late{}; // [late][overtaking]

  void add(const OrderCounts& other);
};

class Reordering {
public:
  // Called in the order of arrival.
  void enter(Packet& packet) { packet.number = ++entered_; }
  void leave(const Packet& packet, OrderCounts* counts); // null: not counted

private:
  using Newest = std::array<uint64_t, kContents>; // number of the newest departed packet, by
                                                  // content
  std::vector<Newest> newest_;                    // indexed by flow
  uint64_t entered_ = 0;
};

} // namespace ixp::fabric
