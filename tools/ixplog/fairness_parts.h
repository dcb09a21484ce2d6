// The parts of ixplog fairness, each in its own source.
#pragma once

#include "tools/ixplog/fairness.h"
#include "tools/ixplog/service.h"

namespace ixp {

RelativeFairness relative_fairness(const std::vector<ServedPacket>& packets, const FlowFile& flows);

// Samples every interval from the first arrival to the last departure; also fills lag_s of
// `fairness`, an entry for each flow of the file.
std::vector<GiniSample> gini_over_time(const std::vector<ServedPacket>& packets,
                                       const FlowFile& flows, double interval_s,
                                       std::vector<FlowFairness>& fairness);

// The index itself: the sum over i of |u_1 + ... + u_i - i V| for flows whose normalised service is
// `lags` behind that of ideal GPS, u = V - lag ascending. V itself cancels out.
double gini(std::vector<double> lags);

} // namespace ixp
