#include "tools/ixplog/diff.h"

#include "base/diagnostic.h"
#include "tools/ixplog/diff_frames.h"
#include "tools/ixplog/logs.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <string_view>
#include <unordered_map>

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

bool Comparison::differ() const {
  return std::ranges::any_of(logs, [](const LogDifference& d) { return !d.report.empty(); });
}

namespace {

struct Text {
  std::string path, text;
  bool is_ring_log() const { return text.starts_with("# ixp ring log "); }
};
Text read_text(const std::string& path) {
  return {path, read_log(path)};
}

// ---- rings.log

struct RingLine {
  std::optional<uint64_t> cycle;
  std::string what; // "ring SR_1 put by 0:0.0 (rx.uc:12)"
};

RingLine ring_line(std::string_view line) {
  std::vector<std::string> words;
  while (!line.empty()) {
    const size_t end = std::min(line.find(' '), line.size());
    if (end) words.emplace_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  uint64_t cycle = 0;
  if (words.size() < 4 ||
      std::from_chars(words[0].data(), words[0].data() + words[0].size(), cycle).ec != std::errc())
    return {};
  std::string what = fmt::format("ring {} {} by {}", words[1], words[2], words[3]);
  if (words.back().starts_with('@')) what += fmt::format(" ({})", words.back().substr(1));
  return {cycle, what};
}

// Lines of one text that the other has not, however they are ordered.
size_t lines_without_partner(std::string_view a, std::string_view b) {
  std::unordered_map<std::string_view, size_t> there;
  while (!b.empty())
    ++there[take_line(b)];
  size_t out = 0;
  while (!a.empty()) {
    auto& n = there[take_line(a)];
    if (n)
      --n;
    else
      ++out;
  }
  return out;
}

size_t line_where_they_part(std::string_view a, std::string_view b) {
  size_t number = 0;
  while (!a.empty() && !b.empty() && take_line(a) == take_line(b))
    ++number;
  return number;
}
std::string_view line_at(std::string_view text, size_t number) {
  while (number-- && !text.empty())
    take_line(text);
  return take_line(text);
}

// Lines of sources are compared when both logs have them.
bool has_places(std::string_view text) {
  return text.find(" @") != text.npos;
}
std::string without_places(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    out += line.substr(0, line.starts_with('#') ? line.npos : line.find(" @"));
    out += '\n';
  }
  return out;
}

LogDifference diff_rings(const Text& golden, const Text& fresh) {
  LogDifference out{log_name(fresh.path), {}, {}, {}, {}};
  std::string a = without_run(golden.text), b = without_run(fresh.text);
  if (has_places(a) != has_places(b)) {
    a = without_places(a);
    b = without_places(b);
  }
  const std::string difference = first_difference(golden.path, a, fresh.path, b);
  if (difference.empty()) return out;
  const size_t number = line_where_they_part(a, b);
  RingLine line = ring_line(line_at(fresh.text, number));
  if (!line.cycle) line = ring_line(line_at(golden.text, number)); // the new log ends there
  out.cycle = line.cycle;
  out.place = line.what;
  out.report = difference + fmt::format("  {} lines are not there, {} were not expected\n",
                                        lines_without_partner(a, b), lines_without_partner(b, a));
  return out;
}

// ---- Port logs

LogDifference diff_texts(const Text& golden, const Text& fresh, const DiffOptions& options,
                         const ArrivalText& arrivals) {
  if (golden.is_ring_log() && fresh.is_ring_log()) return diff_rings(golden, fresh);
  const std::string name = log_name(fresh.path);
  if (options.exact()) {
    const std::string difference =
        first_difference(golden.path, golden.text, fresh.path, fresh.text);
    if (difference.empty()) return {name, {}, {}, {}, {}};
    try {
      auto out = diff_frames(parse_port_log(golden.text, golden.path),
                             parse_port_log(fresh.text, fresh.path), options, arrivals);
      // The same frames in other words: a comment, say.
      if (out.report.empty()) out.report = difference;
      return out;
    } catch (const InputError& e) {
      return {name, difference + fmt::format("  {}\n", e.what()), {}, {}, {}};
    }
  }
  return diff_frames(parse_port_log(golden.text, golden.path),
                     parse_port_log(fresh.text, fresh.path), options, arrivals);
}

// ---- Folders

// Nothing where the header is wrong: the comparison will show it.
std::optional<PortLogHeader> header_of(const std::string& path) {
  try {
    return read_port_log_header(path);
  } catch (const InputError&) {
    return {};
  }
}

using Files = std::map<std::string, std::string>; // name of the log -> path

Files logs_of(const std::string& folder) {
  Files out;
  std::vector<PortLog> headers;
  for (const std::string& path : log_files({folder})) {
    const auto [it, is_new] = out.emplace(log_name(path), path);
    if (!is_new)
      throw InputError({path}, fmt::format("is of the same port as {}; expected one of them, "
                                           "packed or not",
                                           it->second));
    if (const auto header = header_of(path)) headers.push_back({path, *header, {}});
  }
  check_one_run(headers);
  for (const char* packed : {".gz", ".zst", ""})
    if (const fs::path path = fs::path(folder) / (std::string("rings.log") + packed);
        fs::exists(path))
      out["rings.log"] = path.string();
  return out;
}

ArrivalText arrivals_of(const Files& files) {
  ArrivalText out;
  for (const auto& [name, path] : files) {
    const auto header = header_of(path);
    if (!header || header->direction != Direction::Rx) continue;
    try {
      for (const PortLogLine& l : read_port_log(path).lines)
        out[l.tag] = fmt::format("received on port {}, cycles {} to {}", header->port, l.sop_cycle,
                                 l.eop_cycle);
    } catch (const InputError&) { // its own comparison shows it
    }
  }
  return out;
}

// Which of the differences came first, and who made it.
std::string remark(const std::vector<LogDifference>& logs, bool rings_compared) {
  const LogDifference* first = nullptr;
  for (const LogDifference& d : logs)
    if (d.cycle && (!first || *d.cycle < *first->cycle)) first = &d;
  if (!first) return {};
  std::string out = fmt::format("The runs part first at cycle {}: {}, {}\n", *first->cycle,
                                first->log, first->place);
  if (!rings_compared)
    out += "Which context did it, at which line of its source, these logs do not say. rings.log of "
           "both runs does: ixpemu run --rings all --ring-lines\n";
  return out;
}

Comparison diff_folders(const std::string& golden, const std::string& fresh,
                        const DiffOptions& options) {
  Files a = logs_of(golden), b = logs_of(fresh);
  if (!options.exact() || !a.contains("rings.log")) {
    a.erase("rings.log");
    b.erase("rings.log");
  }
  std::set<std::string> names;
  for (const Files* files : {&a, &b})
    for (const auto& [name, path] : *files)
      names.insert(name);
  const ArrivalText arrivals = arrivals_of(b);
  Comparison out;
  for (const std::string& name : names) {
    if (!a.contains(name))
      out.logs.push_back({name, fmt::format("{}: not in {}\n", b.at(name), golden)});
    else if (!b.contains(name))
      out.logs.push_back({name, fmt::format("{}: missing, {} has it\n",
                                            (fs::path(fresh) / name).string(), golden)});
    else
      out.logs.push_back(
          diff_texts(read_text(a.at(name)), read_text(b.at(name)), options, arrivals));
  }
  out.remark = remark(out.logs, a.contains("rings.log") && b.contains("rings.log"));
  return out;
}

} // namespace

Comparison diff_logs(const std::string& golden, const std::string& fresh,
                     const DiffOptions& options) {
  const bool folder = fs::is_directory(golden);
  if (folder != fs::is_directory(fresh) && fs::exists(golden) && fs::exists(fresh))
    throw InputError({fresh}, fmt::format("expected two logs or two folders, {} is {}", golden,
                                          folder ? "a folder" : "a file"));
  if (folder) return diff_folders(golden, fresh, options);
  LogDifference d = diff_texts(read_text(golden), read_text(fresh), options, {});
  d.log = log_name(golden);
  return {{std::move(d)}, {}};
}

TestRun test_run(const Comparison& comparison) {
  TestRun run{"ixplog diff", "port logs", {}, {}, comparison.remark};
  for (const LogDifference& d : comparison.logs)
    run.results.push_back({d.log, d.report});
  return run;
}

} // namespace ixp
