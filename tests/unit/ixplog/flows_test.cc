#include "base/diagnostic.h"
#include "base/files.h"
#include "tests/catch.h"
#include "tests/unit/ixplog/flow_logs.h"
#include "tools/ixplog/flow_key.h"
#include "tools/ixplog/flow_report.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

namespace flows_test {

using namespace ixp;
namespace fs = std::filesystem;

namespace {

// Flow 9 before flow 2, an order that only the file has.
constexpr const char* kFlows = R"(
[default]
packets_per_s = 1
packets = 1
bytes = 100
cycles = 10
[[flow]]
number = 9
name = "gold"
cpu = "high"
bandwidth = "low"
[[flow]]
number = 2
name = "modest"
[[flow]]
number = 5
name = "silent"
)";

FlowFile flow_file() {
  return parse_flows(kFlows, "flows.toml");
}

// Four frames of flow 2 (the last stays), two of flow 9; sequence number 2 of flow 2 is missing.
TestLogs logs() {
  auto out = logs_of({{2, 1000, 1500, 2000},
                      {9, 2000, 3000, 4000},
                      {2, 700'000, 800'000, 900'000},
                      {2, 800'000, 900'000, 1'000'000},
                      {9, 900'000, 1'100'000, 1'200'000},
                      {2, 1'000'000, 1'300'000, 1'400'000}});
  const unsigned sequence[] = {0, 0, 1, 3, 1, 4};
  for (size_t i = 0; i < 6; ++i) {
    FlowFrameSpec spec;
    static_cast<FlowFrame&>(spec) = *read_flow_frame(out[0].lines[i].data);
    spec.sequence = sequence[i];
    write_flow_frame(spec, out[0].lines[i].data);
  }
  out[1].lines.pop_back(); // p0.5 never left
  return out;
}

struct RunFolder {
  fs::path path = fs::path(IXP_BINARY_DIR) / "ixplog_flows_test";
  explicit RunFolder(const std::string& stats) {
    fs::create_directories(path);
    write_file((path / "stats.json").string(), stats);
  }
  ~RunFolder() { fs::remove_all(path); }
  TestLogs logs() const {
    auto out = flows_test::logs();
    for (PortLog& log : out) {
      log.name = (path / "port0.log").string();
      log.header.mark.run = "00000000000000aa";
    }
    return out;
  }
};

std::string stats(const char* run, const char* found, const char* lost, const char* microcode) {
  return std::string("{\"run\": \"") + run + R"(", "frames": {"dropped_by_hardware": )" +
         R"({"port buffer overflow": 7, "RBUF overflow": 0}, "dropped_by_microcode": {)" +
         microcode + "}, \"lost\": {}, \"found_frames\": {" + found + "}, \"lost_frames\": {" +
         lost + "}}}";
}

PortLogLine frame_of(const std::string& hex) {
  PortLog log = read_port_log(
      memory_input("test", "# ixp port log 1 port=0 dir=rx me_hz=1 rate_mbps=1 seed=1\n0 1 0 " +
                               std::to_string(hex.size() / 2) + " p0.0 " + hex + "\n"));
  return log.lines[0];
}
std::string name_of(const std::string& hex) {
  return FlowKeys(nullptr).of(frame_of(hex), 3).name;
}

} // namespace

TEST_CASE("Flows are in the order of their description, also those that were never seen") {
  const FlowFile file = flow_file();
  const FlowReport r = measure_flows(logs(), &file);
  REQUIRE(r.whole.flows.size() == 3);
  CHECK(r.whole.flows[0].name == "gold");
  CHECK(r.whole.flows[0].category == "high/low");
  CHECK(r.whole.flows[1].name == "modest");
  CHECK(r.whole.flows[2].name == "silent");
  CHECK(r.whole.flows[2].received == 0);
  CHECK(measure_flows(logs()).whole.flows[0].name == "flow 2");
}

TEST_CASE("A delay of no frames and a jitter of one are no zeros") {
  const FlowFile file = flow_file();
  const FlowReport r = measure_flows(logs(), &file);
  const auto flows = nlohmann::json::parse(print_flows(r, Format::Json)).at("flows");
  for (const char* key :
       {"delay_mean_ns", "delay_p50_ns", "delay_p90_ns", "delay_p99_ns", "delay_p99.9_ns",
        "delay_max_ns", "jitter_change_ns", "jitter_rfc3550_ns"}) {
    CHECK(flows.at(0).at(key).is_number()); // gold
    CHECK(flows.at(2).at(key).is_null());   // silent
  }
  CHECK(print_flows(r, Format::Csv).ends_with(",silent,,0,0,0,0,0,0,,,,,,,,\n"));
  const std::string text = print_flows(r, Format::Text);
  CHECK(std::regex_search(text,
                          std::regex("silent +0 +0 +0 +0 +0.000 +0.000( +-){8}\n"))); // no account
  CHECK(std::regex_search(text, std::regex("\nall .*\\d( +-){2}\n")));                // no jitter
}

TEST_CASE("Rates of a run without frames are no zeros, but of a window without frames") {
  const FlowFile file = flow_file();
  const auto rates = [&](const FlowOptions& options) {
    const auto flows = nlohmann::json::parse(
        print_flows(measure_flows(logs_of({}), &file, options), Format::Json));
    return std::pair(flows.at("flows").at(0).at("offered_mbps"),
                     flows.at("flows").at(0).at("throughput_mbps"));
  };
  CHECK(rates({}) == std::pair<nlohmann::json, nlohmann::json>());
  CHECK(rates({.window = {.to_ms = 1}}) == std::pair<nlohmann::json, nlohmann::json>(0.0, 0.0));
}

TEST_CASE("Each flow: received, transmitted, lost, missing, rates, delay, jitter") {
  const FlowReport r = measure_flows(logs());
  const FlowFigures& f = r.whole.flows[0]; // flow 2
  CHECK(f.received == 4);
  CHECK(f.transmitted == 3);
  CHECK(f.lost == 1);
  CHECK(f.missing == 1); // sequence number 2
  CHECK(f.delay.min == 1000);
  CHECK(f.delay.max == 200'000);
  CHECK(f.delay.p50 == 200'000);
  CHECK(f.jitter.change == 99'500); // 1000, 200000, 200000
  // From the first byte in, cycle 1000, to the last out, 1,200,000: 4 and 3 frames of 101 bytes.
  const double seconds = 1'199'000 / 600e6;
  CHECK(f.offered_bps == Approx(4 * 808 / seconds));
  CHECK(f.throughput_bps == Approx(3 * 808 / seconds));
  CHECK(r.all.received == 6);
  CHECK(r.all.transmitted == 5);
  CHECK(r.all.delay.count == 5);
}

TEST_CASE("Windows divide the frames of a run, and nothing is counted twice") {
  const FlowReport r = measure_flows(logs(), nullptr, {.slice_ms = 1});
  REQUIRE(r.slices.size() == 3); // 1.2 million cycles are 2 ms, where the last one left
  CHECK(r.slices[2].to_ms == 3); // whole windows: no rate over an instant
  uint64_t received = 0, transmitted = 0;
  double bits = 0;
  for (const FlowSlice& s : r.slices)
    for (const FlowFigures& f : s.flows) {
      received += f.received;
      transmitted += f.transmitted;
      bits += f.throughput_bps * (s.to_ms - s.from_ms) / 1e3;
    }
  CHECK(received == 6);
  CHECK(transmitted == 5);
  CHECK(bits == Approx(5 * 808));
  CHECK(r.slices[0].flows[0].received == 1);
  // A frame received in the first millisecond counts there; its bytes count at their departure.
  const FlowReport late = measure_flows(logs(), nullptr, {.window = {0, 1.2}, .slice_ms = 1.2});
  CHECK(late.whole.flows[0].received == 2);
  CHECK(late.whole.flows[0].transmitted == 2);
  CHECK(late.whole.flows[0].throughput_bps * 1.199e-3 < 808 * 1.1);
}

TEST_CASE("A window that the selected time cuts has only the frames before its end") {
  const FlowReport r = measure_flows(logs(), nullptr, {.window = {0, 1.2}, .slice_ms = 1});
  REQUIRE(r.slices.size() == 2);
  CHECK(r.slices[1].to_ms == 1.2);
  for (size_t flow = 0; flow < r.whole.flows.size(); ++flow) {
    CHECK(r.slices[0].flows[flow].received + r.slices[1].flows[flow].received ==
          r.whole.flows[flow].received);
    CHECK(r.slices[0].flows[flow].transmitted + r.slices[1].flows[flow].transmitted ==
          r.whole.flows[flow].transmitted);
  }
  CHECK(measure_flows(logs(), nullptr, {.window = {9, {}}, .slice_ms = 1}).slices.empty());
}

TEST_CASE("Windows without end are refused") {
  auto far = logs();
  far[1].lines[0].eop_cycle = 5'000'000'000'000'000;
  CHECK_THROWS_WITH(measure_flows(far, nullptr, {.slice_ms = 1e-3}),
                    Catch::Contains("expected longer windows"));
  CHECK_NOTHROW(measure_flows(far));
}

TEST_CASE("Statistics of the run say what is inside and why frames were lost") {
  const char* run = "00000000000000aa";
  {
    const RunFolder f(stats(run, "\"ring RING_TX (4)\": [\"p0.5\"]", "", ""));
    const FlowReport r = measure_flows(f.logs());
    CHECK(r.account);
    CHECK(r.lost_before == 7);
    CHECK(r.whole.flows[0].inside == 1);
    CHECK(r.whole.flows[0].lost == 0);
    CHECK(r.whole.flows[0].where.at("ring RING_TX (4)") == 1);
  }
  {
    const RunFolder f(stats(run, "", "\"ring RING_RX (0)\": [\"p0.5\"]", ""));
    CHECK(measure_flows(f.logs()).whole.flows[0].where.at("ring RING_RX (0)") == 1);
  }
  {
    const RunFolder f(stats(run, "", "", "\"no_route\": 1, \"ttl\": 0"));
    const FlowReport r = measure_flows(f.logs());
    CHECK(r.whole.flows[0].lost == 1);
    CHECK(r.whole.flows[0].where.at("no_route") == 1);
    CHECK(print_flows(r, Format::Text).find("7 frames overran") != std::string::npos);
    const auto json = nlohmann::json::parse(print_flows(r, Format::Json));
    CHECK(json["flows"][0]["where"]["no_route"] == 1);
  }
  { // Several reasons: the reason of each frame is unknown.
    const RunFolder f(stats(run, "", "", "\"no_route\": 1, \"ttl\": 2"));
    CHECK(measure_flows(f.logs()).whole.flows[0].where.at("no_route or ttl") == 1);
  }
}

TEST_CASE("Statistics of another run, or none, are not taken for those of this one") {
  const RunFolder other(stats("00000000000000bb", "\"x\": [\"p0.5\"]", "", ""));
  const FlowReport r = measure_flows(other.logs());
  CHECK_FALSE(r.account);
  CHECK(r.whole.flows[0].lost == 1);
  CHECK(print_flows(r, Format::Text).find("stats.json") != std::string::npos);
  for (const char* text : {"{", "[]", "{\"run\": 3}", "{\"run\": \"00000000000000aa\"}",
                           "{\"run\": \"00000000000000aa\", \"frames\": {\"found_frames\": 3, "
                           "\"lost_frames\": {}}}"}) {
    const RunFolder broken(text);
    CHECK_THROWS_AS(measure_flows(broken.logs()), InputError);
  }
}

TEST_CASE(
    "Logs that were cut at the end of a line are told by what stats.json beside them counts") {
  const auto counted = [](unsigned received, unsigned transmitted) {
    return fmt::format(
        R"({{"run": "00000000000000aa", "frames": {{"dropped_by_hardware": {{}}, )"
        R"("dropped_by_microcode": {{}}, "lost": {{}}, "found_frames": {{}}, )"
        R"("lost_frames": {{}}}}, "ports": [{{"port": 0, "direction": "rx", "frames": {}}}, )"
        R"({{"port": 0, "direction": "tx", "frames": {}}}]}})",
        received, transmitted);
  };
  CHECK_NOTHROW(measure_flows(RunFolder(counted(6, 5)).logs()));
  CHECK_THROWS_WITH(
      measure_flows(RunFolder(counted(7, 5)).logs()),
      Catch::Contains("port0.log: error: has 6 frames, but stats.json beside it counts 7"));
  CHECK_THROWS_WITH(measure_flows(RunFolder(counted(6, 6)).logs()),
                    Catch::Contains("has 5 frames, but stats.json beside it counts 6"));
}

TEST_CASE("A frame that was received twice is told with the logs that have it") {
  TestLogs again = logs();
  again[0].name = "a.log";
  again[0].lines.push_back(again[0].lines[2]);
  CHECK_THROWS_WITH(
      measure_flows(again),
      Catch::Contains("a.log: error: frame p0.2 was received twice, both times here"));
  TestLogs two = logs();
  two[0].name = "a.log";
  two.push_back(two[0]);
  two[2].name = "b.log";
  two[2].header.port = 1;
  CHECK_THROWS_WITH(measure_flows(two),
                    Catch::Contains("frame p0.0 was received twice, also in ") &&
                        Catch::Contains("b.log"));
}

TEST_CASE("Frames of nobody's flows are told by what is in them") {
  const std::string mac = "020000000001020000000002";
  const std::string v4 = "4500002e00004000401126bc0a0000020a010003";
  CHECK(name_of(mac + "0800" + v4 + "03e807d0") == "10.0.0.2:1000 > 10.1.0.3:2000 udp");
  CHECK(name_of(mac + "8100000a0800" + v4 + "03e807d0") == "10.0.0.2:1000 > 10.1.0.3:2000 udp");
  CHECK(name_of(mac + "0800" + v4) == "10.0.0.2 > 10.1.0.3 udp"); // ports not in the log
  CHECK(name_of(mac + "0800" + v4.substr(0, 30)) == "ethertype 0800");
  CHECK(name_of(mac + "08004500002e00000010401126bc0a0000020a01000303e807d0") ==
        "10.0.0.2 > 10.1.0.3 udp"); // a later fragment
  const std::string v6 = "6000000000080640" + std::string("20010db8000000000000000000000001") +
                         "20010db8000000000000000000000002";
  CHECK(name_of(mac + "86dd" + v6 + "00500051") == "[2001:db8::1]:80 > [2001:db8::2]:81 tcp");
  CHECK(name_of(mac + "0806") == "ethertype 0806");
  CHECK(name_of(mac) == "port 3, content not in the log");
  CHECK(name_of(mac + "81000001") == "port 3, content not in the log");
}

TEST_CASE("Flows that the description lacks are refused; CSV has a line a flow") {
  const FlowFile file = parse_flows("[[flow]]\nnumber = 9\npackets_per_s = 1\npackets = 1\nbytes = "
                                    "100\ncycles = 1\n",
                                    "one.toml");
  CHECK_THROWS_WITH(measure_flows(logs(), &file),
                    Catch::Contains("one.toml") && Catch::Contains("does not describe flow 2"));
  const std::string csv = print_flows(measure_flows(logs()), Format::Csv);
  CHECK(std::ranges::count(csv, '\n') == 3);
  CHECK(csv.find("flow 2,,4,3,1,1,") != std::string::npos);
  const std::string sliced =
      print_flows(measure_flows(logs(), nullptr, {.slice_ms = 1}), Format::Csv);
  CHECK(std::ranges::count(sliced, '\n') == 7);
}

} // namespace flows_test
