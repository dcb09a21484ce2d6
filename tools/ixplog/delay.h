// ixplog delay: how long frames took through the chip, from the end of their arrival to the end of
// their departure. Frames are matched by tag, so it does not matter what microcode rewrote.
#pragma once

#include "emu/observe/port_log.h"

#include <string>
#include <vector>

namespace ixp {

struct FrameDelay {
  std::string tag;
  unsigned rx_port = 0, tx_port = 0;
  uint64_t rx_eop = 0, tx_eop = 0; // ME cycles
  uint32_t bytes = 0;              // as transmitted
  uint64_t cycles() const { return tx_eop - rx_eop; }
};

struct DelaySummary {
  std::string name;                             // "port 0", "all"
  uint64_t count = 0, min = 0, max = 0;         // ME cycles
  double mean = 0, deviation = 0;               // of the population
  uint64_t p50 = 0, p90 = 0, p99 = 0, p999 = 0; // nearest rank
};

struct DelayReport {
  uint64_t me_hz = 0;
  std::vector<FrameDelay> frames;      // in the order of the transmit logs
  std::vector<DelaySummary> summaries; // one a transmit port, then "all"
  uint64_t received = 0, not_transmitted = 0, made_by_microcode = 0, unmatched = 0;
};

// Logs of both directions in any order. InputError when one direction is missing, clocks differ,
// or a tag was received twice.
DelayReport measure_delay(const std::vector<PortLog>& logs);
DelaySummary summarise(std::string name, std::vector<uint64_t> cycles);

std::string delay_table(const DelayReport& report);
std::string delay_csv(const DelayReport& report); // a line a frame
std::string delay_json(const DelayReport& report);

} // namespace ixp
