// Time of frames through the chip: end of arrival to end of departure, by transmit port. Integers
// only; the frames themselves are in the port logs (ixplog delay).
#pragma once

#include "emu/media/frame.h"

#include <algorithm>
#include <array>
#include <vector>

namespace ixp {

class DelayMeter final : public PortObserver {
public:
  struct Delay {
    uint64_t frames = 0;
    Tick min = kNever, max = 0, sum = 0;
    Tick last = 0, jitter_sum = 0; // jitter: change of delay from frame to frame
  };

  void frame_crossed(const FrameRecord& r) override {
    if (r.tag == 0) return;
    if (r.direction == Direction::Rx) {
      if (arrived_.size() <= r.tag) arrived_.resize(std::max<size_t>(r.tag + 1, 1024) * 2);
      arrived_[r.tag] = r.eop;
    } else if (r.tag < arrived_.size() && arrived_[r.tag] != 0) {
      add(by_port_[r.port], r.eop - arrived_[r.tag]);
    }
  }
  const Delay& port(unsigned n) const { return by_port_[n]; }

private:
  static void add(Delay& d, Tick delay) {
    if (d.frames++) d.jitter_sum += delay > d.last ? delay - d.last : d.last - delay;
    d.last = delay;
    d.sum += delay;
    d.min = std::min(d.min, delay);
    d.max = std::max(d.max, delay);
  }
  std::vector<Tick> arrived_; // by tag; 0 = not yet
  std::array<Delay, kMaxPorts> by_port_{};
};

} // namespace ixp
