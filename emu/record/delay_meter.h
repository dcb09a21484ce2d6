// Delay of frames through the chip: end of arrival to end of departure, by transmit port, in ME
// cycles with the precision of port logs, as in `ixplog delay`. Observes transmit ports.
#pragma once

#include "emu/kernel/params.h"
#include "emu/media/frame.h"
#include "emu/media/ledger.h"

#include <algorithm>
#include <array>

namespace ixp {

class DelayMeter final : public PortObserver {
public:
  struct Delay {
    uint64_t frames = 0;
    uint64_t min = ~uint64_t{0}, max = 0, sum = 0;
    uint64_t last = 0, jitter_sum = 0; // jitter: change of delay between consecutive frames
  };

  DelayMeter(const PacketLedger& ledger, const Params& params)
      : ledger_(ledger), me_div_(params.clock_me_div) {}

  void frame_crossed(const FrameRecord& r) override {
    if (r.tag == 0 || r.direction == Direction::Rx) return;
    if (const Tick arrived = ledger_.entry(r.tag).crossed)
      add(by_port_[r.port], r.eop / me_div_ - arrived / me_div_);
  }
  const Delay& port(unsigned n) const { return by_port_[n]; }

private:
  static void add(Delay& d, uint64_t delay) {
    if (d.frames++) d.jitter_sum += delay > d.last ? delay - d.last : d.last - delay;
    d.last = delay;
    d.sum += delay;
    d.min = std::min(d.min, delay);
    d.max = std::max(d.max, delay);
  }
  const PacketLedger& ledger_;
  uint64_t me_div_;
  std::array<Delay, kMaxPorts> by_port_{};
};

} // namespace ixp
