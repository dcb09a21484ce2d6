// The lines of a fabric: the ends of the wires that join its ports to ports of chips. A frame is
// received when its last byte has arrived.
#pragma once

#include "emu/media/line.h"
#include "emu/network/wire.h"

#include <algorithm>
#include <deque>

namespace ixp {

// Properties of a line between a fabric and a port of a chip.
struct FabricLine {
  uint64_t rate_mbps = 0;
  uint64_t overhead = 0; // line time per frame beyond its own bytes, in bytes
  bool cframes = false;  // CSIX
};

class FabricInput final : public WireEnd {
public:
  explicit FabricInput(const FabricLine& line) : line_(line) {}
  void deliver(WireFrame frame) override { frames_.push_back(std::move(frame)); }
  size_t waiting() const override { return frames_.size(); }
  uint64_t on_the_wire() const override { return frames_.size(); }
  uint64_t received() const override { return received_; }

  // Arrival of the last byte of the first frame; kNever if there is none.
  NetTime next_whole() const {
    if (frames_.empty()) return kNever;
    const Ratio ticks(8 * kNetworkMhz, line_.rate_mbps);
    return frames_.front().arrives + ticks.ceil(frames_.front().bytes.size());
  }
  WireFrame take() {
    WireFrame frame = std::move(frames_.front());
    frames_.pop_front();
    ++received_;
    return frame;
  }
  bool cframes() const { return line_.cframes; }

private:
  FabricLine line_;
  std::deque<WireFrame> frames_;
  uint64_t received_ = 0;
};

class FabricOutput final : public WireStart {
public:
  FabricOutput(const FabricLine& line, const WireConfig& config, uint64_t seed, unsigned number)
      : WireStart(config, seed, number), line_(line.rate_mbps, kNetworkMhz),
        overhead_(line.overhead), cframes_(line.cframes) {}
  // Sends the frame at `t`, or after the frames before it.
  void put(NetTime t, WireFrame frame) {
    const NetTime begins = line_.begin(t);
    longest_wait_ = std::max(longest_wait_, begins - t);
    line_.end(frame.bytes.size() + overhead_);
    WireFrame* sent = send(begins, frame.bytes.size());
    if (!sent) return;
    frame.arrives = sent->arrives;
    *sent = std::move(frame);
  }
  NetTime next_arrival(NetTime acts) const override {
    return acts == kNever ? kNever : std::max(acts, line_.free()) + delay();
  }
  // Longest time that a frame has waited for those before it.
  NetTime longest_wait() const { return longest_wait_; }
  bool cframes() const { return cframes_; }

private:
  Line line_;
  uint64_t overhead_;
  bool cframes_;
  NetTime longest_wait_ = 0;
};

} // namespace ixp
