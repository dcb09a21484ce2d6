#include "emu/network/frames_log.h"

#include <fmt/format.h>

namespace ixp {

static uint64_t ns(NetTime t) {
  return nanoseconds(t, kNetworkMhz * 1'000'000);
}

FramesLog::FramesLog(const std::string& path, Network& network, Network::Node& node)
    : file_(path), network_(network), node_(node), linked_(network.linked_ports(node)) {
  file_.write(fmt::format("# ixp network log 1 chip={} seed={}\n"
                          "# left_ns entered_ns port bytes frame path\n",
                          node.name, network.config().seed));
  node.sim->chip().tx.add_observer(*this);
}

void FramesLog::frame_crossed(const FrameRecord& r) {
  if (r.direction != Direction::Tx || linked_[r.port]) return;
  const FrameIdentity id = node_.wires.identify(r);
  std::string path;
  for (const uint16_t chip : id.path)
    path += (path.empty() ? "" : ">") + network_.names()[chip];
  file_.write(fmt::format("{} {} {} {} {} {}\n", ns(node_.wires.clock.time_of(r.eop)),
                          ns(id.entered), r.port, r.bytes.size(), text(id, network_.names()),
                          path));
}

} // namespace ixp
