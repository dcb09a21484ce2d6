// Whether packets of a flow leave in the order in which they arrived. A packet is late when one of
// its flow left before it that arrived after it (RFC 4737: reordered). Late ones are counted by
// what they are and what they were overtaken by. Never late by one of their own kind are TCP data,
// as receivers take that for a loss.
#pragma once

#include "emu/fabric/packet.h"

#include <array>
#include <vector>

namespace ixp::fabric {

// Packets of a flow that left, by what they are; those late behind what, a packet for each kind
// that overtook it.
struct OrderCounts {
  std::array<uint64_t, kContents> left{};
  std::array<std::array<uint64_t, kContents>, kContents> late{}; // [late][overtaking]

  void add(const OrderCounts& other);
};

class Reordering {
public:
  // In the order of arrival.
  void enter(Packet& packet) { packet.number = ++entered_; }
  void leave(const Packet& packet, OrderCounts* counts); // null: is not counted

private:
  using Newest = std::array<uint64_t, kContents>; // number of the newest that left, by content
  std::vector<Newest> newest_;                    // by flow
  uint64_t entered_ = 0;
};

} // namespace ixp::fabric
