// The fabric as a whole: books of every cell over random traffic, and cases whose results are
// known.
#include "fabric/fabric.h"
#include "fabric/report.h"
#include "tests/catch.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace ixp::fabric;
using Json = nlohmann::json;

namespace {

constexpr const char* kPaperSizes =
    "[{cells=1, share=559}, {cells=9, share=200}, {cells=24, share=241}]";

FabricConfig config(std::string_view scheduler, std::string_view traffic,
                    std::string_view rest = "") {
  return parse_fabric(
      fmt::format("{}\n[scheduler]\nname = \"{}\"\n[traffic]\n{}\n", rest, scheduler, traffic),
      "test.toml");
}

Json run(const FabricConfig& c) {
  Fabric fabric(c, true);
  while (fabric.now() < c.slots)
    fabric.run_slot();
  return Json::parse(to_json(c, fabric.meter()));
}

double mean(const Json& stats, const char* group, const char* time) {
  return stats["packets"][group][time]["mean"];
}

// Runs with the audit, then lets everything leave.
void run_dry(const FabricConfig& c) {
  Fabric fabric(c, true);
  while (fabric.now() < c.slots)
    fabric.run_slot();
  fabric.stop_arrivals();
  for (int slot = 0; slot < 20'000 && fabric.cells_inside() > 0; ++slot)
    fabric.run_slot();
  REQUIRE(fabric.cells_inside() == 0);
  REQUIRE(fabric.meter().total().offered > 0);
}

} // namespace

TEST_CASE("Every cell of every scheduler is accounted for, and all packets leave in the end") {
  for (const SchedulerKind& kind : schedulers())
    for (const char* arrivals : {"onoff", "bursty", "bernoulli"})
      for (const char* more : {"destinations = 'uniform'", "destinations = 'diagonal'",
                               "destinations = 'hotspot'\nhot_output = 2\nhot_share = 0.2"}) {
        CAPTURE(kind.name, arrivals, more);
        const auto traffic = fmt::format("load = 0.7\narrivals = '{}'\n{}\npackets = {}", arrivals,
                                         more, kPaperSizes);
        run_dry(config(kind.name, traffic, "ports = 5\nslots = 700\nwarmup = 0"));
      }
}

TEST_CASE("So it is with speedup, with packets that enter whole, and with long packets of a cell") {
  const char* sizes = "packets = [{cells = 1, share = 3}, {cells = 1, share = 2, short = false}, "
                      "{cells = 7, share = 2}]";
  for (const SchedulerKind& kind : schedulers())
    for (const char* enter : {"cells", "packets"})
      for (const char* speedup : {"1", "1.176", "2.5"}) {
        CAPTURE(kind.name, enter, speedup);
        run_dry(config(kind.name, fmt::format("load = 0.9\nenter = '{}'\n{}", enter, sizes),
                       fmt::format("ports = 6\nslots = 700\nwarmup = 0\nspeedup = {}", speedup)));
      }
}

TEST_CASE("The largest switch works, too") {
  for (const char* scheduler : {"p-spf", "p-mwm-ca", "msm"})
    run_dry(config(scheduler, fmt::format("load = 0.8\npackets = {}", kPaperSizes),
                   "ports = 64\nslots = 300\nwarmup = 0"));
}

TEST_CASE("With one port nothing waits, and a packet leaves when it is whole") {
  for (const SchedulerKind& kind : schedulers()) {
    CAPTURE(kind.name);
    const Json s = run(config(kind.name, "load = 0.5\npackets = [{cells = 7}]",
                              "ports = 1\nslots = 5000\nwarmup = 0"));
    REQUIRE(s["packets"]["all"]["waiting"]["max"] == 0);
    REQUIRE(mean(s, "long", "service") == 7);
    REQUIRE(mean(s, "long", "crossing") == 7);
    REQUIRE(mean(s, "long", "delay") == 13); // 7 slots to arrive, 7 to leave, one of them in common
  }
}

TEST_CASE("A packet that enters whole is as late as its last cell") {
  const Json s =
      run(config("packet-islip", "load = 0.5\nenter = 'packets'\npackets = [{cells = 7}]",
                 "ports = 1\nslots = 5000\nwarmup = 0"));
  // The next packet's last cell is at least seven slots later: packets do not wait.
  REQUIRE(mean(s, "long", "crossing") == 7);
  REQUIRE(mean(s, "long", "delay") == 13);
}

TEST_CASE("iSLIP with one round reaches full throughput under saturation") {
  const Json s = run(config("islip", "load = 1\npackets = [{cells = 1}]",
                            "ports = 4\nslots = 60000\nwarmup = 30000\n"));
  REQUIRE(s["throughput"]["mean"] > 0.985);
}

TEST_CASE("Speedup makes up for what a scheduler cannot match") {
  const auto through = [](const char* speedup) {
    const Json s = run(config("p-spf", fmt::format("load = 1\npackets = {}", kPaperSizes),
                              fmt::format("ports = 16\nslots = 30000\nspeedup = {}", speedup)));
    return s["throughput"]["mean"].get<double>();
  };
  const double without = through("1");
  REQUIRE(without > 0.925);
  REQUIRE(without < 0.945); // 1 - l (1 - 1/N) (1 - l/N)^(N-1) = 0.940
  REQUIRE(through("1.176") > 0.985);
}

TEST_CASE("Single cells for one output wait as theory has it") {
  // One server, of N lines each with a cell in a slot or not: (N - 1) / N * r / (2 (1 - r)).
  const double r = 0.8;
  for (const SchedulerKind& kind : schedulers()) {
    CAPTURE(kind.name);
    const Json s = run(config(kind.name,
                              "load = 0.1\narrivals = 'bernoulli'\npackets = [{cells = 1}]\n"
                              "destinations = 'hotspot'\nhot_share = 1",
                              "ports = 8\nslots = 60000"));
    REQUIRE(mean(s, "short", "waiting") == Approx(7.0 / 8 * r / (2 * (1 - r))).epsilon(0.06));
    REQUIRE(mean(s, "short", "service") == 1);
    REQUIRE(s["throughput"]["mean"].get<double>() == Approx(r / 8).epsilon(0.02));
  }
}

TEST_CASE("Short packets of P-SPF do not feel long ones, those of packet mode do") {
  const auto traffic = fmt::format("load = 0.8\npackets = {}", kPaperSizes);
  const char* rest = "ports = 8\nslots = 30000";
  REQUIRE(mean(run(config("p-spf", traffic, rest)), "short", "waiting") < 0.1);
  REQUIRE(mean(run(config("packet-islip", traffic, rest)), "short", "waiting") > 10);
}

TEST_CASE("Interruptions are counted: none without preemption, some with") {
  const auto traffic = fmt::format("load = 0.8\npackets = {}", kPaperSizes);
  const char* rest = "ports = 8\nslots = 20000";
  const Json none = run(config("packet-islip", traffic, rest));
  REQUIRE(none["interrupted"]["mean"] == 0);
  const Json some = run(config("p-spf", traffic, rest));
  const double interrupted = some["interrupted"]["mean"], idle = some["idle"]["mean"];
  REQUIRE(interrupted > idle);
  REQUIRE(idle > 0.01);
  // The extra service time of long packets equals the slots of their interruptions.
  const double cells = 0.8 * (0.200 + 0.241) / (0.559 + 9 * 0.200 + 24 * 0.241); // packets a slot
  const double longer = mean(some, "long", "service") - mean(none, "long", "service");
  REQUIRE(longer * cells == Approx(interrupted).epsilon(0.15));
}

TEST_CASE("A seed decides everything") {
  const auto text = [](const char* seed) {
    const FabricConfig c = config("p-mwm-ca", fmt::format("load = 0.9\npackets = {}", kPaperSizes),
                                  fmt::format("ports = 8\nslots = 3000\nseed = {}", seed));
    Fabric fabric(c, false);
    while (fabric.now() < c.slots)
      fabric.run_slot();
    return to_json(c, fabric.meter()) + times_csv(fabric.meter()) +
           batches_csv(fabric.meter(), c.ports);
  };
  REQUIRE(text("1") == text("1"));
  REQUIRE(text("1") != text("2"));
}

TEST_CASE("Schedulers get the same packets") {
  const auto offered = [](const char* scheduler) {
    const Json s = run(config(scheduler, fmt::format("load = 0.8\npackets = {}", kPaperSizes),
                              "ports = 8\nslots = 5000\nwarmup = 0"));
    return std::pair(s["packets"]["short"]["offered_packets"], s["offered"]);
  };
  REQUIRE(offered("p-spf") == offered("msm"));
}

TEST_CASE("Batches: the last one takes the slots that are left, and means weigh packets alike") {
  Meter meter(107, 7, 3);
  for (Slot now = 0; now < 107; ++now) {
    meter.begin_slot(now);
    REQUIRE((meter.batch() != nullptr) == (now >= 7));
    if (now == 50 || now == 51) meter.batch()->times[0].add(Time::Delay, 4);
    if (now == 90) meter.batch()->times[0].add(Time::Delay, 10);
  }
  REQUIRE(meter.batches()[0].slots == 33);
  REQUIRE(meter.batches()[2].slots == 34);
  const auto k = static_cast<size_t>(Time::Delay);
  const Estimate e = estimate(
      meter.batches(), [&](const Batch& b) { return b.times[0].sum[k]; },
      [&](const Batch& b) { return b.times[0].packets[k]; });
  REQUIRE(e.mean == 6);                        // of three packets
  REQUIRE(e.half_width == Approx(12.706 * 3)); // of two batches: deviation 3 sqrt 2 over sqrt 2
  REQUIRE(meter.total().times[0].most[k] == 10);
  const Estimate of_one = estimate(
      meter.batches(), [&](const Batch& b) { return b.times[0].most[k] == 10 ? 10 : 0; },
      [&](const Batch& b) { return b.times[0].most[k] == 10 ? 1 : 0; });
  REQUIRE(text(of_one, 1) == "10.0");
  REQUIRE(json(of_one).dump() == R"({"mean":10.0,"half_width_95":null})");
}
