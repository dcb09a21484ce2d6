// ixplog diff: compares the port logs of two runs and shows where they differ.
//
// Frames are paired by tag, or by content, so a missing frame does not affect later ones. All
// differences are counted, and the first ones are shown.
#pragma once

#include "base/frames/byte_stream.h"
#include "emu/record/port_log.h"
#include "tools/ixplog/results.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ixp {

struct DiffOptions {
  bool ignore_time = false;  // only frames and their order
  bool content_only = false; // only bytes and their order, not frame tags
  bool any_order = false;    // ignores the order; alone or with one flag above
  uint64_t tolerance = 0;    // permitted difference of times in cycles
  size_t show = 5;           // number of differences shown per log

  bool exact() const { return !ignore_time && !content_only && !any_order && tolerance == 0; }
  bool compares_time() const { return !ignore_time && !content_only && !any_order; }
};

struct LogDifference {
  std::string log;                    // name of the log, "port0_tx.log"
  std::string report;                 // empty: the logs are equal
  std::optional<uint64_t> cycle = {}; // of the first difference, if known
  std::string place = {};             // subject: "frame p0.14", "ring SR_1 put by 0:0.1"
  std::string note = {};              // the fields not compared
};

struct Comparison {
  std::vector<LogDifference> logs;
  std::string remark; // first difference of the runs, and limits of these logs; or ""
  bool differ() const;
};

// Compares two files, or all port*.log of two folders by name, and rings.log if the golden folder
// has it and nothing is ignored. The two runs may differ. Throws InputError if a log is missing, a
// folder has logs of several runs, a log lacks compared data, or equal logs are damaged.
Comparison diff_logs(const std::string& golden, const std::string& fresh,
                     const DiffOptions& options = {});
// The first differing line of two texts, with the lines before. Empty if they are equal except for
// the run number.
std::string first_difference(const Input& golden, const Input& fresh);

TestRun test_run(const Comparison& comparison);

// Looks up arrivals of frames for display: "received on port 0, cycles 0 to 288".
using Arrivals = std::function<std::map<FrameName, std::string>(const std::set<FrameName>&)>;

// Compares two logs of one port, frame by frame.
// While frames are paired at equal positions, only one pair is in memory. Throws InputError if
// content is to be compared and a log has none.
LogDifference diff_frames(const Input& golden, const Input& fresh, const DiffOptions& options,
                          const Arrivals& arrivals);

} // namespace ixp
