// Output for other programs: compile commands for clangd, diagnostics as SARIF.
#include "tests/catch.h"

#include "base/files.h"
#include "base/sarif.h"
#include "mecc/dialect/front_end.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

TEST_CASE("clangd's commands compile programs of the dialect", "[dialect]") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("clangd-{}", getpid());
  std::filesystem::create_directories(folder);
  ixp::write_file((folder / "a.c").string(),
                  "#include <ixp.h>\n__declspec(shared sram) int n;\n"
                  "main() { __xread unsigned x[LIMIT]; SIGNAL s;\n"
                  "  sram_read(x, (__declspec(sram) void *)&n, LIMIT, ctx_swap, &s);\n"
                  "  n = x[0] + ua_get_u16(x, 2) + cam_lookup(n).entry_num; ctx_swap(); }\n"
                  "typedef char sizes[sizeof(long long) == 8 && sizeof(void *) == 4 ? 1 : -1];\n"
                  "unsigned high(unsigned long long n) { return n >> 32; }\n");
  ixp::write_file((folder / "first.h").string(), "");
  mecc::dialect::FrontEndOptions options;
  options.defines = {{"LIMIT", "4"}};
  options.undefines = {"OLD"};
  options.include_dirs = {"headers"};
  options.forced_includes = {"first.h"};
  options.warnings = {"-Werror"};
  const std::string text = mecc::dialect::compile_commands({"a.c"}, options, folder.string());
  const auto command = nlohmann::json::parse(text).at(0);
  CHECK(command["file"] == "a.c");
  CHECK(command["directory"] == folder.string());
  const auto all = command["arguments"].get<std::vector<std::string>>();
  CHECK(std::vector<std::string>(all.end() - 8, all.end()) ==
        std::vector<std::string>{"-Werror", "-Iheaders", "-DLIMIT=4", "-UOLD", "-include",
                                 "first.h", "-c", "a.c"});
  if (std::system("clang-19 --version > /dev/null 2>&1") == 0) {
    std::string line = fmt::format("cd {} && clang-19 -fsyntax-only", folder.string());
    for (size_t i = 1; i < command["arguments"].size(); ++i)
      line += " '" + command["arguments"][i].get<std::string>() + "'";
    CHECK(std::system(line.c_str()) == 0);
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("diagnostics are SARIF results", "[dialect]") {
  const ixp::Diagnostic note{ixp::Severity::Note, {"b.h", 2, 0}, "declared here", {}};
  const ixp::Diagnostic error{ixp::Severity::Error, {"a.c", 3, 7}, "no \"such\" word \xff", {note}};
  const auto log = nlohmann::json::parse(
      ixp::sarif({error, {ixp::Severity::Warning, {}, "too long", {}}}, "mecc", "1"));
  CHECK(log["version"] == "2.1.0");
  const auto& results = log["runs"][0]["results"];
  REQUIRE(results.size() == 2);
  CHECK(results[0]["level"] == "error");
  CHECK(results[0]["locations"][0]["physicalLocation"]["region"]["startColumn"] == 7);
  CHECK(results[0]["relatedLocations"][0]["message"]["text"] == "declared here");
  CHECK(results[1]["locations"].empty());
}
