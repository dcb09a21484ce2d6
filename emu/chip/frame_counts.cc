#include "emu/chip/frame_counts.h"

namespace ixp {

FrameCounts count_frames(Chip& chip, const SystemConfig& system, const Survey& survey) {
  FrameCounts n;
  n.ledger = chip.ledger.totals();
  for (const CounterConfig& c : system.counters) {
    if (c.counts != Counts::Drops) continue;
    const uint64_t value = chip.read(c.region, c.address);
    n.counters.emplace_back(c.name, value);
    n.counted += value;
  }
  for (unsigned r = 1; r < kTransmitLosses; ++r)
    if (n.ledger.lost_on_transmit[r])
      n.lost.emplace_back(name(static_cast<TransmitLoss>(r)), n.ledger.lost_on_transmit[r]);
  for (const FramesAt& at : survey.lost)
    n.lost.emplace_back("in " + at.place, at.frames.size());
  for (const auto& [what, frames] : n.lost)
    n.lost_sum += frames;
  const uint64_t seen = n.by_fate(Fate::Delivered) + n.ledger.dropped_seen;
  n.inside = static_cast<int64_t>(seen) -
             static_cast<int64_t>(n.ledger.received_and_transmitted + n.counted + n.lost_sum);
  return n;
}

} // namespace ixp
