// ixplog delay: how long frames took through the chip, from the end of their arrival to the end of
// their departure.
#pragma once

#include "tools/ixplog/passages.h"
#include "tools/ixplog/table.h"

namespace ixp {

struct DelaySummary {
  std::string kind, name;                        // "port": "port 0"; "flow", "category", "all"
  uint64_t count = 0, min = 0, max = 0, sum = 0; // ME cycles
  double mean = 0, deviation = 0;                // of the population
  uint64_t p50 = 0, p90 = 0, p99 = 0, p999 = 0;  // nearest rank
  std::vector<uint64_t> bins;                    // frames in each bin of the report's width
};

struct DelayReport : Passages {
  // Transmit ports, "all"; then flows and categories, when frames belong to any.
  std::vector<DelaySummary> summaries;
  uint64_t bin_cycles = 0; // width of the histograms' bins, the first begins at 0; 0: none
};

struct DelayOptions {
  const FlowFile* flows = nullptr; // names and categories
  Window window = {};
  unsigned bins = 0; // of histograms that span 0 to the greatest delay of all
};

// InputError as match_frames.
DelayReport measure_delay(OpenLogs logs, const DelayOptions& options = {});
DelaySummary summarise(std::string name, std::vector<uint64_t> cycles);

// Text: a row a group, histograms as bars. CSV: a line a frame. JSON: the summaries.
std::string print_delay(const DelayReport& report, Format format, const FlowFile* flows = nullptr);

} // namespace ixp
