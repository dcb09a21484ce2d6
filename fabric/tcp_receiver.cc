#include "fabric/tcp_receiver.h"

#include <algorithm>

namespace ixp::fabric {

uint64_t TcpReceiver::receive(uint64_t number, Slot now) {
  const uint64_t before = expected_;
  const bool hole = !ahead_.empty();
  if (number > expected_) ahead_.insert(number);
  if (number == expected_) ++expected_;
  while (!ahead_.empty() && *ahead_.begin() == expected_) {
    ahead_.erase(ahead_.begin());
    ++expected_;
  }
  ++pending_;
  const bool at_once = number != before || hole || pending_ >= rules_->ack_every;
  due_ = at_once ? now : std::min(due_, now + rules_->ack_delay);
  return expected_ - before;
}

} // namespace ixp::fabric
