// ixplog guarantee: the delay a flow is promised, by closed forms, from its description alone.
//
//   separate WFQ   P_i/r_cpu + P_max/R_cpu + L_i/r_bw + L_max/R_bw
//   PCFQ           max over its packets of (P/r_cpu + L/r_bw) + max over all packets of (P/R_cpu +
//                  L/R_bw)
//
// r is the flow's share of R; P_i and L_i are each the flow's greatest. The second is better where
// the packets that cost most are not the longest ones.
#pragma once

#include "tools/ixpgen/flow_file.h"
#include "tools/ixplog/table.h"

namespace ixp {

struct Guarantee {
  std::string flow, category;
  double wfq_s = 0, pcfq_s = 0;
};

// InputError when the file lacks [resources].
std::vector<Guarantee> guarantees(const FlowFile& flows);
std::string print_guarantees(const std::vector<Guarantee>& guarantees, Format format);

} // namespace ixp
