// ixplog fairness: compares the service of flows with their weights. Definitions and limits of
// logs: docs/measuring.md.
//
// Service of a packet: its work in cycles (from the frame) on the processor and its length on the
// link, in seconds of the whole resource. Normalised: each part divided by the flow's share of that
// resource, summed. Packets never transmitted do not count.
#pragma once

#include "tools/ixplog/passages.h"
#include "tools/ixplog/service.h"
#include "tools/ixplog/table.h"

#include <limits>

namespace ixp {

// The maximum difference between two flows' normalised service within an interval in which both
// were continuously backlogged; over all intervals and pairs.
struct RelativeFairness {
  double seconds = 0; // of normalised service
  std::string one, other;
  double from_s = 0, to_s = 0; // the interval
  double bound_s = 0;          // bound for the two flows (guarantee.h)
};

// One instant. Gini: flows with a lag or backlog, here or under ideal GPS, in ascending order of
// utility u; the sum over i of |F(i, U) - F(i, G)|, F the sum of the first i.
struct GiniSample {
  double time_s = 0;
  double cpu = 0, link = 0, both = 0; // seconds of normalised service
};

struct FlowFairness {
  std::string name, category;
  double phi_cpu = 0, phi_bw = 0;
  double cpu_s = 0, link_s = 0; // seconds of the resources received
  double lag_s = 0; // maximum lag behind GPS at a sample, in normalised service of both resources
  // Maximum lag behind and lead ahead of GPS, in seconds of service of both resources together.
  double behind_s = 0, ahead_s = 0;
  bool compared = false; // behind_s and ahead_s have a value: a packet began or ended
};

struct FairnessReport {
  Resources shared; // cpu_hz 0: the processor is not described, and not reported
  WeightsUsed weights;
  double from_s = 0, to_s = 0; // reported period: first arrival to last departure, in the window
  std::vector<FlowFairness> flows;
  RelativeFairness relative;
  std::vector<GiniSample> gini; // one per interval
};

// Evaluates all frames of a run. Flows and the ideal server enter the window in the state left by
// the run before it; only the window is reported. Throws InputError in these cases:
// - The link's rate is unknown: neither the log nor [resources] has it.
// - `flows` lacks a flow, or no frame has a flow.
// - No frame left in the window, or frames left through several ports.
FairnessReport measure_fairness(const Passages& passages, const FlowFile& flows, double interval_s,
                                const Window& window = {});
// Text: summary. CSV: the Gini index over time. JSON: both.
std::string print_fairness(const FairnessReport& report, Format format);

// The reported part of a run, in seconds; earlier events count in the accounts.
struct Span {
  double from = 0, to = std::numeric_limits<double>::infinity();
  bool holds(double time) const { return from <= time && time < to; }
};

RelativeFairness relative_fairness(const std::vector<ServedPacket>& packets, const FlowFile& flows,
                                   const Span& span);

// Fills behind_s and ahead_s of `fairness`, which has an entry for each flow of the file.
void greatest_lags(const std::vector<ServedPacket>& packets, const FlowFile& flows,
                   const Span& span, std::vector<FlowFairness>& fairness);

// Samples at every interval from the first arrival to the last departure, within the span; also
// fills lag_s of `fairness`, which has an entry for each flow of the file.
std::vector<GiniSample> gini_over_time(const std::vector<ServedPacket>& packets,
                                       const FlowFile& flows, double interval_s, const Span& span,
                                       std::vector<FlowFairness>& fairness);

// The index: the sum over i of |u_1 + ... + u_i - i V| for flows whose normalised service is `lags`
// behind that of ideal GPS, u = V - lag ascending. V itself cancels out.
double gini(std::vector<double> lags);

} // namespace ixp
