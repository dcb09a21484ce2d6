#include "base/diagnostic.h"
#include "base/files.h"
#include "tests/catch.h"
#include "tests/unit/base/frame_files.h"
#include "tests/unit/ixplog/flow_logs.h"
#include "tools/ixplog/delay.h"
#include "tools/ixplog/jitter.h"
#include "tools/ixplog/logs.h"

#include <filesystem>
#include <regex>

using namespace ixp;

static PortLog log_of(unsigned port, const char* direction, const std::string& lines) {
  return read_port_log(memory_input("test", "# ixp port log 1 port=" + std::to_string(port) +
                                                " dir=" + direction +
                                                " me_hz=600000000 rate_mbps=100 seed=1\n" + lines));
}

static TestLogs sample() {
  return {log_of(0, "rx", "0 100 0 2 p0.0 aabb\n200 300 1 2 p0.1 aabb\n400 500 2 2 p0.2 aabb\n"),
          log_of(1, "rx", "0 150 0 2 p1.0 ccdd\n"),
          log_of(0, "tx", "1000 1150 0 2 p1.0 ccdd\n2000 2100 1 3 - 010203\n"),
          log_of(1, "tx", "700 800 0 2 p0.1 aabb\n800 900 1 2 p0.0 aabb\n")};
}

TEST_CASE("Delay is transmit end minus receive end, matched by tag over several ports") {
  const DelayReport r = measure_delay(sample());
  REQUIRE(r.frames.size() == 3);
  CHECK(r.frames[0].tag.text() == "p1.0");
  CHECK(r.frames[0].cycles() == 1000);
  CHECK(r.frames[1].cycles() == 500);
  CHECK(r.frames[2].cycles() == 800);
  CHECK(r.received == 4);
  CHECK(r.not_transmitted == 1);
  CHECK(r.made_by_microcode == 1);
  CHECK(r.unmatched == 0);
  REQUIRE(r.summaries.size() == 3);
  CHECK(r.summaries[0].name == "port 0");
  CHECK(r.summaries[1].min == 500);
  CHECK(r.summaries[1].mean == 650);
  CHECK(r.summaries[1].deviation == 150);
  CHECK(r.summaries[2].count == 3);
}

TEST_CASE("Percentiles are of the nearest rank") {
  std::vector<uint64_t> values;
  for (uint64_t i = 100; i >= 1; --i)
    values.push_back(i);
  const DelaySummary s = summarise("x", values);
  CHECK(s.p50 == 50);
  CHECK(s.p90 == 90);
  CHECK(s.p99 == 99);
  CHECK(s.p999 == 100);
  CHECK(summarise("x", {7}).p50 == 7);
  CHECK(summarise("x", {}).count == 0);
}

TEST_CASE("CSV has a line a frame, JSON the summaries, the table all of it") {
  const DelayReport r = measure_delay(sample());
  CHECK(print_delay(r, Format::Csv) ==
        "tag,rx_port,tx_port,bytes,rx_eop_cycle,tx_eop_cycle,delay_cycles,delay_ns,flow,sequence,"
        "category\np1.0,1,0,2,150,1150,1000,1667,,,\np0.1,0,1,2,300,800,500,833,,,\n"
        "p0.0,0,1,2,100,900,800,1333,,,\n");
  CHECK(print_delay(r, Format::Json).find("\"not_transmitted\": 1") != std::string::npos);
  CHECK(print_delay(r, Format::Text)
            .find("4 frames received, 1 of them not transmitted; 1 made by microcode") !=
        std::string::npos);
}

TEST_CASE("Delays of no frames are no zeros") {
  const DelayReport r =
      measure_delay(TestLogs{log_of(0, "rx", "0 1 0 1 p0.0\n"), log_of(0, "tx", "")});
  REQUIRE(r.summaries.size() == 1);
  CHECK(r.summaries[0].count == 0);
  CHECK(std::regex_search(print_delay(r, Format::Text),
                          std::regex("\nto .*99.9 %\nall +0( +-){8}\n1 frames received")));
  const std::string json = print_delay(r, Format::Json);
  for (const char* key : {"min", "mean", "max", "std", "p50", "p90", "p99", "p99.9"})
    CHECK(json.find('"' + std::string(key) + "\": null") != std::string::npos);
}

TEST_CASE("Logs that do not belong together are refused") {
  CHECK_THROWS_AS(measure_delay(TestLogs{log_of(0, "rx", "")}), InputError);
  CHECK_THROWS_AS(measure_delay(TestLogs{log_of(0, "tx", "")}), InputError);
  CHECK_THROWS_AS(measure_delay(TestLogs{log_of(0, "rx", "0 1 0 1 p0.0\n"),
                                         log_of(0, "rx", "0 1 0 1 p0.0\n"), log_of(0, "tx", "")}),
                  InputError);
  PortLog other = log_of(0, "tx", "");
  other.header.me_hz = 400'000'000;
  CHECK_THROWS_AS(measure_delay(TestLogs{log_of(0, "rx", ""), other}), InputError);
}

TEST_CASE("to-pcapng writes every frame with its time") {
  const std::string path = std::string(IXP_BINARY_DIR) + "/ixplog_test.pcapng";
  write_pcapng(sample(), path);
  const auto frames = test::read_frames(file_input(path));
  REQUIRE(frames.size() == 8);     // 4 received, 4 transmitted
  CHECK(frames[0].time_ns == 167); // cycle 100 at 600 MHz
  CHECK(frames[1].time_ns == 250);
  std::filesystem::remove(path);
  CHECK_THROWS_AS(write_pcapng(TestLogs{log_of(0, "rx", ""), log_of(0, "rx", "")}, path),
                  InputError);
  CHECK_FALSE(std::filesystem::exists(path));
}

namespace jitter_test {

using namespace ixp;

static FlowFile flows() {
  return parse_flows("[default]\nbytes = 101\nmbps = 1\npackets = 1\nbandwidth = 'low'\n"
                     "[[flow]]\ncpu = 'high'\nname = 'a'\n"
                     "[[flow]]\ncpu = 'low'\nname = 'b'\n"
                     "[[flow]]\ncpu = 'high'\nname = 'c'\n",
                     "f.toml");
}

// Delays of flow 1: 100, 300, 200; of flow 2: 50; of flow 3: 400, 400.
static TestLogs logs() {
  return logs_of({{1, 0, 90, 100},
                  {1, 100, 390, 400},
                  {1, 300, 490, 500},
                  {2, 500, 540, 550},
                  {3, 200, 590, 600},
                  {3, 300, 690, 700}});
}

TEST_CASE("Frames fall into flows and categories") {
  const FlowFile f = flows();
  const DelayReport r = measure_delay(logs(), {.flows = &f});
  std::vector<std::string> names;
  for (const DelaySummary& s : r.summaries)
    names.push_back(s.kind + " " + s.name);
  CHECK(names == std::vector<std::string>{"port port 0", "all all", "flow a", "flow b", "flow c",
                                          "category high/low", "category low/low"});
  CHECK(r.summaries[2].mean == 200);
  CHECK(r.summaries[5].count == 5);
  CHECK(r.summaries[5].mean == 280);
  CHECK(print_delay(r, Format::Csv, &f).find("p0.3,0,0,101,500,550,50,83,2,0,low/low\n") !=
        std::string::npos);
  CHECK(measure_delay(logs()).summaries[2].name == "flow 1"); // without a description
}

TEST_CASE("A window keeps the frames received in it") {
  const FlowFile f = flows();
  Window w;
  w.from_ms = 299.5 / 600e3;
  CHECK(measure_delay(logs(), {.flows = &f, .window = w}).frames.size() == 3);
  w.to_ms = 499.5 / 600e3;
  CHECK(measure_delay(logs(), {.flows = &f, .window = w}).frames.size() == 2);
}

TEST_CASE("Histograms cover all delays, in bins that are the same for all") {
  const DelayReport r = measure_delay(logs(), {.bins = 4});
  CHECK(r.bin_cycles == 101); // maximum delay 400
  CHECK(r.summaries[0].bins == std::vector<uint64_t>{2, 1, 1, 2});
  CHECK(r.summaries[2].bins == std::vector<uint64_t>{1, 1, 1, 0});
  CHECK(print_delay(r, Format::Json).find("\"histogram\"") != std::string::npos);
  CHECK(print_delay(r, Format::Text).find("flow 1, delay in ns\n         0         1 ####") !=
        std::string::npos);
}

TEST_CASE("A flow that is not described is refused") {
  const FlowFile f = parse_flows("[[flow]]\nbytes = 42\nmbps = 1\npackets = 1\n", "f.toml");
  CHECK_THROWS_WITH(measure_delay(logs(), {.flows = &f}),
                    Catch::Contains("f.toml: error: does not describe flow 2, which frame p0.3"));
}

TEST_CASE("Jitter: range, mean change, and RFC 3550's filter") {
  const FlowFile f = flows();
  const Passages p = match_frames(logs());
  const JitterReport r = measure_jitter(p, &f);
  REQUIRE(r.rows.size() == 5);
  CHECK(r.rows[0].range == 200);
  CHECK(r.rows[0].change == 150); // 200 and 100
  CHECK(r.rows[0].rfc3550.value() == Approx(12.5 + (100 - 12.5) / 16));
  CHECK(r.rows[0].max_rfc3550 == r.rows[0].rfc3550);
  CHECK(r.rows[1].frames == 1);
  CHECK_FALSE(r.rows[1].change);
  CHECK(r.rows[2].range == 0);
  CHECK(r.rows[3].name == "high/low");
  CHECK(r.rows[3].range == 300); // over both flows' frames
  CHECK(r.rows[3].change == 75); // mean of the flows'
  CHECK_FALSE(r.rows[4].change); // low/low: its only flow has one frame
  CHECK(print_jitter(r, Format::Csv).find("flow,a,3,") != std::string::npos);
  CHECK(print_jitter(r, Format::Csv).find("flow,b,1,0,,,,0\n") != std::string::npos);
  const std::string text = print_jitter(r, Format::Text);
  CHECK(text.find(" 333 ") != std::string::npos); // 200 cycles in ns
  CHECK(text.find('.') == std::string::npos);
}

TEST_CASE("Frames that overtook one of their flow are counted") {
  const Passages p = match_frames(logs_of({{1, 150, 190, 200},
                                           {1, 0, 290, 300},
                                           {1, 100, 390, 400}, // also after the first
                                           {1, 200, 490, 500}}));
  CHECK(measure_jitter(p, nullptr).rows[0].reordered == 2);
}

TEST_CASE("Frames without a flow are taken by port") {
  auto l = logs();
  for (PortLogLine& line : l[0].lines)
    line.data.clear();
  const JitterReport r = measure_jitter(match_frames(l), nullptr);
  REQUIRE(r.rows.size() == 1);
  CHECK(r.rows[0].kind == "port");
  CHECK(r.rows[0].range == 350);
}

} // namespace jitter_test
