// ixplog guarantee: what a flow is promised, by closed forms, from its description alone
// (Sabrina, Kanhere, Jha, IEEE Trans. Computers 2007).
//
// The greatest delay of a flow whose packets conform to its reservation:
//
//   separate WFQ   P_i/r_cpu + P_max/R_cpu + L_i/r_bw + L_max/R_bw
//   PCFQ           max over its packets of (P/r_cpu + L/r_bw) + max over all packets of (P/R_cpu +
//                  L/R_bw)
//
// r is the flow's share of R; P_i and L_i are each the flow's greatest. The second is better where
// the packets that cost most are not the longest ones.
//
// Service of both resources, against ideal GPS, in seconds:
//
//   behind   Ptc_max = max over all packets of (P/R_cpu + L/R_bw)
//   ahead    min((N-1) Ptc_max, max over flows n of (phi_cpu_i P_n/r_cpu_n + phi_bw_i L_n/r_bw_n)),
//   where
//            the printed form has r_i for phi_i, of which the units do not match
//
// How far the normalised services of two flows that have packets are apart, at most. The paper's
// form is lost; this is the known one of a single resource,
//   max(C_j + L_max/r_i + L_j/r_j, C_i + L_max/r_j + L_i/r_i), C_i = min((N-1) L_max/r_i, max over
//   n of L_n/r_n)
// with P/r_cpu + L/r_bw in place of L/r.
#pragma once

#include "tools/ixpgen/flow_file.h"
#include "tools/ixplog/table.h"

namespace ixp {

struct Guarantee {
  std::string flow, category;
  double wfq_s = 0, pcfq_s = 0;     // delays
  double behind_s = 0, ahead_s = 0; // service
};

// InputError when the file lacks [resources].
std::vector<Guarantee> guarantees(const FlowFile& flows);
// Of two flows' normalised services, by their indices.
double fairness_bound(const FlowFile& flows, size_t one, size_t other);
std::string print_guarantees(const std::vector<Guarantee>& guarantees, Format format);

} // namespace ixp
