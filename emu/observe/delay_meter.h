// Time of frames through the chip: end of arrival to end of departure, by transmit port. Integers
// only; the frames themselves are in the port logs (ixplog delay). Watches transmit ports.
#pragma once

#include "emu/media/frame.h"
#include "emu/media/ledger.h"

#include <algorithm>
#include <array>

namespace ixp {

class DelayMeter final : public PortObserver {
public:
  struct Delay {
    uint64_t frames = 0;
    Tick min = kNever, max = 0, sum = 0;
    Tick last = 0, jitter_sum = 0; // jitter: change of delay from frame to frame
  };

  explicit DelayMeter(const PacketLedger& ledger) : ledger_(ledger) {}

  void frame_crossed(const FrameRecord& r) override {
    if (r.tag == 0 || r.direction == Direction::Rx) return;
    if (const Tick arrived = ledger_.entry(r.tag).crossed) add(by_port_[r.port], r.eop - arrived);
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
  const PacketLedger& ledger_;
  std::array<Delay, kMaxPorts> by_port_{};
};

} // namespace ixp
