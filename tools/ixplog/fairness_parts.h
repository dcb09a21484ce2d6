// The parts of ixplog fairness, each in its own source.
#pragma once

#include "tools/ixplog/fairness.h"
#include "tools/ixplog/service.h"

#include <limits>

namespace ixp {

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
