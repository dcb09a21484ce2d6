#include "tools/ixplog/results.h"

#include "base/files.h"
#include "base/replacement.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <list>
#include <string_view>
#include <utility>

namespace ixp {

bool TestRun::failed() const {
  return !error.empty() ||
         std::ranges::any_of(results, [](const TestResult& r) { return !r.why.empty(); });
}

// Length of the UTF-8 character at the start of `text`; 0: none that XML may have.
static size_t utf8_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t n = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (n > text.size() || first > 0xf4 || (first >= 0x80 && first < 0xc2)) return 0;
  uint32_t code = first & (n == 1 ? 0x7fu : 0x7fu >> n);
  for (size_t i = 1; i < n; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0) != 0x80) return 0;
    code = code << 6 | (next & 0x3f);
  }
  const bool surrogate = code >= 0xd800 && code < 0xe000, no_character = (code | 1) == 0xffff;
  const bool too_long = (n == 3 && code < 0x800) || (n == 4 && code < 0x10000);
  return surrogate || no_character || too_long || code > 0x10ffff ? 0 : n;
}

// Escapes and replaces invalid bytes, since logs may contain anything.
static std::string xml(std::string_view text) {
  std::string out;
  for (; !text.empty(); text.remove_prefix(1)) {
    const size_t n = utf8_length(text);
    if (n > 1) {
      out += text.substr(0, n);
      text.remove_prefix(n - 1);
      continue;
    }
    const char c = n ? text[0] : '?';
    switch (c) {
    case '&': out += "&amp;"; break;
    case '<': out += "&lt;"; break;
    case '>': out += "&gt;"; break;
    case '"': out += "&quot;"; break;
    default: out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
    }
  }
  return out;
}

static std::string test_case(const TestRun& run, const TestResult& r) {
  std::string head = fmt::format("  <testcase classname=\"{}\" name=\"{}\"",
                                 xml(r.file.empty() ? run.classname : r.file), xml(r.name));
  if (!r.file.empty()) head += fmt::format(" file=\"{}\"", xml(r.file));
  if (r.seconds) head += fmt::format(" time=\"{:.3f}\"", *r.seconds);
  if (r.why.empty()) return head + "/>\n";
  return head + fmt::format(">\n    <{0} message=\"{1}\">{2}</{0}>\n  </testcase>\n",
                            r.untested ? "error" : "failure",
                            xml(r.why.substr(0, r.why.find('\n'))), xml(r.why));
}

static std::string total_time(const TestRun& run) {
  std::optional<double> sum;
  for (const TestResult& r : run.results)
    if (r.seconds) sum = sum.value_or(0) + *r.seconds;
  return sum ? fmt::format(" time=\"{:.3f}\"", *sum) : "";
}

std::string to_junit(const TestRun& run) {
  std::vector<TestResult> results = run.results;
  if (!run.error.empty()) results.push_back({run.suite, run.error, {}, {}, true});
  const auto failures = std::ranges::count_if(
      results, [](const TestResult& r) { return !r.why.empty() && !r.untested; });
  std::string cases;
  for (const TestResult& r : results)
    cases += test_case(run, r);
  if (!run.remark.empty()) cases += fmt::format("  <system-out>{}</system-out>\n", xml(run.remark));
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\"{}>\n"
                     "{}</testsuite>\n",
                     xml(run.suite), results.size(), failures,
                     std::ranges::count(results, true, &TestResult::untested), total_time(run),
                     cases);
}

static std::string comment(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    out += fmt::format("# {}\n", text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string to_tap(const TestRun& run) {
  std::string out = fmt::format("TAP version 13\n1..{}\n", run.results.size());
  for (size_t i = 0; i < run.results.size(); ++i) {
    std::string name = run.results[i].name; // a # would begin a directive, a \n another line
    std::ranges::replace(name, '#', ' ');
    std::ranges::replace(name, '\n', ' ');
    out += fmt::format("{}ok {} - {}\n", run.results[i].why.empty() ? "" : "not ", i + 1, name);
    out += comment(run.results[i].why);
  }
  if (!run.error.empty())
    out += comment(run.error) +
           fmt::format("Bail out! {}\n", run.error.substr(0, run.error.find('\n')));
  return out + comment(run.remark);
}

void ResultFiles::write(const TestRun& run) const {
  std::list<OutputFile> files; // all are complete before the first is renamed
  for (const auto& [path, text] : {std::pair(junit, to_junit(run)), std::pair(tap, to_tap(run))}) {
    if (path.empty()) continue;
    std::error_code error; // appears when the file cannot be created
    const auto folder = std::filesystem::path(path).parent_path();
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    files.emplace_back(path).write(text);
  }
  for (OutputFile& f : files)
    f.finish();
  Replacement set;
  for (OutputFile& f : files)
    f.commit();
  set.keep();
}

} // namespace ixp
