// Delays of any number of frames in bounded memory: counts of delays that differ by less than a
// sixteenth, from which shares and percentiles follow.
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
  uint64_t frames() const { return frames_; }
  // At least this share (0 to 1) of the frames took at most so many cycles, to a sixteenth.
  uint64_t at_most(double share) const;
  // (cycles, share of the frames that took longer), by rising cycles; only shares above 0.
  std::vector<std::pair<double, double>> tail() const;

private:
  std::map<uint64_t, uint64_t> counts_; // by the greatest delay of the class
  uint64_t frames_ = 0;
};

// Last byte in to last byte out, by transmit port.
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
