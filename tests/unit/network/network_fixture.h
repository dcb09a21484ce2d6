// Networks for tests: chips that are routers, and the frames that cross their ports, as text.
#pragma once

#include "emu/network/network.h"
#include "tests/unit/chip/chip_fixture.h"

namespace ixp::test {

// Frames that crossed the ports of a chip, a line each, as in port logs.
class PortText final : public PortObserver {
public:
  explicit PortText(Chip& chip) : chip_(chip) {
    chip.rx.add_observer(*this);
    chip.tx.add_observer(*this);
  }
  void frame_crossed(const FrameRecord& r) override {
    text += fmt::format("{}{} {} {} {} {} {:02x}\n", name(r.direction), r.port, r.sop, r.eop,
                        r.frame, chip_.ledger.text(r.tag), fmt::join(r.bytes, ""));
  }
  std::string text;

private:
  Chip& chip_;
};

// microblocks/systems/forward.toml without its streams.
inline SystemConfig router(std::vector<std::string> overrides = {}) {
  for (const char* port : {"0", "1", "2"})
    overrides.insert(overrides.begin(), fmt::format("port.{}.rx.streams=[]", port));
  return read_system(IXP_SOURCE_DIR "/microblocks/systems/forward.toml", std::move(overrides));
}

inline std::string capture(unsigned port) {
  return fmt::format(
      "port.{}.rx={{ rate_mbps = 1000, streams = [\"../../traces/real/port{}_in.pcap\"] }}", port,
      port);
}

inline ChipConfig chip(std::string name, SystemConfig system) {
  ChipConfig c;
  c.name = std::move(name);
  c.system = std::move(system);
  return c;
}

inline LinkConfig link(PortName from, PortName to, uint64_t delay_ns = 500) {
  LinkConfig l;
  l.from = std::move(from);
  l.to = std::move(to);
  l.wire.delay = net_time_of_ns(delay_ns);
  return l;
}

// A run of a network to its end, and the frames that crossed each chip's ports.
struct Ran {
  std::map<std::string, std::string> ports;
  std::map<std::string, std::string> statistics;
  NetworkEnd end{};
  uint64_t windows = 0;
};
inline Ran run(NetworkConfig config, SimulationOptions options = {}, unsigned threads = 1) {
  Exchange alone;
  Network network(std::move(config), options, alone, threads);
  std::map<std::string, std::unique_ptr<PortText>> texts;
  for (const Network::Node& node : network.nodes())
    texts[node.name] = std::make_unique<PortText>(node.sim->chip());
  network.run();
  Ran ran;
  ran.end = network.end();
  ran.windows = network.windows();
  for (const Network::Node& node : network.nodes()) {
    ran.ports[node.name] = texts[node.name]->text;
    const Statistics s = node.sim->statistics();
    CHECK(s.failures.empty());
    ran.statistics[node.name] = to_json(s);
  }
  return ran;
}

} // namespace ixp::test
