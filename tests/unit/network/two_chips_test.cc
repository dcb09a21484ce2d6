// Two routers joined port to port by a wire of 500 ns forward a capture of real traffic.
#include "tests/unit/network/network_fixture.h"

#include <algorithm>
#include <random>

using namespace ixp;
using namespace ixp::test;

namespace {

// Frames for 10.1.0.0/24 leave A at port 1 and reach B at port 0, which forwards them to its
// port 1; the answers for the other networks return by the same path.
NetworkConfig two_routers() {
  NetworkConfig config;
  config.chips.push_back(chip("A", router({capture(0), capture(2)})));
  config.chips.push_back(chip("B", router({capture(1)})));
  config.links.push_back(link({"A", 1}, {"B", 0}));
  config.links.push_back(link({"B", 0}, {"A", 1}));
  config.stop.idle = true;
  return config;
}

struct Crossing {
  uint64_t sop, eop, frame;
  std::string tag, bytes;
};
std::vector<Crossing> lines(const std::string& ports, const std::string& which) {
  std::vector<Crossing> out;
  std::istringstream in(ports);
  for (std::string name; in >> name;) {
    Crossing l;
    in >> l.sop >> l.eop >> l.frame >> l.tag >> l.bytes;
    if (name == which) out.push_back(l);
  }
  return out;
}

unsigned ttl(const std::string& bytes) {
  return static_cast<unsigned>(std::stoul(bytes.substr(2 * 22, 2), nullptr, 16));
}

} // namespace

TEST_CASE("a capture goes through two chips") {
  const Ran ran = run(two_routers());
  CHECK(ran.end == NetworkEnd::Idle);
  const auto sent = lines(ran.ports.at("A"), "tx1"), received = lines(ran.ports.at("B"), "rx0"),
             left = lines(ran.ports.at("B"), "tx1");
  REQUIRE(sent.size() == 157); // frames that the Linux router of this capture sent to that network
  REQUIRE(received.size() == sent.size());
  REQUIRE(left.size() == sent.size());
  for (size_t i = 0; i < sent.size(); ++i) {
    CHECK(received[i].sop == sent[i].sop + 600);
    CHECK(received[i].eop - sent[i].eop - 600 <= 1); // both round up to ticks
    CHECK(received[i].bytes == sent[i].bytes);
    CHECK(received[i].tag == "p0." + std::to_string(i));
  }
  for (const Crossing& l : left) {
    const auto frame = std::stoul(l.tag.substr(3));
    CHECK(ttl(l.bytes) + 1 == ttl(received.at(frame).bytes));
  }
  CHECK(lines(ran.ports.at("B"), "tx0").size() == lines(ran.ports.at("A"), "rx1").size());
  CHECK(!lines(ran.ports.at("A"), "rx1").empty());
}

TEST_CASE("neither the order of construction nor threads change a run") {
  const Ran one = run(two_routers());
  NetworkConfig turned = two_routers();
  std::ranges::reverse(turned.chips);
  std::ranges::reverse(turned.links);
  for (const Ran& other : {run(turned), run(two_routers(), {}, 2), run(turned, {}, 3)}) {
    CHECK(other.windows == one.windows);
    for (const char* chip : {"A", "B"}) {
      CHECK(difference(other.ports.at(chip), one.ports.at(chip)) == "");
      CHECK(difference(other.statistics.at(chip), one.statistics.at(chip)) == "");
    }
  }
}

// As the debugger does: one chip stops where it likes, and the run is the same.
TEST_CASE("a chip that stops within windows changes nothing") {
  const Ran whole = run(two_routers());
  for (const char* stopped : {"A", "B"}) {
    Exchange alone;
    Network network(two_routers(), {}, alone, 1);
    std::map<std::string, std::unique_ptr<PortText>> texts;
    for (const Network::Node& node : network.nodes())
      texts[node.name] = std::make_unique<PortText>(node.sim->chip());
    Network::Node& node = *network.find(stopped);
    std::mt19937 random(3);
    Tick tick = 0;
    while (network.advance_before_microengines(node, tick)) {
      REQUIRE(node.sim->now() == tick);
      tick += random() % 5 ? random() % 500 : random() % 50000;
    }
    CHECK(network.end() == NetworkEnd::Idle);
    for (const char* chip : {"A", "B"}) {
      CHECK(difference(texts[chip]->text, whole.ports.at(chip)) == "");
      CHECK(difference(to_json(network.find(chip)->sim->statistics()), whole.statistics.at(chip)) ==
            "");
    }
  }
}

TEST_CASE("both engines give the same network") {
  NetworkConfig config = two_routers();
  config.stop = {};
  config.stop.time_us = 250; // the reference engine is slow
  const Ran fast = run(config), slow = run(config, {EngineKind::Reference});
  CHECK(lines(fast.ports.at("B"), "tx1").size() > 10);
  for (const char* chip : {"A", "B"})
    CHECK(difference(fast.ports.at(chip), slow.ports.at(chip)) == "");
}
