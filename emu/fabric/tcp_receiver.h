// The receiving side of a TCP connection: segments back in order, and when to acknowledge
// (RFC 5681, 4.2): every second segment in order, or after a while; at once what is out of order, a
// duplicate, or what fills a hole.
#pragma once

#include "emu/fabric/tcp_sender.h"

#include <set>

namespace ixp::fabric {

class TcpReceiver {
public:
  explicit TcpReceiver(const TcpRules& rules) : rules_(&rules) {}

  // Returns how many segments are in order now that were not before.
  uint64_t receive(uint64_t number, Slot now);
  uint64_t expected() const { return expected_; } // what an ACK says: all below have arrived
  Slot due() const { return due_; }               // when the next ACK has to go
  void acknowledged() { pending_ = 0, due_ = kNever; }

private:
  const TcpRules* rules_;
  uint64_t expected_ = 0;
  std::set<uint64_t> ahead_; // arrived, behind a hole
  unsigned pending_ = 0;     // in order, not acknowledged
  Slot due_ = kNever;
};

} // namespace ixp::fabric
