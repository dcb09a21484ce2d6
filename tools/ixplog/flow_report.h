// ixplog flows: received, transmitted and lost frames of each flow and where they were lost,
// throughput, delay and jitter; for the whole run and for windows of it.
//
// Frames count in the window of their arrival, so received = transmitted + inside + lost in every
// window. Throughput counts bytes that left in the window, whenever they arrived.
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
  uint64_t inside = 0; // at the end of the run; 0 if unknown
  uint64_t lost = 0;   // received, but neither transmitted nor known to be inside
  // Sequence numbers between the first and the last received one that never arrived: lost before
  // they were complete in a port.
  uint64_t missing = 0;
  double offered_bps = 0, throughput_bps = 0; // from logged frames
  DelaySummary delay;                         // cycles
  Jitter jitter;
  // Number of frames that did not leave, by location or reason.
  std::map<std::string, uint64_t> where;
};

struct FlowSlice {
  double from_ms = 0, to_ms = 0;
  std::vector<FlowFigures> flows; // all flows of the report, in its order
};

struct FlowReport {
  uint64_t me_hz = 0;
  bool account = false;         // the run's statistics list frames inside
  uint64_t lost_before = 0;     // from the statistics: frames that overran port buffers
  uint64_t frames = 0, cut = 0; // received; received without all bytes in the log
  FlowSlice whole;
  FlowFigures all;               // all flows together
  std::vector<uint64_t> delays;  // of all flows, ascending
  std::vector<FlowSlice> slices; // if requested
};

// Selection of frames; empty: all.
struct FlowSelection {
  std::string flow, category; // patterns: * matches any text
  std::optional<unsigned> rx, tx;
  bool holds(const std::string& name, const std::string& of_category) const;
};

struct FlowOptions {
  Window window = {};
  double slice_ms = 0; // 0: none
  FlowSelection select = {};
};

struct FramesOfFlows;

// The frames of a run and their fates, for several measurements.
class FlowFrames {
public:
  // Throws InputError like match_frames().
  explicit FlowFrames(OpenLogs logs, const FlowFile* flows = nullptr);
  ~FlowFrames();
  // Throws InputError for too many slices.
  FlowReport report(const FlowOptions& options) const;
  std::vector<FlowKey> flows() const; // in report order

private:
  std::unique_ptr<FramesOfFlows> data_;
};

FlowReport measure_flows(OpenLogs logs, const FlowFile* flows = nullptr,
                         const FlowOptions& options = {});
// Text: a table, one per slice; CSV: a line per flow and slice; JSON: everything.
std::string print_flows(const FlowReport& report, Format format);

} // namespace ixp
