// Who was served what, and when: frames as flows of a description see them.
#pragma once

#include "tools/ixplog/passages.h"

namespace ixp {

struct ServedPacket {
  size_t flow;                      // index into FlowFile::flows
  double arrival_s, begin_s, end_s; // received; transmission begins, ends
  double cpu_s, link_s;             // what it took of the resources
};

// What the flows of a run shared: as described, but the link's rate is that of the log when it
// has one. A processor that is not described has 0 Hz and gives no service. InputError when flows
// left through several ports, or nobody says the link's rate.
Resources shared_resources(const Passages& passages, const FlowFile& flows);
// By time of departure. InputError when no frame says its flow, or one is not described.
std::vector<ServedPacket> served_packets(const Passages& passages, const FlowFile& flows,
                                         const Resources& shared);

// Service over the flow's share; 0 when there was none (a flow without work has no share either).
inline double normalised(double seconds, double share) {
  return seconds > 0 ? seconds / share : 0;
}

} // namespace ixp
