#include "base/sarif.h"
#include "tests/catch.h"

#include <nlohmann/json.hpp>

using namespace ixp;

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
