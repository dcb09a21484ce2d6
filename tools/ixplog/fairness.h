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
  double bound_s = 0;          // of the two (guarantee.h)
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
  double lag_s = 0; // most normalised service it was behind GPS at a sample, both resources
  // Most service, seconds of both resources together, that it was behind and ahead of GPS
  double behind_s = 0, ahead_s = 0;
};

struct FairnessReport {
  Resources shared; // cpu_hz 0: the processor is not described, and nothing says about it
  WeightsUsed weights;
  double from_s = 0, to_s = 0; // what is reported: first arrival to last departure, in the window
  std::vector<FlowFairness> flows;
  RelativeFairness relative;
  std::vector<GiniSample> gini; // every interval
};

// Of all frames of a run: flows, and the ideal server, stand in the window where the run before it
// left them; only what happens in the window is reported. InputError when nobody says the link's
// rate (the log's counts, else that of [resources]), `flows` lacks a flow that was seen, no frame
// says its flow, none left in the window, or they left through several ports.
FairnessReport measure_fairness(const Passages& passages, const FlowFile& flows, double interval_s,
                                const Window& window = {});
// Text: summary. CSV: the Gini index over time. JSON: both.
std::string print_fairness(const FairnessReport& report, Format format);

} // namespace ixp
