// The lines of a fabric: the ends of the wires that join its ports to those of chips. Frames count
// when their last byte is there.
#pragma once

#include "emu/media/line.h"
#include "emu/network/wire.h"

#include <deque>

namespace ixp {

// Of a line between a fabric and a port of a chip.
struct FabricLine {
  uint64_t rate_mbps = 0;
  uint64_t overhead = 0; // bytes of line time that a frame takes besides its own
  bool cframes = false;  // CSIX
};

class FabricInput final : public WireEnd {
public:
  explicit FabricInput(const FabricLine& line) : line_(line) {}
  void deliver(WireFrame frame) override { frames_.push_back(std::move(frame)); }
  size_t waiting() const override { return frames_.size(); }
  uint64_t on_the_wire() const override { return frames_.size(); }
  uint64_t received() const override { return received_; }

  // When the last byte of the first frame is there; kNever: there is none.
  NetTime next_whole() const;
  WireFrame take();
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
  // Begins when the frames before it are sent, not before `t`.
  void put(NetTime t, WireFrame frame);
  NetTime next_arrival(NetTime acts) const override;
  // How long a frame that comes at `t` waits for those before it, at most so far.
  NetTime longest_wait() const { return longest_wait_; }
  bool cframes() const { return cframes_; }

private:
  Line line_;
  uint64_t overhead_;
  bool cframes_;
  NetTime longest_wait_ = 0;
};

} // namespace ixp
