#include "tests/catch.h"
#include "tests/unit/ixplog/flow_logs.h"
#include "tools/ixplog/fairness.h"
#include "tools/ixplog/fluid_gps.h"
#include "tools/ixplog/guarantee.h"
#include "tools/ixplog/service.h"

#include <cmath>
#include <nlohmann/json.hpp>

using namespace ixp;

static constexpr uint64_t kMs = 600'000; // cycles

// Equal halves of 1 Mcycle/s and 1 Mbit/s; 101 bytes and 24 of overhead take 1 ms.
static FlowFile two() {
  return parse_flows("[resources]\ncpu_mhz = 1\nlink_mbps = 5\n[default]\nbytes = 101\nmbps = 1\n"
                     "packets = 1\nweight_cpu = 1\nweight_bandwidth = 1\n"
                     "[[flow]]\nname = 'a'\n[[flow]]\nname = 'b'\n",
                     "f.toml");
}

// All are there at the beginning and leave in this order, one a millisecond.
static Passages leaving(const std::vector<unsigned>& order, unsigned work = 0) {
  std::vector<TestFrame> frames;
  for (size_t i = 0; i < order.size(); ++i)
    frames.push_back({order[i], 0, i * kMs, (i + 1) * kMs, work});
  return match_frames(logs_of(frames));
}

static double relative(const Passages& p) {
  return measure_fairness(p, two(), 0.0015).relative.seconds;
}

TEST_CASE("Relative fairness: the greatest difference while both were backlogged") {
  // 1 ms of the link is 2 ms normalised
  CHECK(relative(leaving({1, 1, 1, 2, 2, 2})) == Approx(0.006));
  CHECK(relative(leaving({1, 2, 1, 2, 1, 2})) == Approx(0.002));
  // the interval may begin anywhere: +1, then -3 of it
  CHECK(relative(leaving({1, 2, 2, 2, 1, 1, 2})) == Approx(0.006));
  CHECK(relative(leaving({1, 1, 1})) == 0);
}

TEST_CASE("Relative fairness counts the work, too") {
  // 500 cycles of 1 MHz: 0.5 ms, normalised 1 ms
  CHECK(relative(leaving({1, 1, 2, 2}, 500)) == Approx(0.006));
}

TEST_CASE("A flow that was away is compared only since it is back") {
  // flow 2 has packets from 2 ms on; until then flow 1 is alone
  const Passages p = match_frames(logs_of({{1, 0, 0, kMs},
                                           {1, 0, kMs, 2 * kMs},
                                           {1, 0, 2 * kMs, 3 * kMs},
                                           {2, 2 * kMs, 3 * kMs, 4 * kMs},
                                           {1, 0, 4 * kMs, 5 * kMs}}));
  const FairnessReport r = measure_fairness(p, two(), 0.001);
  CHECK(r.relative.seconds == Approx(0.002));
  CHECK(r.relative.from_s >= 0.002);
}

TEST_CASE("Gini of utilities by hand") {
  CHECK(gini({}) == 0);
  CHECK(gini({0, 0}) == 0);
  CHECK(gini({2, -1, 0}) == 5); // 2, 2, 1
  CHECK(gini({-1, 0, 2}) == 5); // the order given does not matter
  CHECK(gini({1, 1, 1}) == 6);  // each is behind its share
  CHECK(gini({-1, -1}) == 3);   // all ahead
}

TEST_CASE("Gini over time against two ideal servers") {
  const FairnessReport r = measure_fairness(leaving({1, 1, 1, 2, 2, 2}), two(), 0.0015);
  REQUIRE(r.gini.size() == 4);
  // At 1.5 ms flow 1 has 1.5 ms of the link, ideal are 0.75 each: normalised lags -1.5 and 1.5.
  CHECK(r.gini[0].link == Approx(0.0015));
  CHECK(r.gini[1].link == Approx(0.003));
  CHECK(r.gini[3].link == Approx(0).margin(1e-9)); // all have left
  CHECK(r.gini[1].cpu == 0);
  CHECK(r.gini[1].both == Approx(0.003));
  CHECK(r.flows[1].lag_s == Approx(0.003));
  CHECK(r.flows[0].lag_s == 0);
  CHECK(r.flows[0].link_s == Approx(0.003));
  CHECK(r.to_s - r.from_s == Approx(0.006));
}

TEST_CASE("The link's rate is the log's; flows share one link") {
  CHECK(measure_fairness(leaving({1, 2}), two(), 0.001).shared.link_bps == 1e6);
  auto logs = logs_of({{1, 0, 0, 1}, {2, 0, 1, 2}}, 0);
  CHECK(measure_fairness(match_frames(logs), two(), 0.001).shared.link_bps == 5e6);
  PortLog other = logs[1];
  other.header.port = 1;
  other.lines.erase(other.lines.begin());
  logs[1].lines.pop_back();
  logs.push_back(other);
  CHECK_THROWS_AS(measure_fairness(match_frames(logs), two(), 0.001), InputError);
}

TEST_CASE("A window shows what the whole run shows there") {
  // both flows have packets all the time; flow 1 is two ahead before 4 ms, then they take turns
  const Passages p = leaving({1, 1, 1, 2, 1, 2, 1, 2, 1, 2, 2, 2});
  const FairnessReport all = measure_fairness(p, two(), 0.0015);
  const FairnessReport late = measure_fairness(p, two(), 0.0015, {4, 9});
  std::vector<GiniSample> expected;
  for (const GiniSample& g : all.gini)
    if (g.time_s >= 0.004 && g.time_s < 0.009) expected.push_back(g);
  REQUIRE(late.gini.size() == expected.size());
  REQUIRE(expected.size() == 3);
  for (size_t i = 0; i < expected.size(); ++i) {
    CHECK(late.gini[i].time_s == expected[i].time_s);
    CHECK(late.gini[i].both == expected[i].both);
    CHECK(late.gini[i].both > 0); // a lag from before the window
  }
  CHECK(late.from_s == Approx(0.004));
  CHECK(late.to_s == Approx(0.009));
  CHECK(late.flows[0].link_s == Approx(0.002)); // left at 5, 7 ms; 9 ms is outside
  CHECK(late.flows[1].link_s == Approx(0.003)); // left at 4, 6, 8 ms
  CHECK(all.relative.seconds == Approx(0.006));
  CHECK(late.relative.seconds == Approx(0.002)); // intervals begin in the window
  CHECK(late.relative.from_s >= 0.004);
  const Passages drifting = leaving({1, 2, 1, 2, 2, 2, 2, 1}); // apart only after 4 ms
  CHECK(measure_fairness(drifting, two(), 0.001, {0, 4}).relative.seconds == Approx(0.002));
  CHECK(measure_fairness(drifting, two(), 0.001).relative.seconds > 0.003);
}

TEST_CASE("A window in which nothing left is an error") {
  CHECK_THROWS_WITH(measure_fairness(leaving({1, 2}), two(), 0.001, {5, {}}),
                    "error: no frame left in this time; frames were received from 0.000 ms on, the "
                    "last left at 2.000 ms");
}

TEST_CASE("A scheduler of the link alone needs no processor described") {
  const FlowFile link = parse_flows("[default]\nbytes = 101\nmbps = 1\npackets = 1\n"
                                    "weight_bandwidth = 1\n[[flow]]\nname = 'a'\n"
                                    "[[flow]]\nname = 'b'\n",
                                    "f.toml");
  const FairnessReport r = measure_fairness(leaving({1, 1, 1, 2, 2, 2}, 500), link, 0.0015);
  CHECK(r.relative.seconds == Approx(0.006));
  CHECK(r.gini[1].link == Approx(0.003));
  const std::string text = print_fairness(r, Format::Text);
  CHECK(text.find("Shares of 1 Mbit/s of link: by weight, and used from 0.000000 to 0.006000 s\n"
                  "Processors are not described (cpu_mhz), only the link is measured\n"
                  "Weights of the link: as given\n") == 0);
  CHECK(text.find("cpu") == text.find("cpu_mhz"));
  CHECK(text.find("processor:") == text.npos);
  CHECK(text.find("Gini index, link: mean 1.500, max 3.000 ms in 4 samples\n") != text.npos);
  CHECK(print_fairness(r, Format::Csv).find("time_s,gini_link_s\n0.0015,") == 0);
  CHECK(print_fairness(r, Format::Json).find("cpu") == std::string::npos);
  auto logs = logs_of({{1, 0, 0, 1}}, 0); // an unbounded port
  CHECK_THROWS_WITH(measure_fairness(match_frames(logs), link, 0.001),
                    "f.toml: error: the log of port 0 says no rate, so the description must; add "
                    "[resources] with link_mbps");
}

TEST_CASE("Which weights were used is said") {
  const auto weights = [](const std::string& top, const std::string& more = "") {
    const FlowFile f = parse_flows(top + "[default]\nbytes = 101\nmbps = 1\npackets = 1\n" + more +
                                       "[[flow]]\ncycles = 3\n[[flow]]\ncycles = 1\n",
                                   "f.toml");
    return std::tuple(f.weights.cpu, f.weights.bw, f.weights.said, f.flows[0].phi_cpu);
  };
  using enum WeightsFrom;
  CHECK(weights("") == std::tuple(Demand, Demand, false, 0.75));
  CHECK(weights("weights = 'demand'\n") == std::tuple(Demand, Demand, true, 0.75));
  CHECK(weights("weights = 'equal'\n") == std::tuple(Equal, Equal, true, 0.5));
  CHECK(weights("", "weight_cpu = 2\n") == std::tuple(Flows, Demand, false, 0.5));
  const std::string text =
      print_fairness(measure_fairness(leaving({1, 2}), two(), 0.001), Format::Text);
  CHECK(text.find("\nWeights of processors: as given; of the link: as given\n") != text.npos);
}

TEST_CASE("Fairness needs flows that say who they are") {
  auto logs = logs_of({{1, 0, 0, 1}});
  logs[0].lines[0].data.resize(20);
  CHECK_THROWS_AS(measure_fairness(match_frames(logs), two(), 0.001), InputError);
}

TEST_CASE("Fairness is printed for people and programs") {
  const FairnessReport r = measure_fairness(leaving({1, 1, 2, 2}), two(), 0.001);
  const std::string text = print_fairness(r, Format::Text);
  CHECK(text.find("Shares of 1 MHz of processors and 1 Mbit/s of link") == 0);
  CHECK(text.find("4.000 ms of normalised service, a against b") != std::string::npos);
  CHECK(print_fairness(r, Format::Csv).find("time_s,gini_cpu_s,gini_link_s,gini_s\n0.001,") == 0);
  CHECK(print_fairness(r, Format::Json).find("\"relative_fairness\"") != std::string::npos);
}

TEST_CASE("Maxima and means of nothing are no zeros") {
  const FairnessReport r = measure_fairness(leaving({1, 1}), two(), 1); // no sample, no flow 2
  const std::string text = print_fairness(r, Format::Text);
  CHECK(text.find("Gini index, both: mean -, max - in 0 samples\n") != text.npos);
  const auto json = nlohmann::json::parse(print_fairness(r, Format::Json));
  CHECK(json.at("flows").at(0).at("behind_ms").is_number());
  for (const char* key : {"lag_ms", "behind_ms", "ahead_ms"})
    CHECK(json.at("flows").at(1).at(key).is_null());
  CHECK(json.at("relative_fairness").at("seconds").is_null());
}

TEST_CASE("Promised delays of the two-flow example") {
  const auto g =
      guarantees(read_flows(std::string(IXP_SOURCE_DIR) + "/traces/flows/two_flows.toml"));
  REQUIRE(g.size() == 2);
  CHECK(g[0].wfq_s == Approx(0.052));
  CHECK(g[0].pcfq_s == Approx(0.044));
  CHECK(g[1].wfq_s == Approx(0.070));
  CHECK(g[1].pcfq_s == Approx(0.066));
}

TEST_CASE("Where the costly packet is the long one both promise the same") {
  const auto g =
      guarantees(parse_flows("[resources]\ncpu_mhz = 1\nlink_mbps = 1\n[default]\nmbps = "
                             "1\npackets = 1\n[[flow]]\nbytes = 100\ncycles = 90\n"
                             "[[flow]]\nbytes = [60, 200]\ncycles = [10, 300]\n",
                             "f"));
  CHECK(g[0].pcfq_s == Approx(g[0].wfq_s));
  CHECK(g[1].pcfq_s == Approx(g[1].wfq_s));
}

TEST_CASE("Service behind and ahead of ideal GPS, at the instants where it is most") {
  // The link alone: each flow is due half, the first gets all of it for three milliseconds
  const auto link = measure_fairness(leaving({1, 1, 1, 2, 2, 2}), two(), 0.001).flows;
  CHECK(link[0].ahead_s == Approx(0.0015));
  CHECK(link[0].behind_s == Approx(0).margin(1e-9));
  CHECK(link[1].behind_s == Approx(0.0015));
  CHECK(link[1].ahead_s == Approx(0).margin(1e-9));
  // With 0.5 ms of the processor a packet, which the ideal has done when the second begins
  const auto both = measure_fairness(leaving({1, 1, 1, 2, 2, 2}, 500), two(), 0.001).flows;
  CHECK(both[0].ahead_s == Approx(0.0015));
  CHECK(both[1].behind_s == Approx(0.003));
}

TEST_CASE("Bounds of service, worked by hand") {
  const FlowFile flows = read_flows(std::string(IXP_SOURCE_DIR) + "/traces/flows/two_flows.toml");
  const auto g = guarantees(flows);
  CHECK(g[0].behind_s == Approx(0.022)); // 2 ms of the processor, 20 of the link
  CHECK(g[0].ahead_s == Approx(0.022));
  CHECK(fairness_bound(flows, 0, 1) == Approx(0.132));
  // Shares of a quarter and three quarters; packets of 1 and 2 ms of the link
  const FlowFile uneven =
      parse_flows("[resources]\ncpu_mhz = 1\nlink_mbps = 1\n[default]\nmbps = 1\npackets = 1\n"
                  "[[flow]]\nbytes = 101\nweight_bandwidth = 1\nweight_cpu = 1\n"
                  "[[flow]]\nbytes = 226\nweight_bandwidth = 3\nweight_cpu = 1\n",
                  "f");
  CHECK(fairness_bound(uneven, 0, 1) == Approx(0.040 / 3));
  CHECK(fairness_bound(uneven, 1, 0) == Approx(0.040 / 3));
  CHECK(guarantees(uneven)[0].ahead_s == Approx(0.001)); // 2 ms over 3 are less than 1
  CHECK(guarantees(uneven)[1].ahead_s == Approx(0.002));
}

TEST_CASE("Service ahead of many flows is the maximum over all of them") {
  std::string text = "[resources]\ncpu_mhz = 1\nlink_mbps = 1\n[default]\nmbps = 1\npackets = 1\n";
  unsigned random = 1;
  const auto below = [&](unsigned n) { return (random = random * 1103515245 + 12345) >> 16 & n; };
  for (unsigned i = 0; i < 300; ++i)
    text += fmt::format("[[flow]]\nbytes = {}\ncycles = {}\nweight_cpu = {}\n"
                        "weight_bandwidth = {}\n",
                        60 + below(1023), below(4095), 1 + below(63), 1 + below(i % 2 ? 63 : 0));
  const FlowFile flows = parse_flows(text, "f");
  const auto g = guarantees(flows);
  for (size_t i = 0; i < g.size(); ++i) {
    const Flow& f = flows.flows[i];
    double ahead = 0;
    for (const Flow& n : flows.flows)
      ahead = std::max(
          ahead,
          normalised(flows.resources.cpu_seconds(static_cast<double>(n.kinds[0].cycles.hi)),
                     n.phi_cpu / f.phi_cpu) +
              normalised(flows.resources.link_seconds(static_cast<double>(n.kinds[0].bytes.hi)),
                         n.phi_bw / f.phi_bw));
    CHECK(g[i].ahead_s == std::min(299 * g[i].behind_s, ahead));
  }
}

TEST_CASE("Two flows share in halves; the one left gets all") {
  FluidGps g({0.5, 0.5});
  const size_t a = g.add(0, 0, 1), b = g.add(0, 0, 1), c = g.add(0, 1, 3);
  g.advance(1);
  CHECK(g.served(0) == Approx(0.5));
  CHECK(g.served(1) == Approx(0.5));
  CHECK(std::isinf(g.finished(a)));
  g.advance(10);
  CHECK(g.finished(a) == Approx(2));
  CHECK(g.finished(b) == Approx(4));
  CHECK(g.finished(c) == Approx(5)); // 2 of 3 by 4 s, then at full rate
  CHECK(g.served(0) == 2);
  CHECK(g.served(1) == 3);
  CHECK_FALSE(g.backlogged(0));
}

TEST_CASE("Shares follow weights, whatever they sum to") {
  FluidGps g({1, 3});
  const size_t a = g.add(1, 0, 1), b = g.add(2, 1, 1);
  g.advance(9);
  CHECK(g.finished(a) == Approx(2)); // alone until its end at 2
  CHECK(g.finished(b) == Approx(3));
  FluidGps both({1, 3});
  const size_t c = both.add(0, 0, 1), d = both.add(0, 1, 1);
  both.advance(9);
  CHECK(both.finished(d) == Approx(4.0 / 3));
  CHECK(both.finished(c) == Approx(2));
}

TEST_CASE("An arrival in between changes the shares from then on") {
  FluidGps g({1, 1});
  const size_t a = g.add(0, 0, 2), b = g.add(1, 1, 0.5);
  g.advance(5);
  CHECK(g.finished(b) == Approx(2));
  CHECK(g.finished(a) == Approx(2.5));
  CHECK(g.virtual_time() == Approx(2)); // 1 s alone, 1 s of halves, 0.5 s alone
}

TEST_CASE("A packet that wants nothing ends at once") {
  FluidGps g({1, 1});
  g.add(0, 0, 1);
  const size_t a = g.add(0.5, 1, 0);
  g.advance(1);
  CHECK(g.finished(a) == Approx(0.5));
}
