// Time budget of a system per packet, computed from rates and clocks without a run.
#pragma once

#include "emu/chip/system.h"

#include <vector>

namespace ixp {

// The shortest Ethernet frame, without FCS, as streams carry it (IEEE 802.3).
constexpr unsigned kMinFrameBytes = 60;

struct PortBudget {
  unsigned port = 0; // kMaxPorts: all ports together
  uint64_t rate_mbps = 0;
  double packets_per_second = 0; // shortest frames, back to back
  double cycles_between = 0;     // ME cycles between packets
};

struct Budget {
  std::vector<PortBudget> ports; // those that receive at a limited rate
  PortBudget total;
  unsigned microengines = 0; // with an image
  // Cycles available per packet on all microengines together: those with images, or the whole
  // chip's.
  double per_packet() const { return total.cycles_between * microengines; }
  double per_packet_chip() const { return total.cycles_between * kMicroengines; }
};

Budget budget_of(const SystemConfig& system);

} // namespace ixp
