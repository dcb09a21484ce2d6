// Distribution of the delays of frames: how many had each delay. Percentiles are exact. The tail
// has a point for each class of delays that differ by less than a sixteenth.
#pragma once

#include "emu/kernel/params.h"
#include "emu/media/frame.h"
#include "emu/media/ledger.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ixp {

class DelayCounts {
public:
  void add(uint64_t cycles);
  void add(const DelayCounts& others);
  uint64_t frames() const { return frames_; }
  // The delay that at least this share (0 to 1) of the frames did not exceed.
  uint64_t at_most(double share) const;
  // (cycles, share of the frames that took longer) at the last delay of each class, in ascending
  // order; only shares above 0.
  std::vector<std::pair<double, double>> tail() const;

private:
  std::map<uint64_t, uint64_t> counts_; // by delay
  uint64_t frames_ = 0;
};

// Delays from last byte in to last byte out, by transmit port.
class DelayCounter final : public PortObserver {
public:
  DelayCounter(const PacketLedger& ledger, const Params& params)
      : ledger_(ledger), me_div_(params.clock_me_div) {}
  void frame_crossed(const FrameRecord& r) override;
  const std::map<unsigned, DelayCounts>& ports() const { return ports_; }

private:
  const PacketLedger& ledger_;
  uint64_t me_div_;
  std::map<unsigned, DelayCounts> ports_;
};

} // namespace ixp
