#include "tools/ixplog/diff.h"

#include "base/diagnostic.h"
#include "base/files.h"
#include "tools/ixplog/logs.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <string_view>

namespace ixp {

namespace fs = std::filesystem;

namespace {

constexpr size_t kContext = 3; // equal lines shown before the difference
constexpr size_t kShown = 140; // characters of a line
constexpr size_t kBefore = 24; // of them before the first differing one, when the line is long

std::string_view take_line(std::string_view& text) {
  const size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return line;
}

size_t first_differing(std::string_view a, std::string_view b) {
  const size_t n = std::min(a.size(), b.size());
  for (size_t i = 0; i < n; ++i)
    if (a[i] != b[i]) return i;
  return n;
}

// The window of a line around `column`; "..." where something is left out.
std::string window(std::string_view line, size_t from) {
  std::string out = from ? "..." : "";
  out += line.substr(std::min(from, line.size()), kShown);
  if (from + kShown < line.size()) out += "...";
  return out;
}

} // namespace

namespace {

// The text without the number of the run in its header: the same frames are the same logs.
std::string without_run(std::string text) {
  if (!text.starts_with("# ixp ")) return text;
  const std::string_view header = std::string_view(text).substr(0, text.find('\n'));
  const size_t begin = header.find(" run=");
  if (begin == header.npos) return text;
  text.erase(begin, std::min(header.find(' ', begin + 1), header.size()) - begin);
  return text;
}

} // namespace

std::string first_difference(const std::string& golden_name, const std::string& golden,
                             const std::string& fresh_name, const std::string& fresh) {
  const std::string golden_text = without_run(golden), fresh_text = without_run(fresh);
  if (golden_text == fresh_text) return {};
  std::string_view a = golden_text, b = fresh_text;
  std::vector<std::string_view> before;
  for (unsigned number = 1;; ++number) {
    const bool a_over = a.empty(), b_over = b.empty();
    const std::string_view x = take_line(a), y = take_line(b);
    if (x == y && a_over == b_over && !(a_over && b_over)) {
      before.push_back(x);
      continue;
    }
    const size_t column = a_over || b_over ? 0 : first_differing(x, y);
    const size_t from = column < kShown ? 0 : column - kBefore;
    std::string out = fmt::format("{}:{}:{}: differs from {}:{}\n", fresh_name, number, column + 1,
                                  golden_name, number);
    for (size_t i = before.size() - std::min(before.size(), kContext); i < before.size(); ++i)
      out += fmt::format("  {}\n", window(before[i], 0));
    out += a_over ? "- (end of file)\n" : fmt::format("- {}\n", window(x, from));
    out += b_over ? "+ (end of file)\n" : fmt::format("+ {}\n", window(y, from));
    return out;
  }
}

// Nothing where the header is wrong: the comparison will show it.
static std::optional<PortLogHeader> header_of(const std::string& path) {
  try {
    return read_port_log_header(path);
  } catch (const InputError&) {
    return {};
  }
}

static std::vector<LogDifference> diff_folders(const fs::path& golden, const fs::path& fresh) {
  std::set<std::string> names;
  for (const fs::path& folder : {golden, fresh}) {
    std::vector<PortLog> headers;
    for (const std::string& path : log_files({folder.string()})) {
      names.insert(fs::path(path).filename().string());
      if (const auto header = header_of(path)) headers.push_back({path, *header, {}});
    }
    check_one_run(headers);
  }
  std::vector<LogDifference> out;
  for (const std::string& name : names) {
    const fs::path a = golden / name, b = fresh / name;
    std::string report;
    if (!fs::exists(a))
      report = fmt::format("{}: not in {}\n", b.string(), golden.string());
    else if (!fs::exists(b))
      report = fmt::format("{}: missing, {} has it\n", b.string(), golden.string());
    else
      report =
          first_difference(a.string(), read_file(a.string()), b.string(), read_file(b.string()));
    out.push_back({name, std::move(report)});
  }
  return out;
}

std::vector<LogDifference> diff_logs(const std::string& golden, const std::string& fresh) {
  const bool folder = fs::is_directory(golden);
  if (folder != fs::is_directory(fresh) && fs::exists(golden) && fs::exists(fresh))
    throw InputError({fresh}, fmt::format("expected two logs or two folders, {} is {}", golden,
                                          folder ? "a folder" : "a file"));
  if (folder) return diff_folders(golden, fresh);
  return {{fs::path(golden).filename().string(),
           first_difference(golden, read_file(golden), fresh, read_file(fresh))}};
}

static std::string xml(std::string_view text) {
  std::string out;
  for (char c : text) {
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

static std::string suite(size_t tests, size_t failures, size_t errors, const std::string& cases) {
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<testsuite name=\"ixplog diff\" tests=\"{}\" failures=\"{}\" "
                     "errors=\"{}\">\n{}</testsuite>\n",
                     tests, failures, errors, cases);
}

std::string junit_error(const std::string& why) {
  return suite(1, 0, 1,
               fmt::format("  <testcase classname=\"port logs\" name=\"comparison\">\n    "
                           "<error message=\"the logs cannot be compared\">{}</error>\n  "
                           "</testcase>\n",
                           xml(why)));
}

std::string junit(const std::vector<LogDifference>& results) {
  const auto failures =
      std::ranges::count_if(results, [](const auto& r) { return !r.report.empty(); });
  std::string out;
  for (const LogDifference& r : results) {
    if (r.report.empty())
      out += fmt::format("  <testcase classname=\"port logs\" name=\"{}\"/>\n", xml(r.log));
    else
      out += fmt::format("  <testcase classname=\"port logs\" name=\"{}\">\n    <failure "
                         "message=\"the logs differ\">{}</failure>\n  </testcase>\n",
                         xml(r.log), xml(r.report));
  }
  return suite(results.size(), static_cast<size_t>(failures), 0, out);
}

} // namespace ixp
