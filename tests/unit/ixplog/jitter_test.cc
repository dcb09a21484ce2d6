#include "tests/catch.h"
#include "tests/unit/ixplog/flow_logs.h"
#include "tools/ixplog/delay.h"
#include "tools/ixplog/jitter.h"

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
  CHECK(r.rows[0].rfc3550 == Approx(12.5 + (100 - 12.5) / 16));
  CHECK(r.rows[0].max_rfc3550 == r.rows[0].rfc3550);
  CHECK(r.rows[1].frames == 1);
  CHECK(r.rows[1].change == 0);
  CHECK(r.rows[2].range == 0);
  CHECK(r.rows[3].name == "high/low");
  CHECK(r.rows[3].range == 300); // over both flows' frames
  CHECK(r.rows[3].change == 75); // mean of the flows'
  CHECK(print_jitter(r, Format::Csv).find("flow,a,3,") != std::string::npos);
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
