// ixplog diff: are the port logs of two runs the same, and if not, where do they part?
//
// Frames are paired by tag, or by content, so one that is missing does not make all that follow it
// differ. All differences are counted, the first few shown.
#pragma once

#include "emu/media/byte_stream.h"
#include "tools/ixplog/results.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ixp {

struct DiffOptions {
  bool ignore_time = false;  // the same frames in the same order
  bool content_only = false; // the same bytes in the same order, whatever frames they were of
  bool any_order = false;    // with one of those, or alone: in any order
  uint64_t tolerance = 0;    // cycles by which times may differ
  size_t show = 5;           // differences of a log

  bool exact() const { return !ignore_time && !content_only && !any_order && tolerance == 0; }
  bool compares_time() const { return !ignore_time && !content_only && !any_order; }
};

struct LogDifference {
  std::string log;                    // name of the log, "port0_tx.log"
  std::string report;                 // empty: the logs are equal
  std::optional<uint64_t> cycle = {}; // of the first difference, when the logs tell
  std::string place = {};             // what it is of: "frame p0.14", "ring SR_1 put by 0:0.1"
  std::string note = {};              // of what was not compared
};

struct Comparison {
  std::vector<LogDifference> logs;
  std::string remark; // where the runs part first, and what these logs cannot tell; or ""
  bool differ() const;
};

// One pair of files, or all port*.log of two folders by name, and rings.log when the golden folder
// has it and nothing is ignored; the runs they are of may be different ones. InputError when one is
// not there, a folder has logs of several runs, or what is to be compared is not in a log.
Comparison diff_logs(const std::string& golden, const std::string& fresh,
                     const DiffOptions& options = {});
// The first line where two texts part, with what came before. Empty when they are equal, but for
// the number of the run.
std::string first_difference(const Input& golden, const Input& fresh);

TestRun test_run(const Comparison& comparison);

} // namespace ixp
