// ixplog guarantee: closed-form guarantees for a flow, computed from its description (Sabrina,
// Kanhere, Jha, IEEE Trans. Computers 2007).
//
// Maximum delay of a flow whose packets conform to its reservation:
//
//   separate WFQ   P_i/r_cpu + P_max/R_cpu + L_i/r_bw + L_max/R_bw
//   PCFQ           max over its packets of (P/r_cpu + L/r_bw) + max over all packets of (P/R_cpu +
//                  L/R_bw)
//
// r is the flow's share of R; P_i and L_i are the flow's maxima. The second is lower if the most
// expensive packets are not the longest ones.
//
// Service of both resources, against ideal GPS, in seconds:
//
//   behind   Ptc_max = max over all packets of (P/R_cpu + L/R_bw)
//   ahead    min((N-1) Ptc_max, max over flows n of (phi_cpu_i P_n/r_cpu_n + phi_bw_i L_n/r_bw_n)),
//            where the printed form has r_i for phi_i, whose units do not match
//
// Maximum difference between the normalised services of two backlogged flows. The paper's form is
// lost; this is the known one for a single resource, with P/r_cpu + L/r_bw in place of L/r:
//
//   max(C_j + L_max/r_i + L_j/r_j, C_i + L_max/r_j + L_i/r_i),
//   C_i = min((N-1) L_max/r_i, max over n of L_n/r_n)
#pragma once

#include "tools/ixpgen/flow_file.h"
#include "tools/ixplog/table.h"

namespace ixp {

struct Guarantee {
  std::string flow, category;
  double wfq_s = 0, pcfq_s = 0;     // delays
  double behind_s = 0, ahead_s = 0; // service
};

// Throws InputError if the file lacks [resources].
std::vector<Guarantee> guarantees(const FlowFile& flows);
// Bound for two flows, given by index.
double fairness_bound(const FlowFile& flows, size_t one, size_t other);
std::string print_guarantees(const std::vector<Guarantee>& guarantees, Format format);

} // namespace ixp
