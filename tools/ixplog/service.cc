#include "tools/ixplog/service.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <tuple>

namespace ixp {

Resources shared_resources(const Passages& passages, const FlowFile& flows) {
  std::optional<unsigned> port;
  for (const Passage& p : passages.frames) {
    if (!p.id) continue;
    if (port && *port != p.tx_port)
      throw InputError(
          fmt::format("flows left through ports {} and {}; fairness is about one link, "
                      "give the transmit log of one port",
                      *port, p.tx_port));
    port = p.tx_port;
  }
  Resources r = flows.resources;
  if (!port) return r;
  const auto logged = passages.link_mbps.find(*port);
  if (logged != passages.link_mbps.end() && logged->second != 0)
    r.link_bps = static_cast<double>(logged->second) * 1e6;
  if (r.link_bps == 0)
    throw InputError({flows.path},
                     fmt::format("the log of port {} says no rate, so the description "
                                 "must; add [resources] with link_mbps",
                                 *port));
  return r;
}

std::vector<ServedPacket> served_packets(const Passages& passages, const FlowFile& flows,
                                         const Resources& shared) {
  std::vector<ServedPacket> out;
  const auto seconds = [&](uint64_t cycle) {
    return static_cast<double>(cycle) / static_cast<double>(passages.me_hz);
  };
  for (const Group& g : by_flow(passages, &flows)) {
    const Flow* flow = flows.find(g.frames[0]->id->flow);
    const auto index = static_cast<size_t>(flow - flows.flows.data());
    for (const Passage* p : g.frames)
      out.push_back({index, seconds(p->rx_eop), seconds(p->tx_sop), seconds(p->tx_eop),
                     shared.cpu_hz > 0 ? shared.cpu_seconds(p->id->work) : 0,
                     shared.link_seconds(p->bytes)});
  }
  if (out.empty())
    throw InputError("no frame says which flow it belongs to; expected logs of streams made by "
                     "ixpgen, with at least 38 bytes of each frame (--log-data header:38)");
  std::ranges::sort(out, {}, [](const ServedPacket& p) {
    return std::tuple(p.end_s, p.begin_s, p.arrival_s, p.flow);
  });
  return out;
}

} // namespace ixp
