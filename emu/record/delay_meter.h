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

    void add(uint64_t delay) {
      if (frames++) jitter_sum += delay > last ? delay - last : last - delay;
      last = delay;
      sum += delay;
      min = std::min(min, delay);
      max = std::max(max, delay);
    }
  };

  DelayMeter(const PacketLedger& ledger, const Params& params)
      : ledger_(ledger), me_div_(params.clock_me_div) {}

  void frame_crossed(const FrameRecord& r) override {
    if (r.tag == 0 || r.direction == Direction::Rx) return;
    if (const Tick arrived = ledger_.entry(r.tag).crossed; arrived != kNever)
      by_port_[r.port].add(r.eop / me_div_ - arrived / me_div_);
  }
  const Delay& port(unsigned n) const { return by_port_[n]; }

private:
  const PacketLedger& ledger_;
  uint64_t me_div_;
  std::array<Delay, kMaxPorts> by_port_{};
};

} // namespace ixp
