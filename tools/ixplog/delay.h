// ixplog delay: latency of frames through the chip, from the end of arrival to the end of
// departure.
#pragma once

#include "tools/ixplog/passages.h"
#include "tools/ixplog/table.h"

namespace ixp {

struct DelaySummary {
  std::string kind, name; // "port": "port 0"; "flow", "category", "all"; of a network also "path"
  uint64_t count = 0;     // of frames; 0: the numbers below say nothing
  uint64_t min = 0, max = 0, sum = 0;           // ME cycles
  double mean = 0, deviation = 0;               // population standard deviation
  uint64_t p50 = 0, p90 = 0, p99 = 0, p999 = 0; // nearest rank
  std::vector<uint64_t> bins;                   // number of frames in each bin
};

struct DelayReport : Passages {
  // Transmit ports, "all"; then flows and categories, if frames have any.
  std::vector<DelaySummary> summaries;
  uint64_t bin_cycles = 0; // width of the histograms' bins, which start at 0; 0: no histograms
};

struct DelayOptions {
  const FlowFile* flows = nullptr; // names and categories
  Window window = {};
  unsigned bins = 0; // number of bins from 0 to the maximum delay
};

// Throws InputError like match_frames().
DelayReport measure_delay(OpenLogs logs, const DelayOptions& options = {});
DelaySummary summarise(std::string name, std::vector<uint64_t> cycles);
// Adds a summary of each group to the report, with a histogram of `bins` bins from 0 to the maximum
// delay of its frames; 0: none.
struct GroupsOfKind {
  const char* kind; // of the summaries
  std::vector<Group> groups;
};
void summarise_groups(DelayReport& report, const std::vector<GroupsOfKind>& kinds, unsigned bins);

// Whether `folder` is the --out of a network.
bool is_network_run(const std::string& folder);

// ixplog delay of a network (docs/network.md): from the last byte at the first chip to the last
// byte that leaves the network, from the frames.log of each chip.
// Summaries by port of departure ("A.0"), of all frames, and by path ("B>A>D"). The report's clock
// has 10^9 Hz: a cycle is a nanosecond. Options other than flows apply. Throws InputError if a log
// is missing, invalid, or has another number of frames than network.json.
DelayReport measure_network_delay(const std::string& folder, const DelayOptions& options);

// Text: a row per group, histograms as bars. CSV: a line per frame. JSON: the summaries.
// Delays of no frames are "-", in JSON null.
std::string print_delay(const DelayReport& report, Format format, const FlowFile* flows = nullptr);

} // namespace ixp
