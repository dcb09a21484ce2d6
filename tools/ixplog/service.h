// Service of frames over time, by flow of a description.
#pragma once

#include "tools/ixplog/passages.h"

namespace ixp {

struct ServedPacket {
  size_t flow;                      // index into FlowFile::flows
  double arrival_s, begin_s, end_s; // received; transmission begins, ends
  double cpu_s, link_s;             // use of the resources
};

// Resources shared by the flows of a run: as described, but with the link's rate from the log if
// known. An undescribed processor has 0 Hz and gives no service. Throws InputError if flows left
// through several ports, or the link's rate is unknown.
Resources shared_resources(const Passages& passages, const FlowFile& flows);
// By time of departure. Throws InputError if no frame has a flow, or one is not described.
std::vector<ServedPacket> served_packets(const Passages& passages, const FlowFile& flows,
                                         const Resources& shared);

// Service divided by the flow's share; 0 without service (a flow without work has no share either).
inline double normalised(double seconds, double share) {
  return seconds > 0 ? seconds / share : 0;
}

} // namespace ixp
