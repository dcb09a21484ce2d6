#include "base/excerpt.h"
#include "base/files.h"
#include "base/sarif.h"
#include "tests/catch.h"
#include "tests/unit/base/folder.h"

#include <nlohmann/json.hpp>

using namespace ixp;

// Lines of source under diagnostics.

namespace ixp {

using test::Folder;

namespace {

// The excerpt shown under the message.
std::string under(const std::string& source, unsigned line, unsigned column, bool colour = false) {
  const Folder folder;
  write_file(folder / "a.c", source);
  const std::string all =
      Excerpts(colour).format({Severity::Error, {folder / "a.c", line, column}, "wrong", {}});
  return all.substr(all.find('\n') + 1);
}

} // namespace

TEST_CASE("the line and a caret stand under the message") {
  CHECK(under("one\ntwo three\nfour", 2, 5) == "    2 | two three\n"
                                               "      |     ^\n");
  CHECK(under("one\ntwo", 2, 4) == "    2 | two\n"
                                   "      |    ^\n"); // after the last character
  CHECK(under("one\n", 1, 0) == "    1 | one\n");     // the column is not known
  CHECK(under("a b\n", 1, 3, true) == "    1 | a b\n"
                                      "      |   \033[0;1;32m^\033[0m\n");
}

TEST_CASE("notes have lines of their own") {
  const Folder folder;
  const std::string file = folder / "a.c";
  write_file(file, "one\ntwo\n");
  const Diagnostic d{
      Severity::Warning, {file, 1, 2}, "w", {{Severity::Note, {file, 2, 1}, "n", {}}}, "signals"};
  CHECK(Excerpts(false).format(d) == file +
                                         ":1:2: warning: w [-Wsignals]\n"
                                         "    1 | one\n"
                                         "      |  ^\n" +
                                         file +
                                         ":2:1: note: n\n"
                                         "    2 | two\n"
                                         "      | ^\n");
}

TEST_CASE("the caret stands below its character, whatever is in front of it") {
  CHECK(under("\tx = 1;\n", 1, 2) == "    1 |         x = 1;\n"
                                     "      |         ^\n");
  CHECK(under("/* \xc3\xa4 */ x\r\n", 1, 10) == "    1 | /* \xc3\xa4 */ x\n"
                                                "      |         ^\n");
  CHECK(under(std::string("a\0b\x1b[2J\xff c\n", 11), 1, 10) == "    1 | a?b?[2J? c\n"
                                                                "      |          ^\n");
}

TEST_CASE("what cannot be shown is left out") {
  CHECK(under("one\n", 7, 1).empty());
  CHECK(under("one\n\n", 2, 1).empty());
  CHECK(under(std::string(5000, 'x'), 1, 1).empty());
  const Folder folder;
  CHECK(Excerpts(false).format({Severity::Error, {folder / "none", 1, 1}, "t", {}}) ==
        folder / "none" + ":1:1: error: t\n");
  CHECK(Excerpts(false).format({Severity::Error, {folder.path(), 1, 1}, "t", {}}) ==
        folder.path() + ":1:1: error: t\n");
}

} // namespace ixp

TEST_CASE("every SARIF result names a rule of the driver") {
  const auto log =
      nlohmann::json::parse(sarif({{Severity::Error, {"a.c", 3, 5}, "no such name"},
                                   {Severity::Warning, {"a.c", 4}, "lost", {}, "signals"},
                                   {Severity::Warning, {}, "old", {}, "signals"}},
                                  "mecc", "1"));
  const auto& run = log["runs"][0];
  CHECK(run["tool"]["driver"]["rules"] == R"([{"id": "error"}, {"id": "signals"}])"_json);
  CHECK(run["results"][0]["ruleId"] == "error");
  CHECK(run["results"][1]["ruleId"] == "signals");
  CHECK(run["results"][2]["ruleId"] == "signals");
  CHECK(run["results"][2]["locations"].empty());
}

TEST_CASE("SARIF locations are URI references") {
  const auto uri = [](const std::string& path) {
    const auto log = nlohmann::json::parse(sarif({{Severity::Error, {path, 1}, "x"}}, "t", "1"));
    return log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
              ["uri"]
                  .get<std::string>();
  };
  CHECK(uri("src/a-b.c") == "src/a-b.c");
  CHECK(uri("my block/50%.c") == "my%20block/50%25.c");
  CHECK(uri("/src/\xc3\xa9.c") == "file:///src/%C3%A9.c");
}
