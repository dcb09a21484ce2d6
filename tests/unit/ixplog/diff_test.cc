#include "base/diagnostic.h"
#include "base/files.h"
#include "tests/catch.h"
#include "tools/ixplog/diff.h"

#include <filesystem>

using namespace ixp;
namespace fs = std::filesystem;

namespace {
struct Folder {
  fs::path path;
  explicit Folder(const char* name) : path(fs::path(IXP_BINARY_DIR) / "ixplog_test" / name) {
    fs::remove_all(path);
    fs::create_directories(path);
  }
  void put(const char* name, const char* text) const { write_file((path / name).string(), text); }
};
std::string difference(const char* golden_name, std::string golden, const char* fresh_name,
                       std::string fresh) {
  return first_difference(memory_input(golden_name, std::move(golden)),
                          memory_input(fresh_name, std::move(fresh)));
}
} // namespace

TEST_CASE("Equal texts have no difference") {
  CHECK(difference("a", "x\ny\n", "b", "x\ny\n").empty());
  CHECK(difference("a", "", "b", "").empty());
}

TEST_CASE("The first differing line is shown with what came before, and where it parts") {
  const std::string report =
      difference("old", "1\n2\n3\n4\nfive\n6\n", "new", "1\n2\n3\n4\nfire\n7\n");
  CHECK(report == "new:5:3: differs from old:5\n  2\n  3\n  4\n- five\n+ fire\n");
}

TEST_CASE("A log that ends early differs at its end") {
  CHECK(difference("old", "1\n2\n", "new", "1\n") ==
        "new:2:1: differs from old:2\n  1\n- 2\n+ (end of file)\n");
  CHECK(difference("old", "", "new", "1\n") ==
        "new:1:1: differs from old:1\n- (end of file)\n+ 1\n");
  CHECK_FALSE(difference("old", "1", "new", "1\n").empty());
}

TEST_CASE("Long lines are cut around the difference") {
  std::string a(1000, 'x'), b = a;
  b[700] = 'y';
  const std::string report = difference("old", a, "new", b);
  CHECK(report.find("new:1:701:") == 0);
  CHECK(report.size() < 400);
  CHECK(report.find("xyx") != std::string::npos);
}

TEST_CASE("Folders are compared log by log") {
  const Folder a("a"), b("b");
  for (const Folder* folder : {&a, &b})
    folder->put("port0_rx.log", "# ixp port log 1 port=0 dir=rx me_hz=600000000 rate_mbps=50 "
                                "seed=1\n");
  a.put("port0_tx.log", "one\n");
  b.put("port0_tx.log", "two\n");
  a.put("port1_tx.log", "gone\n");
  a.put("run", "not a log\n");
  const auto comparison = diff_logs(a.path.string(), b.path.string());
  const auto& results = comparison.logs;
  REQUIRE(results.size() == 3);
  CHECK(results[0].log == "port0_rx.log");
  CHECK(results[0].report.empty());
  CHECK_FALSE(results[1].report.empty());
  CHECK(results[2].report.find("missing") != std::string::npos);
  const std::string xml = to_junit(test_run(comparison));
  CHECK(xml.find("tests=\"3\" failures=\"2\"") != std::string::npos);
  CHECK(xml.find("<testcase classname=\"port logs\" name=\"port0_rx.log\"/>") != std::string::npos);
}

TEST_CASE("Folders without logs, and logs that are not there, are refused") {
  const Folder empty("empty");
  CHECK_THROWS_AS(diff_logs(empty.path.string(), empty.path.string()), InputError);
  CHECK_THROWS_AS(diff_logs("/nowhere/a", "/nowhere/b"), InputError);
}

namespace {
std::string log_of(const char* run, const char* rest = "1 2 0 3 - 001122\n") {
  return std::string("# ixp port log 1 port=0 dir=rx me_hz=600000000 rate_mbps=50 seed=1 run=") +
         run + "\n" + rest;
}
} // namespace

TEST_CASE("Two runs may have the same logs") {
  CHECK(difference("old", log_of("0000000000000001"), "new", log_of("0000000000000002")).empty());
  const std::string old = "# ixp port log 1 port=0 dir=rx me_hz=600000000 rate_mbps=50 seed=1\n";
  CHECK(difference("old", old + "1 2 0 3 - 001122\n", "new", log_of("0000000000000002")).empty());
  CHECK_FALSE(difference("old", log_of("0000000000000001"), "new",
                         log_of("0000000000000001", "1 2 0 3 - 001123\n"))
                  .empty());
}

TEST_CASE("Seeds of logs are compared unless fields are ignored") {
  const auto log = [](unsigned seed) {
    return fmt::format("# ixp port log 1 port=0 dir=tx me_hz=600000000 rate_mbps=50 seed={}\n"
                       "0 9 0 4 p0.0 01020304\n",
                       seed);
  };
  const Folder a("seed_a"), b("seed_b");
  a.put("port0_tx.log", log(1).c_str());
  b.put("port0_tx.log", log(2).c_str());
  const auto reports = [&](const DiffOptions& options) {
    return diff_logs(a.path.string(), b.path.string(), options).logs.at(0).report;
  };
  CHECK(reports({}).find("seed 2, expected 1\n") != std::string::npos);
  CHECK(reports({.ignore_time = true}) == "");
}

TEST_CASE("A folder with logs of two runs is not compared") {
  const Folder one("one"), mixed("mixed");
  for (const char* name : {"port0_rx.log", "port0_tx.log"})
    one.put(name, log_of("0000000000000001").c_str());
  mixed.put("port0_rx.log", log_of("0000000000000001").c_str());
  mixed.put("port0_tx.log", log_of("0000000000000002").c_str());
  CHECK_THROWS_WITH(diff_logs(one.path.string(), mixed.path.string()),
                    Catch::Contains("port0_tx.log: error: is of run 0000000000000002, but ") &&
                        Catch::Contains("port0_rx.log is of run 0000000000000001"));
  mixed.put("port0_tx.log",
            log_of("0000000000000001", "1 2 0 3 - 001122\n# interrupted at cycle 7\n").c_str());
  CHECK_THROWS_WITH(diff_logs(one.path.string(), mixed.path.string()),
                    Catch::Contains("0000000000000001, interrupted at cycle 7, but "));
  mixed.put("port0_tx.log", "1 2 0 3 - 001122\n"); // invalid, as the comparison shows
  CHECK(diff_logs(one.path.string(), mixed.path.string()).logs.size() == 2);
}

namespace {

// Three frames; `lines` of the second log are these, or changed.
const std::string kFrames = "100 200 0 2 p0.0 0011\n"
                            "300 400 1 2 p0.1 2233\n"
                            "500 600 2 2 p0.2 4455\n";
const char* kRun = "0000000000000001";

struct Pair {
  Folder golden{"golden"}, fresh{"fresh"};
  Pair(const std::string& a, const std::string& b) {
    put(golden, a);
    put(fresh, b);
  }
  static void put(const Folder& f, const std::string& lines) {
    f.put("port0_rx.log", log_of(kRun, "1 99 0 2 p0.0 0011\n").c_str());
    f.put("port0_tx.log", ("# ixp port log 1 port=0 dir=tx me_hz=600000000 rate_mbps=50 seed=1 "
                           "run=0000000000000001\n" +
                           lines)
                              .c_str());
  }
  Comparison compare(const DiffOptions& options = {}) const {
    return diff_logs(golden.path.string(), fresh.path.string(), options);
  }
  std::string report(const DiffOptions& options = {}) const {
    return compare(options).logs.at(1).report;
  }
  bool same(const DiffOptions& options) const { return report(options).empty(); }
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  REQUIRE(text.find(from) != std::string::npos);
  return text.replace(text.find(from), from.size(), to);
}

} // namespace

TEST_CASE("A frame that is missing does not make the others differ") {
  const Pair p(kFrames, replaced(kFrames, "300 400 1 2 p0.1 2233\n", ""));
  const Comparison c = p.compare();
  CHECK(c.logs[1].report.find("differs from") != std::string::npos);
  CHECK(c.logs[1].report.find("in 1 of 3 frames: 1 not there") != std::string::npos);
  CHECK(c.logs[1].report.find("golden/port0_tx.log:3: cycle 400, frame p0.1: not there") !=
        std::string::npos);
  CHECK(c.logs[1].cycle == 400);
  CHECK(c.remark.find("part first at cycle 400: port0_tx.log, frame p0.1") != std::string::npos);
  CHECK(c.remark.find("--ring-lines") != std::string::npos);
  const Pair q(replaced(kFrames, "300 400 1 2 p0.1 2233\n", ""), kFrames);
  CHECK(q.report().find("1 not expected") != std::string::npos);
}

TEST_CASE("Differences say the cycle, the byte and what it is, and where the frame came from") {
  const Pair p(kFrames, replaced(replaced(kFrames, "100 200", "107 207"), "2233", "2334"));
  const std::string report = p.report();
  CHECK(report.find("cycle 207, frame p0.0: last byte at cycle 207, expected 200 (7 later) "
                    "[received on port 0, cycles 1 to 99]") != std::string::npos);
  CHECK(report.find("frame p0.1: byte 0 is 23, expected 22 (destination MAC); 2 bytes differ") !=
        std::string::npos);
  CHECK(report.find("in 2 of 3 frames: 1 at other times (up to 0 cycles earlier, 7 later), 1 with "
                    "other content") != std::string::npos);
  CHECK(p.report({.show = 1}).find("... and 1 more") != std::string::npos);
}

TEST_CASE("Fields are named where it is certain which they are") {
  const std::string ip = "020000000001020000000002080045000014000000004011000001020304";
  const auto line = [](const std::string& hex) {
    return "1 2 0 " + std::to_string(hex.size() / 2) + " p0.0 " + hex + "\n";
  };
  const auto report = [&](size_t at, const std::string& frame) {
    std::string other = frame;
    other[2 * at] = other[2 * at] == 'f' ? 'e' : 'f';
    return Pair(line(frame), line(other)).report();
  };
  CHECK(report(22, ip).find("byte 22 is f0, expected 40 (IPv4 TTL)") != std::string::npos);
  CHECK(report(12, ip).find("(EtherType)") != std::string::npos);
  CHECK(report(22, replaced(ip, "080045", "080046")).find("(IPv4") == std::string::npos);
  CHECK(report(22, replaced(ip, "080045", "88b545")).find("(IPv4") == std::string::npos);
}

TEST_CASE("Time may be ignored, or differ by a tolerance") {
  const Pair later(kFrames, replaced(kFrames, "300 400", "304 405"));
  CHECK_FALSE(later.same({}));
  CHECK(later.same({.ignore_time = true}));
  CHECK(later.same({.tolerance = 5}));
  CHECK_FALSE(later.same({.tolerance = 4}));
  CHECK(later.report({.tolerance = 4}).find("last byte at cycle 405") != std::string::npos);
  const Pair content(kFrames, replaced(kFrames, "2233", "2234"));
  CHECK_FALSE(content.same({.ignore_time = true}));
  CHECK_FALSE(content.same({.tolerance = 1'000'000}));
  CHECK_FALSE(content.same({.any_order = true}));
}

TEST_CASE("Order counts unless it may be any") {
  const Pair p(kFrames, "100 200 0 2 p0.1 2233\n300 400 1 2 p0.2 4455\n500 600 2 2 p0.0 0011\n");
  CHECK_FALSE(p.same({.ignore_time = true}));
  CHECK(p.report({.ignore_time = true}).find("1 out of order") != std::string::npos);
  CHECK(p.same({.any_order = true}));
  CHECK_FALSE(p.same({.content_only = true}));
  CHECK(p.same({.content_only = true, .any_order = true}));
}

TEST_CASE("Content only: whatever frames the bytes are of") {
  const Pair p(kFrames, "7 8 5 2 p3.9 0011\n9 10 6 2 - 2233\n11 12 7 2 p3.9 4455\n");
  CHECK(p.same({.content_only = true}));
  CHECK_FALSE(p.same({.ignore_time = true}));
  const Pair other(kFrames, "7 8 5 2 - 0011\n9 10 6 2 - 2233\n11 12 7 2 - 4456\n");
  CHECK(other.report({.content_only = true}).find("1 not there, 1 not expected") !=
        std::string::npos);
}

TEST_CASE("What the logs do not hold is not compared, and that is said") {
  const Pair cut(kFrames, "100 200 0 2 p0.0 00\n300 400 1 2 p0.1 22\n500 600 2 2 p0.2 44\n");
  CHECK(cut.report().find("1 of its bytes are in the log, expected 2") != std::string::npos);
  CHECK(cut.same({.ignore_time = true}));
  CHECK(cut.compare({.ignore_time = true}).logs[1].note.find("first 1 bytes") != std::string::npos);
  const Pair none(kFrames, "100 200 0 2 p0.0\n300 400 1 2 p0.1\n500 600 2 2 p0.2\n");
  CHECK(none.same({.ignore_time = true}));
  CHECK_THROWS_WITH(none.same({.content_only = true}),
                    Catch::Contains("fresh/port0_tx.log") && Catch::Contains("without content"));
}

TEST_CASE("A frame with too few bytes in the log does not shorten the comparison of others") {
  const std::string cut = replaced(kFrames, "p0.1 2233", "p0.1 22");
  const Pair other(kFrames, replaced(cut, "4455", "4456"));
  for (const DiffOptions& options : {DiffOptions{.ignore_time = true}, {.any_order = true}}) {
    const std::string report = other.report(options);
    CHECK(report.find("frame p0.1: 1 of its bytes are in the log, expected 2") != report.npos);
    CHECK(report.find("frame p0.2: byte 1 is 56, expected 55") != report.npos);
  }
  CHECK(other.report({.content_only = true}).find("2 not there, 2 not expected") !=
        std::string::npos);
  const Pair both(cut, replaced(cut, "4455", "4456"));
  CHECK(both.report({.ignore_time = true}).find("in 1 of 3 frames") != std::string::npos);
  CHECK(Pair(cut, cut).compare({.ignore_time = true}).logs[1].note.find("of 1 frames") == 0);
}

TEST_CASE("Frames that microcode made and frames sent twice are paired in their order") {
  const std::string twice = "1 2 0 1 - 00\n3 4 1 1 - 11\n5 6 2 1 p0.0 22\n7 8 3 1 p0.0 33\n";
  CHECK(Pair(twice, twice + "# a remark\n").report().find("differs") != std::string::npos);
  CHECK(Pair(twice, twice).same({}));
  const std::string report = Pair(twice, replaced(twice, "33", "34")).report();
  CHECK(report.find("in 1 of 4 frames: 1 with other content") != std::string::npos);
}

TEST_CASE("Logs that are no logs are shown as they are, and never crash") {
  for (const std::string& bad :
       {std::string("garbage\n"), std::string("1 2\n"), std::string("\x00\xff\xfe", 3),
        std::string("99999999999999999999999 1 0 0 -\n"),
        std::string("18446744073709551615 18446744073709551615 0 2 p0.0 0011\n"),
        std::string("1 2 0 99999 p0.0\n"), std::string("1 2 0 2 p0.0 00")}) {
    const Pair p(kFrames, bad);
    const Comparison c = p.compare();
    CHECK(c.differ());
    const std::string xml = to_junit(test_run(c));
    CHECK(xml.find('\xff') == std::string::npos);
    CHECK(to_tap(test_run(c)).find("not ok 2 - port0_tx.log\n# ") != std::string::npos);
  }
  CHECK_THROWS_AS(Pair(kFrames, "garbage\n").same({.ignore_time = true}), InputError);
}

TEST_CASE("Two copies of a damaged log are refused") {
  for (const char* bad : {"garbage\n", "1 2 0 3 - 001122"}) {
    const Pair p(kFrames, kFrames);
    for (const Folder* folder : {&p.golden, &p.fresh})
      folder->put("port1_tx.log", log_of(kRun, bad).c_str());
    CHECK_THROWS_WITH(p.compare(), Catch::Contains("port1_tx.log:2:"));
  }
  for (const char* bad : {"garbage\n", "10 RING_A put 0:0.1", "1 x 2\n"}) {
    const Pair p(kFrames, kFrames);
    for (const Folder* folder : {&p.golden, &p.fresh})
      folder->put("rings.log", (std::string("# ixp ring log 1 seed=1\n") + bad).c_str());
    CHECK_THROWS_WITH(p.compare(), Catch::Contains("rings.log:2: error: expected '633 RING"));
  }
  const Folder empty("empty_log");
  empty.put("port0_tx.log", "");
  CHECK_THROWS_AS(diff_logs(empty.path.string(), empty.path.string()), InputError);
}

TEST_CASE("Histories of rings say who parted first, and at which line") {
  const Pair p(kFrames, replaced(kFrames, "500 600", "500 601"));
  const auto rings = [](const char* second) {
    return std::string("# ixp ring log 1 me_hz=600000000 seed=1 run=0000000000000001\n"
                       "10 RING_A put 0:0.1 1 0x00000001 @rx.uc:5\n") +
           second;
  };
  p.golden.put("rings.log", rings("50 RING_A get 0:1.2 0 0x00000001 @tx.uc:9\n").c_str());
  CHECK(p.compare().logs.at(2).report.find("missing") != std::string::npos);
  p.fresh.put("rings.log", rings("51 RING_A get 0:1.3 0 0x00000001 @tx.uc:9\n").c_str());
  const Comparison c = p.compare();
  CHECK(c.remark == "The runs part first at cycle 51: rings.log, ring RING_A get by 0:1.3 "
                    "(tx.uc:9)\n");
  CHECK(c.logs[2].report.find("1 lines are not there, 1 were not expected") != std::string::npos);
  CHECK(p.compare({.tolerance = 1}).logs.size() == 2); // with a tolerance, only port logs
  // A golden history without lines of sources, the new one with them.
  p.golden.put("rings.log",
               replaced(replaced(rings("51 RING_A get 0:1.3 0 0x00000001\n"), " @rx.uc:5", ""),
                        "0x00000001\n", "0x00000001\n")
                   .c_str());
  CHECK(p.compare().logs[2].report.empty());
  const Pair back(kFrames, kFrames); // and with the roles exchanged
  back.golden.put("rings.log", rings("51 RING_A get 0:1.3 0 0x00000001 @tx.uc:9\n").c_str());
  back.fresh.put("rings.log",
                 replaced(rings("51 RING_A get 0:1.3 0 0x00000001\n"), " @rx.uc:5", "").c_str());
  CHECK(back.compare().logs[2].report.empty());
}

TEST_CASE("Results: JUnit and TAP say the same, also of what could not be tested") {
  const TestRun run{"s", "c", {{"a<b", ""}, {"c # \n d", "bad & \"worse\"\nmore\n"}}, {}, "note\n"};
  CHECK(run.failed());
  const std::string xml = to_junit(run);
  CHECK(xml.find("tests=\"2\" failures=\"1\" errors=\"0\"") != std::string::npos);
  CHECK(xml.find("name=\"a&lt;b\"/>") != std::string::npos);
  CHECK(xml.find("message=\"bad &amp; &quot;worse&quot;\"") != std::string::npos);
  CHECK(to_tap(run) == "TAP version 13\n1..2\nok 1 - a<b\nnot ok 2 - c     d\n# bad & "
                       "\"worse\"\n# more\n# note\n");
  const TestRun none{"s", "c", {}, "no logs", {}};
  CHECK(none.failed());
  CHECK(to_junit(none).find("tests=\"1\" failures=\"0\" errors=\"1\"") != std::string::npos);
  CHECK(to_tap(none) == "TAP version 13\n1..0\n# no logs\nBail out! no logs\n");
  const TestRun ended{"s", "c", {{"a", ""}}, "full", {}};
  CHECK(to_junit(ended).find("tests=\"2\" failures=\"0\" errors=\"1\"") != std::string::npos);
  CHECK(to_tap(ended) == "TAP version 13\n1..1\nok 1 - a\n# full\nBail out! full\n");
}
