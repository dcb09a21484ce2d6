// Shares of processor and link among flows.
#pragma once

#include "tools/ixpgen/flow_file.h"

#include <map>

namespace ixp {

// Weights from the file, by flow number, on any scale; 0: not given.
struct GivenWeight {
  double cpu = 0, bw = 0;
};
using GivenWeights = std::map<unsigned, GivenWeight>;

// Sets phi_cpu and phi_bw: as given, else according to `otherwise`; without any demand, shares are
// equal. Returns the sources used. Throws InputError if only some flows have a weight.
WeightsUsed set_weights(std::vector<Flow>& flows, const GivenWeights& given,
                        WeightsFrom otherwise = WeightsFrom::Demand);

} // namespace ixp
