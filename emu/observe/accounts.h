// The books of a run: every frame that entered was transmitted, is still inside, or was dropped
// with a counted reason.
//   received = dropped by hardware + in port buffers + in RBUF + delivered      (the ledger)
//   delivered + seen though dropped = transmitted + counted by microcode + inside
// `inside` follows from the second line. It must not be negative, and when the system file names
// microcode's drop counters, no more may be inside than rings, queues, contexts or buffers that are
// not free, TBUF and transmit buffers can hold just then: a frame that vanished without a reason
// would show there.
#pragma once

#include "emu/chip/chip.h"
#include "emu/chip/run_control.h"

#include <string>
#include <utility>
#include <vector>

namespace ixp {

struct Accounts {
  PacketLedger::Totals ledger;
  std::vector<std::pair<std::string, uint64_t>> counters; // of microcode, in the file's order
  uint64_t counted = 0;                                   // their sum
  int64_t inside = 0;                                     // frames between delivery and the wire
  uint64_t places = 0;                                    // where they could be
  std::string error;                                      // "" = the books balance

  uint64_t dropped() const { return ledger.by_fate[static_cast<unsigned>(Fate::Dropped)]; }
};

Accounts balance(Chip& chip, const SystemConfig& system, const RunEnd& end);

} // namespace ixp
