// Statistics of runs in which little happened: a number of nothing is null, in tables "-".
#include "emu/record/statistics.h"
#include "tests/catch.h"

#include <nlohmann/json.hpp>
#include <regex>

using namespace ixp;

namespace {

PortFigures transmits(std::initializer_list<uint64_t> delays) {
  PortFigures port;
  port.direction = Direction::Tx;
  for (const uint64_t cycles : delays)
    port.delay.add(cycles);
  port.stats.frames = delays.size();
  return port;
}

nlohmann::json json(const Statistics& s) {
  return nlohmann::json::parse(to_json(s));
}

} // namespace

TEST_CASE("No frame has no delay, one frame has no jitter") {
  Statistics s;
  s.end.tick = 1200;
  s.ports = {transmits({}), transmits({600}), transmits({600, 900})};
  const auto delay = [all = json(s)](size_t port) { return all.at("ports").at(port).at("delay"); };
  CHECK(delay(0).dump() ==
        R"({"frames":0,"jitter_mean_ns":null,"max_ns":null,"mean_ns":null,"min_ns":null})");
  CHECK(delay(1).dump() ==
        R"({"frames":1,"jitter_mean_ns":null,"max_ns":1000,"mean_ns":1000,"min_ns":1000})");
  CHECK(delay(2).at("jitter_mean_ns") == 500);
  CHECK(std::regex_search(to_table(s), std::regex("0 tx +0 +0 +0\\.0 +0 +0 +0 +-\n")));
}

TEST_CASE("An interrupt that was never served has no longest wait") {
  Statistics s;
  s.end.tick = 1200;
  s.sources = {{"timer 1", {1, 0, 0, 0, 0, 0, 0}}, {"uart", {1, 1, 0, 0, 1, 20, 20}}};
  const auto sources = json(s).at("interrupt_sources");
  CHECK(sources.at(0).at("wait_max_cycles").is_null());
  CHECK(sources.at(0).at("handler_max_cycles").is_null());
  CHECK(sources.at(1).at("wait_max_cycles") == 0);
  CHECK(sources.at(1).at("handler_max_cycles") == 20);
  CHECK(std::regex_search(to_table(s), std::regex("timer 1 +1 +0 +- +- +0 +- +- +0\\.0\n"
                                                  "uart +1 +1 +0\\.0 +0 +1 +20\\.0 +20 +")));
}

TEST_CASE("Before its first cycle a run has no shares of time") {
  Statistics s;
  s.microengines.emplace_back();
  s.units = {{"scratch", 1, 0, 0, 0, {}}};
  s.rings.emplace_back().stats.puts = 1;
  const auto all = json(s);
  CHECK(all.at("microengines").at(0).at("executing_share").is_null());
  CHECK(all.at("microengines").at(0).at("idle_share").is_null());
  CHECK(all.at("units").at(0).at("utilisation").is_null());
  CHECK(all.at("units").at(0).at("waiting_mean").is_null());
  CHECK(all.at("units").at(0).at("waiting_max") == 0);
  CHECK(all.at("rings").at(0).at("depth_mean").is_null());
  const std::string text = to_table(s);
  CHECK(std::regex_search(text, std::regex("0:0 +0( +-){5}\n")));
  CHECK(std::regex_search(text, std::regex("scratch +1 commands +- +- +0\n")));
  CHECK(std::regex_search(text, std::regex("ring 0 +1 +0 +0 +0 +- +0 +0\n")));
}
