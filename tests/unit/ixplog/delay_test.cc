#include "base/diagnostic.h"
#include "base/files.h"
#include "tests/catch.h"
#include "tests/unit/base/frame_files.h"
#include "tests/unit/ixplog/flow_logs.h"
#include "tools/ixplog/delay.h"
#include "tools/ixplog/logs.h"

#include <filesystem>

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
