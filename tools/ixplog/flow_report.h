// ixplog flows: what became of the frames of each flow: received, transmitted, lost and where,
// throughput, delay and jitter; of the whole run and of windows of it.
//
// Frames count where they were received, so received = transmitted + inside + lost in every window.
// Throughput is of the bytes that left in the window, whenever their frames came.
#pragma once

#include "tools/ixplog/delay.h"
#include "tools/ixplog/flow_key.h"
#include "tools/ixplog/jitter.h"
#include "tools/ixplog/run_account.h"

#include <map>
#include <memory>

namespace ixp {

struct FlowFigures {
  std::string name, category;
  uint64_t received = 0, transmitted = 0;
  uint64_t inside = 0; // at the end of the run; 0 when nobody knows
  uint64_t lost = 0;   // received, neither transmitted nor known to be inside
  // Sequence numbers between the first and the last that was received, of frames that never were:
  // lost before they were complete in a port.
  uint64_t missing = 0;
  double offered_bps = 0, throughput_bps = 0; // of frames as logged
  DelaySummary delay;                         // cycles
  Jitter jitter;
  // Of those that did not leave: place or reason -> frames.
  std::map<std::string, uint64_t> where;
};

struct FlowSlice {
  double from_ms = 0, to_ms = 0;
  std::vector<FlowFigures> flows; // all flows of the report, in its order
};

struct FlowReport {
  uint64_t me_hz = 0;
  bool account = false;         // statistics of the run say what is inside
  uint64_t lost_before = 0;     // by them: frames that overran port buffers
  uint64_t frames = 0, cut = 0; // received; without all bytes in the log
  FlowSlice whole;
  FlowFigures all;               // flows together
  std::vector<uint64_t> delays;  // of all of them, ascending
  std::vector<FlowSlice> slices; // none unless asked for
};

// Which frames count; empty: any.
struct FlowSelection {
  std::string flow, category; // patterns: * stands for any text
  std::optional<unsigned> rx, tx;
  bool holds(const std::string& name, const std::string& of_category) const;
};

struct FlowOptions {
  Window window = {};
  double slice_ms = 0; // 0: none
  FlowSelection select = {};
};

struct FramesOfFlows;

// Frames of a run and what became of them, to be measured in several ways.
class FlowFrames {
public:
  // InputError as match_frames.
  explicit FlowFrames(OpenLogs logs, const FlowFile* flows = nullptr);
  ~FlowFrames();
  // InputError for more slices than anybody wants.
  FlowReport report(const FlowOptions& options) const;
  std::vector<FlowKey> flows() const; // in the order of reports

private:
  std::unique_ptr<FramesOfFlows> data_;
};

FlowReport measure_flows(OpenLogs logs, const FlowFile* flows = nullptr,
                         const FlowOptions& options = {});
// Text: a table, with slices one for each; CSV: a line for each flow and slice; JSON: all of it.
std::string print_flows(const FlowReport& report, Format format);

} // namespace ixp
