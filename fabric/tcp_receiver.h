// The receiving side of a TCP connection: reorders segments and decides when to acknowledge (RFC
// 5681, 4.2). Every second in-order segment is acknowledged, or one after a delay; out-of-order
// segments, duplicates, and segments that fill a hole are acknowledged at once.
#pragma once

#include "fabric/tcp_sender.h"

#include <set>

namespace ixp::fabric {

class TcpReceiver {
public:
  explicit TcpReceiver(const TcpRules& rules) : rules_(&rules) {}

  // Returns the number of segments that are newly in order.
  uint64_t receive(uint64_t number, Slot now);
  uint64_t expected() const {
    return expected_;
  } // content of an ACK: all segments below it have
    // arrived
  Slot due() const { return due_; } // slot at which the next ACK is due
  void acknowledged() { pending_ = 0, due_ = kNever; }

private:
  const TcpRules* rules_;
  uint64_t expected_ = 0;
  std::set<uint64_t> ahead_; // received out of order, after a hole
  unsigned pending_ = 0;     // in order, not acknowledged
  Slot due_ = kNever;
};

} // namespace ixp::fabric
