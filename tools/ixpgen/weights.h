// Shares of processor and link among flows.
#pragma once

#include "tools/ixpgen/flow_file.h"

#include <map>

namespace ixp {

// As the file gives them, by number of the flow, on any scale; 0: not given.
struct GivenWeight {
  double cpu = 0, bw = 0;
};
using GivenWeights = std::map<unsigned, GivenWeight>;

// Sets phi_cpu and phi_bw: as given, else as `otherwise` says; demand is equal where nobody demands
// anything. Returns what was done. InputError when some flows have a weight and others do not.
WeightsUsed set_weights(std::vector<Flow>& flows, const GivenWeights& given,
                        WeightsFrom otherwise = WeightsFrom::Demand);

} // namespace ixp
