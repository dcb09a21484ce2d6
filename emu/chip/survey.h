// Location of every frame that was received and neither transmitted nor lost. Inspects the whole
// chip, at the end of a run or during a wait for the end.
#pragma once

#include "emu/chip/chip.h"

#include <string>
#include <utility>
#include <vector>

namespace ixp {

// Progress of a frame; it never decreases.
enum class Stage : uint8_t {
  ReceivePort,  // complete in a port's receive buffer
  Rbuf,         // in RBUF elements
  Microcode,    // in a buffer, owned by a ring, a queue, or microcode itself
  Tbuf,         // in TBUF elements
  TransmitPort, // in a port's transmit buffer
};

constexpr unsigned kStages = 5;

// Place of frames in buffers that no ring and no queue names.
constexpr const char* kHeldByMicrocode = "held by microcode";

struct FramesAt {
  Stage stage{};
  std::string place; // "port 0 receive buffer", "RBUF", "ring DRR_IN (1)", kHeldByMicrocode
  std::vector<PacketTag> frames; // ascending, each in only one place of the survey
};

struct Survey {
  std::vector<FramesAt> places; // by stage, without empty ones
  std::vector<FramesAt> lost;   // place: the ring or queue that lost the message
  uint64_t frames() const;      // in all places
  bool empty() const { return places.empty(); }
};

Survey survey(Chip& chip, const SystemConfig& system);

std::string name(const QueuePlace& place, const SystemConfig& system); // "ring DRR_IN (1)"

// Frame counts of a run. Received frames are conserved:
//   received = dropped by hardware + in port buffers + in RBUF + delivered      (the ledger)
//   delivered + cut off + counted early = transmitted + dropped by microcode + lost + inside
// Cut off: dropped by hardware, but microcode got their end, with an error. Dropped by microcode:
// the sum of its drop counters. Lost: on transmission, or with a message lost by a ring or queue.
// Counted early: microcode may count a frame before its end is delivered, e.g. one that is too
// long; at least as many as the counts exceed the delivered frames. `inside` is the remainder, and
// negative if more are counted than arrive.
struct FrameCounts {
  PacketLedger::Totals ledger;
  std::vector<std::pair<std::string, uint64_t>> counters; // of microcode, in file order
  uint64_t counted = 0;                                   // their sum
  std::vector<std::pair<std::string, uint64_t>> lost;     // by location of the loss
  uint64_t lost_sum = 0;
  uint64_t counted_early = 0;
  int64_t inside = 0;

  uint64_t by_fate(Fate f) const { return ledger.by_fate[static_cast<unsigned>(f)]; }
};

FrameCounts count_frames(Chip& chip, const SystemConfig& system, const Survey& survey);

} // namespace ixp
