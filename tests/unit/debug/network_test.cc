// Going back in a chip of a network replays the whole network: each state is the same as before.
#include "emu/debug/history.h"
#include "tests/unit/network/network_fixture.h"

#include <random>

using namespace ixp;
using namespace ixp::debug;
using namespace ixp::test;

TEST_CASE("cycles of a chip of a network are the same in any order") {
  NetworkConfig config;
  config.chips = {chip("A", router({capture(0), capture(2)})), chip("B", router({capture(1)}))};
  config.chips[1].ppm = 50;
  config.links = {link({"A", 1}, {"B", 0}), link({"B", 0}, {"A", 1})};
  config.stop.time_us = 500;
  Exchange alone;
  Network network(config, {}, alone, 1);
  Network::Node& node = *network.find("B");
  History history(*node.sim, [] { return false; }, {},
                  {[&](Tick to) { return network.advance_before_microengines(node, to); }, {}});
  const auto digest = [&] { return history.ask({{"what", "digest"}}); };

  std::map<uint64_t, Json> states;
  std::mt19937 random(5);
  for (unsigned n = 0; n < 20; ++n)
    states[150000 + random() % 149000];
  for (auto& [cycle, state] : states) {
    history.go(cycle);
    state = digest();
  }
  CHECK(history.checkpoints() > 1);
  std::vector<uint64_t> cycles;
  for (const auto& [cycle, state] : states)
    cycles.push_back(cycle);
  std::ranges::shuffle(cycles, random);
  for (const uint64_t cycle : cycles) {
    history.go(cycle);
    REQUIRE(history.cycle() == cycle);
    CHECK(digest() == states.at(cycle));
  }
  CHECK(history.forward({}).ended);
  CHECK(history.cycle() == node.wires.clock.tick_at(net_time_of_ns(500'000)) / 2);
}
