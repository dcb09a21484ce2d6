#include "emu/network/fabric_lines.h"

#include <algorithm>

namespace ixp {

NetTime FabricInput::next_whole() const {
  if (frames_.empty()) return kNever;
  const Ratio ticks(8 * kNetworkMhz, line_.rate_mbps);
  return frames_.front().arrives + ticks.ceil(frames_.front().bytes.size());
}

WireFrame FabricInput::take() {
  WireFrame frame = std::move(frames_.front());
  frames_.pop_front();
  ++received_;
  return frame;
}

void FabricOutput::put(NetTime t, WireFrame frame) {
  const NetTime begins = line_.begin(t);
  longest_wait_ = std::max(longest_wait_, begins - t);
  line_.end(frame.bytes.size() + overhead_);
  WireFrame* sent = send(begins, frame.bytes.size());
  if (!sent) return;
  frame.arrives = sent->arrives;
  *sent = std::move(frame);
}

NetTime FabricOutput::next_arrival(NetTime acts) const {
  return acts == kNever ? kNever : std::max(acts, line_.free()) + delay();
}

} // namespace ixp
