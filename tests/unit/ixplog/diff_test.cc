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
} // namespace

TEST_CASE("Equal texts have no difference") {
  CHECK(first_difference("a", "x\ny\n", "b", "x\ny\n").empty());
  CHECK(first_difference("a", "", "b", "").empty());
}

TEST_CASE("The first differing line is shown with what came before, and where it parts") {
  const std::string report =
      first_difference("old", "1\n2\n3\n4\nfive\n6\n", "new", "1\n2\n3\n4\nfire\n7\n");
  CHECK(report == "new:5:3: differs from old:5\n  2\n  3\n  4\n- five\n+ fire\n");
}

TEST_CASE("A log that ends early differs at its end") {
  CHECK(first_difference("old", "1\n2\n", "new", "1\n") ==
        "new:2:1: differs from old:2\n  1\n- 2\n+ (end of file)\n");
  CHECK(first_difference("old", "", "new", "1\n") ==
        "new:1:1: differs from old:1\n- (end of file)\n+ 1\n");
  CHECK_FALSE(first_difference("old", "1", "new", "1\n").empty());
}

TEST_CASE("Long lines are cut around the difference") {
  std::string a(1000, 'x'), b = a;
  b[700] = 'y';
  const std::string report = first_difference("old", a, "new", b);
  CHECK(report.find("new:1:701:") == 0);
  CHECK(report.size() < 400);
  CHECK(report.find("xyx") != std::string::npos);
}

TEST_CASE("Folders are compared log by log") {
  const Folder a("a"), b("b");
  a.put("port0_rx.log", "same\n");
  b.put("port0_rx.log", "same\n");
  a.put("port0_tx.log", "one\n");
  b.put("port0_tx.log", "two\n");
  a.put("port1_tx.log", "gone\n");
  a.put("run", "not a log\n");
  const auto results = diff_logs(a.path.string(), b.path.string());
  REQUIRE(results.size() == 3);
  CHECK(results[0].log == "port0_rx.log");
  CHECK(results[0].report.empty());
  CHECK_FALSE(results[1].report.empty());
  CHECK(results[2].report.find("missing") != std::string::npos);
  const std::string xml = junit(results);
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
  CHECK(first_difference("old", log_of("0000000000000001"), "new", log_of("0000000000000002"))
            .empty());
  const std::string old = "# ixp port log 1 port=0 dir=rx me_hz=600000000 rate_mbps=50 seed=1\n";
  CHECK(first_difference("old", old + "1 2 0 3 - 001122\n", "new", log_of("0000000000000002"))
            .empty());
  CHECK_FALSE(first_difference("old", log_of("0000000000000001"), "new",
                               log_of("0000000000000001", "1 2 0 3 - 001123\n"))
                  .empty());
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
  mixed.put("port0_tx.log", "1 2 0 3 - 001122\n"); // wrong, which is what a comparison shows
  CHECK(diff_logs(one.path.string(), mixed.path.string()).size() == 2);
}
