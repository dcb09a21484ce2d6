// Frame counts of a run. Received frames are conserved:
//   received = dropped by hardware + in port buffers + in RBUF + delivered      (the ledger)
//   delivered + cut off = transmitted + dropped by microcode + lost + inside
// Cut off: dropped by hardware, but microcode got their end, with an error. Dropped by microcode:
// the sum of its drop counters. Lost: on transmission, or with a message lost by a ring or queue.
// `inside` is the remainder.
#pragma once

#include "emu/chip/survey.h"

#include <string>
#include <utility>
#include <vector>

namespace ixp {

struct FrameCounts {
  PacketLedger::Totals ledger;
  std::vector<std::pair<std::string, uint64_t>> counters; // of microcode, in file order
  uint64_t counted = 0;                                   // their sum
  std::vector<std::pair<std::string, uint64_t>> lost;     // by location of the loss
  uint64_t lost_sum = 0;
  int64_t inside = 0;

  uint64_t by_fate(Fate f) const { return ledger.by_fate[static_cast<unsigned>(f)]; }
};

FrameCounts count_frames(Chip& chip, const SystemConfig& system, const Survey& survey);

} // namespace ixp
