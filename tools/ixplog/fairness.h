// ixplog fairness: did flows get the service their weights promise? Definitions and what logs
// cannot show: docs/measuring.md.
//
// Service of a packet: its work in cycles (as the frame says) on the processor and its length on
// the link, in seconds of the whole resource. Normalised: each part over the flow's share of that
// resource, summed. Packets that were never transmitted count nowhere.
#pragma once

#include "tools/ixplog/passages.h"
#include "tools/ixplog/table.h"

namespace ixp {

// The greatest difference between two flows' normalised service within an interval in which both
// were backlogged without a break; over all intervals and pairs.
struct RelativeFairness {
  double seconds = 0; // of normalised service
  std::string one, other;
  double from_s = 0, to_s = 0; // the interval
};

// One instant. Gini: flows that are behind or backlogged, here or under ideal GPS, in ascending
// order of utility u; the sum over i of |F(i, U) - F(i, G)|, F the sum of the first i.
struct GiniSample {
  double time_s = 0;
  double cpu = 0, link = 0, both = 0; // seconds of normalised service
};

struct FlowFairness {
  std::string name, category;
  double phi_cpu = 0, phi_bw = 0;
  double cpu_s = 0, link_s = 0; // seconds of the resources it got
  double lag_s = 0;             // most normalised service it was behind GPS, both resources
};

struct FairnessReport {
  Resources shared;
  double span_s = 0; // first arrival to last departure
  std::vector<FlowFairness> flows;
  RelativeFairness relative;
  std::vector<GiniSample> gini; // every interval
};

// InputError when `flows` lacks [resources] or a flow that was seen, no frame says its flow, or
// they left through several ports. The link's rate is that of the log when it has one.
FairnessReport measure_fairness(const Passages& passages, const FlowFile& flows, double interval_s);
// Text: summary. CSV: the Gini index over time. JSON: both.
std::string print_fairness(const FairnessReport& report, Format format);

} // namespace ixp
