#include "emu/chip/budget.h"

namespace ixp {

static PortBudget budget(unsigned port, uint64_t rate_mbps, const Params& params) {
  PortBudget b;
  b.port = port;
  b.rate_mbps = rate_mbps;
  const double bits = 8.0 * static_cast<double>(kMinFrameBytes + params.port_wire_overhead_bytes);
  b.packets_per_second = static_cast<double>(rate_mbps) * 1e6 / bits;
  if (rate_mbps) b.cycles_between = static_cast<double>(params.me_hz()) / b.packets_per_second;
  return b;
}

Budget budget_of(const SystemConfig& system) {
  Budget out;
  uint64_t all = 0;
  for (const auto& [number, port] : system.ports) {
    if (!port.rx || port.rx->port.rate_mbps == 0) continue;
    all += port.rx->port.rate_mbps;
    out.ports.push_back(budget(number, port.rx->port.rate_mbps, system.params));
  }
  out.total = budget(kMaxPorts, all, system.params);
  out.microengines = static_cast<unsigned>(system.microengines.size());
  return out;
}

} // namespace ixp
