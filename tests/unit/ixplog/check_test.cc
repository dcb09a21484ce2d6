#include "base/diagnostic.h"
#include "base/files.h"
#include "tests/catch.h"
#include "tests/unit/ixplog/flow_logs.h"
#include "tools/ixplog/check.h"

#include <filesystem>

using namespace ixp;

namespace {

// Flow 1 takes 1000, 2000, ..., 10000 cycles, flow 2 one frame 600, and one that stays.
TestLogs logs() {
  std::vector<TestFrame> frames;
  for (uint64_t i = 1; i <= 10; ++i)
    frames.push_back({1, 100'000 * i, 100'000 * i + 1, 101'000 * i});
  frames.push_back({2, 0, 300, 600});
  frames.push_back({2, 100, 300, 600});
  auto out = logs_of(frames);
  out[1].lines.pop_back();
  return out;
}

const char* kFlows = "[default]\npackets_per_s = 1\npackets = 1\nbytes = 100\ncycles = 1\n"
                     "[[flow]]\nnumber = 1\nname = \"gold_one\"\ncpu = \"high\"\nbandwidth = "
                     "\"low\"\n[[flow]]\nnumber = 2\nname = \"modest\"\n";

Check::Outcome outcome(const std::string& expression) {
  const auto all = logs();
  const FlowFile flows = parse_flows(kFlows, "flows.toml");
  return Check(expression).apply(FlowFrames(all, &flows), {});
}
bool holds(const std::string& expression) {
  const auto o = outcome(expression);
  INFO(expression << ": " << o.values << o.why);
  return o.why.empty();
}
std::string why(const std::string& expression) {
  try {
    Check c(expression);
  } catch (const CheckError& e) {
    return e.what();
  }
  return "accepted";
}

} // namespace

TEST_CASE("Functions have the values of the run") {
  for (const char* e : {"received() == 12",
                        "transmitted() == 11",
                        "loss() == 1",
                        "loss(flow=modest) == 1",
                        "loss(flow=gold*) == 0",
                        "loss(port=0) == 1",
                        "loss_rate(flow=modest) == 50%",
                        "inside() == 0",
                        "missing(flow=modest) == 0",
                        "min(delay) == 600 cycles",
                        "max(delay, flow=\"gold_one\") == 10000 cycles",
                        "mean(delay, flow=gold*) == 5500 cycles",
                        "p50(delay, flow=gold*) == 5000cycles",
                        "p90(delay, flow=gold*) == 9000cycles",
                        "p99.9(delay, flow=gold*) == 10000cycles",
                        "p100(delay) == 10000cycles",
                        "p0.1(delay) == 600cycles",
                        "jitter(category=high/low) == 1000 cycles",
                        "p50(delay, category=high/low) == 8.333333333333333us",
                        "std(delay, flow=modest) == 0",
                        "transmitted(tx=0) == 11",
                        "transmitted(tx=3) == 0",
                        "transmitted(rx=0, flow=modest) == 1",
                        "jain(throughput, flow=modest) == 1",
                        "received(flow=*o*) == 12"}) {
    INFO(e);
    CHECK(holds(e));
  }
}

TEST_CASE("Reordered frames are those that a later frame of their flow overtook") {
  const auto all =
      logs_of({{1, 0, 300, 2000}, {1, 400, 700, 1500}, {1, 800, 900, 1600}, {2, 950, 999, 1400}});
  const FlowFile flows = parse_flows(kFlows, "flows.toml");
  const auto why_not = [&](const char* e) {
    return Check(e).apply(FlowFrames(all, &flows), {}).why;
  };
  CHECK(why_not("reordered() == 1").empty());
  CHECK(why_not("reordered(flow=modest) == 0").empty());
  CHECK(why_not("reordered(flow=gold*) == 0") == "it is 1");
  CHECK(why_not("reordered(tx=7) == 0") == "none of these frames was transmitted");
}

TEST_CASE("What is not true fails, and the value is told") {
  CHECK(outcome("loss() == 0").why == "it is 1");
  CHECK(outcome("max(delay) < 1us").why == "it is 16.6667 us");
  CHECK(outcome("throughput() > offered()").why.find(" Mbit/s > ") != std::string::npos);
  CHECK(outcome("max(delay) < 1ms").values == "16.6667 us");
}

TEST_CASE("Relations, arithmetic, units") {
  for (const char* e : {"2 * received() + 1 == 25", "(received() - 2) / 5 == 2",
                        "max(delay) / min(delay) == 10000 / 600", "-loss() < 0", "loss() != 0",
                        "loss() >= 1", "loss() <= 1", "throughput() > 0 Mbit/s",
                        "throughput() < 1Gbit/s", "offered() > 1000bps", "offered() < 1 Gbps",
                        "max(delay) - min(delay) < 16us", "1ms > max(delay)", "loss() == 1frames"})
    CHECK(holds(e));
  for (const char* e : {"loss() != 1", "loss() > 1", "loss() < 1", "received() / loss() == 11"})
    CHECK_FALSE(holds(e));
}

TEST_CASE("A check of nothing is not true") {
  CHECK(outcome("max(delay, flow=nobody) < 1s").why == "no flow is meant; there are gold_one, "
                                                       "modest");
  CHECK(outcome("loss(rx=7) == 0").why == "none of these frames was received");
  CHECK(outcome("max(delay, tx=7) < 1s").why == "none of these frames was transmitted");
  CHECK(outcome("received() / (loss() - 1) > 0").why == "a division by 0");
  CHECK(outcome("jitter(flow=modest) < 1s").why.find("two frames") != std::string::npos);
}

TEST_CASE("A run without frames has counts") {
  const auto of_none = [](const std::string& expression) {
    return Check(expression).apply(FlowFrames(logs_of({}), nullptr), {}).why;
  };
  CHECK(of_none("transmitted() == 0").empty());
  CHECK(of_none("received() + transmitted(tx=0) == 0").empty());
  CHECK(of_none("loss() == 0") == "none of these frames was received");
  CHECK(of_none("max(delay) < 1s") == "none of these frames was transmitted");
  CHECK(of_none("transmitted(flow=gold) == 0") == "no flow is meant; there are none");
}

TEST_CASE("What is no check is shown with a caret below the place") {
  CHECK(why("p99(delay) < 2") ==
        "a time on the left, a number on the right; times have units as in 2ms, rates as in "
        "40Mbit/s\n  p99(delay) < 2\n             ^");
  CHECK(why("los() == 0") == "no function known here; did you mean loss?\n  los() == 0\n  ^");
  for (const char* bad : {"",
                          " ",
                          "1",
                          "1 < 2",
                          "loss(",
                          "loss()",
                          "loss() =",
                          "loss() = 0",
                          "loss() == 0 1",
                          "loss() == 0x",
                          "loss(tx=0) == 0",
                          "loss(port=) == 0",
                          "loss(port=x) == 0",
                          "loss(rx=0, rx=1) == 0",
                          "loss(rx=0, port=1) == 0",
                          "loss(delay) == 0",
                          "loss(flow) == 0",
                          "loss(flow=) == 0",
                          "loss(flow=\"a) == 0",
                          "loss(flow=\"\") == 0",
                          "loss(port=99999999999999) == 0",
                          "p(delay) < 1s",
                          "p0(delay) < 1s",
                          "p101(delay) < 1s",
                          "p9.9.9(delay) < 1s",
                          "p99() < 1s",
                          "p99(throughput) < 1s",
                          "p99(flow=a) < 1s",
                          "max(delay flow=a) < 1s",
                          "max(delay) * max(delay) < 1s",
                          "1 / max(delay) < 1s",
                          "max(delay) < 1..2s",
                          "max(delay) < 2 parsec",
                          "max(delay) < 1e3",
                          "(loss() == 0",
                          "loss() + max(delay) == 0",
                          "\xff",
                          "\xc2",
                          "loss() == 0 && 1 == 1"}) {
    INFO(bad);
    CHECK(why(bad).find("\n  ") != std::string::npos);
  }
  CHECK(why(std::string(100'000, '(')).find("too deep") != std::string::npos);
  CHECK(why(std::string(100'000, '-') + "1 < 2").find("too deep") != std::string::npos);
  CHECK(why("1µs < loss()").find("\n    ") != std::string::npos);
}

TEST_CASE("Checks of a file are its lines") {
  const std::string path = std::string(IXP_BINARY_DIR) + "/ixplog_checks_test";
  write_file(path, "\xef\xbb\xbf"
                   "loss() == 0 # none\r\n\n# of the run\n  max(delay) < 1ms");
  const auto checks = read_checks(path);
  REQUIRE(checks.size() == 2);
  CHECK(checks[0].expression() == "loss() == 0");
  CHECK(checks[1].expression() == "max(delay) < 1ms");
  write_file(path, "loss() == 0\nloss( == 0\n");
  CHECK_THROWS_WITH(read_checks(path), Catch::Contains("ixplog_checks_test:2: error: "));
  std::filesystem::remove(path);
  CHECK_THROWS_AS(read_checks(path), InputError);
}
