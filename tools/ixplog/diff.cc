#include "tools/ixplog/diff.h"

#include "base/diagnostic.h"
#include "base/run_folder.h"
#include "tools/ixplog/logs.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

namespace ixp {

namespace fs = std::filesystem;

namespace {

constexpr size_t kContext = 3; // equal lines shown before the difference
constexpr size_t kShown = 140; // characters of a line
constexpr size_t kBefore = 24; // characters shown before the first difference of a long line

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

// Part of a line from `from` on; "..." marks omitted text.
std::string window(std::string_view line, size_t from) {
  std::string out = from ? "..." : "";
  out += line.substr(std::min(from, line.size()), kShown);
  if (from + kShown < line.size()) out += "...";
  return out;
}

// Removes the run number in the header: equal frames make equal logs.
std::string without_run(std::string text) {
  if (!text.starts_with("# ixp ")) return text;
  const std::string_view header = std::string_view(text).substr(0, text.find('\n'));
  const size_t begin = header.find(" run=");
  if (begin == header.npos) return text;
  text.erase(begin, std::min(header.find(' ', begin + 1), header.size()) - begin);
  return text;
}

// Next line with its newline, so that a log with an incomplete last line differs. Empty at the end.
std::optional<std::string> next_line(LogLines& log) {
  if (!log.next()) return {};
  std::string line(log.line());
  if (log.complete()) line += '\n';
  return log.number() == 1 ? without_run(std::move(line)) : line;
}

std::string shown(const std::optional<std::string>& line, size_t from) {
  if (!line) return "(end of file)";
  if (!line->ends_with('\n')) return window(*line, from) + " (end of file)";
  return window(std::string_view(*line).substr(0, line->size() - 1), from);
}

} // namespace

std::string first_difference(const Input& golden, const Input& fresh) {
  LogLines a(golden), b(fresh);
  std::deque<std::string> before;
  for (unsigned number = 1;; ++number) {
    const auto x = next_line(a), y = next_line(b);
    if (x == y) {
      if (!x) return {};
      before.push_back(*x);
      if (before.size() > kContext) before.pop_front();
      continue;
    }
    const size_t column = x && y ? first_differing(*x, *y) : 0;
    const size_t from = column < kShown ? 0 : column - kBefore;
    std::string out = fmt::format("{}:{}:{}: differs from {}:{}\n", fresh.name, number, column + 1,
                                  golden.name, number);
    for (const std::string& line : before)
      out += fmt::format("  {}\n", shown(line, 0));
    return out + fmt::format("- {}\n+ {}\n", shown(x, from), shown(y, from));
  }
}

bool Comparison::differ() const {
  return std::ranges::any_of(logs, [](const LogDifference& d) { return !d.report.empty(); });
}

namespace {

bool is_ring_log(const Input& log) {
  LogLines lines(log);
  return lines.next() && lines.line().starts_with("# ixp ring log ");
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

// Throws InputError if a ring log is damaged.
void check_rings(const Input& log) {
  LogLines lines(log);
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (!lines.complete() || !(line.empty() || line[0] == '#' || ring_line(line).cycle))
      throw InputError({lines.name(), lines.number()},
                       "expected '633 RING put 0:0.0 2 ...' and a line end; the log is damaged");
  }
}

// Number of lines in one text that the other lacks, in any order.
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

// Source lines are compared only if both logs have them.
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

LogDifference diff_rings(const Input& golden, const Input& fresh) {
  LogDifference out{log_name(fresh.name), {}, {}, {}, {}};
  if (first_difference(golden, fresh).empty()) {
    check_rings(fresh);
    return out;
  }
  const std::string golden_text = read_log(golden), fresh_text = read_log(fresh);
  std::string a = without_run(golden_text), b = without_run(fresh_text);
  if (has_places(a) != has_places(b)) {
    a = without_places(a);
    b = without_places(b);
  }
  const std::string difference =
      first_difference(memory_input(golden.name, a), memory_input(fresh.name, b));
  if (difference.empty()) return out;
  const size_t number = line_where_they_part(a, b);
  RingLine line = ring_line(line_at(fresh_text, number));
  if (!line.cycle) line = ring_line(line_at(golden_text, number)); // the new log ends there
  out.cycle = line.cycle;
  out.place = line.what;
  out.report = difference + fmt::format("  {} lines are not there, {} were not expected\n",
                                        lines_without_partner(a, b), lines_without_partner(b, a));
  return out;
}

// ---- Port logs

// Throws InputError if a port log is damaged.
void check_frames(const Input& log) {
  PortLogReader reader(log);
  for (PortLogLine l; reader.next(l);) {
  }
}

LogDifference diff_texts(const Input& golden, const Input& fresh, const DiffOptions& options,
                         const Arrivals& arrivals) {
  if (is_ring_log(golden) && is_ring_log(fresh)) return diff_rings(golden, fresh);
  if (!options.exact()) return diff_frames(golden, fresh, options, arrivals);
  const std::string difference = first_difference(golden, fresh);
  const std::string name = log_name(fresh.name);
  if (difference.empty()) {
    check_frames(fresh); // two copies of a damaged log are no success
    return {name, {}, {}, {}, {}};
  }
  try {
    auto out = diff_frames(golden, fresh, options, arrivals);
    // The same frames in other words, e.g. with a comment.
    if (out.report.empty()) out.report = difference;
    return out;
  } catch (const InputError& e) {
    return {name, difference + fmt::format("  {}\n", e.what()), {}, {}, {}};
  }
}

// ---- Folders

// Empty if the header is invalid: the comparison will report it.
std::optional<PortLogHeader> header_of(const std::string& path) {
  try {
    return read_port_log_header(file_input(path));
  } catch (const InputError&) {
    return {};
  }
}

using Files = std::map<std::string, std::string>; // log name -> path

Files logs_of(const std::string& folder) {
  Files out;
  std::optional<std::pair<std::string, PortLogHeader>> first;
  for (const std::string& path : log_files({folder})) {
    const auto [it, is_new] = out.emplace(log_name(path), path);
    if (!is_new)
      throw InputError({path}, fmt::format("is of the same port as {}; expected one of them, "
                                           "packed or not",
                                           it->second));
    const auto header = header_of(path);
    if (!header) continue;
    if (first)
      check_one_run(path, *header, first->first, first->second);
    else
      first.emplace(path, *header);
  }
  for (const char* packed : {".gz", ".zst", ""})
    if (const fs::path path = fs::path(folder) / (std::string("rings.log") + packed);
        fs::exists(path)) {
      check_run_file(path.string());
      out["rings.log"] = path.string();
    }
  return out;
}

// Reads the receive logs only for the few frames that are shown.
Arrivals arrivals_of(const Files& files) {
  return [&files](const std::set<FrameName>& wanted) {
    std::map<FrameName, std::string> out;
    if (wanted.empty()) return out;
    for (const auto& [name, path] : files) {
      try {
        PortLogReader log(file_input(path));
        for (PortLogLine l; log.header().direction == Direction::Rx && log.next(l);)
          if (l.tag && wanted.contains(*l.tag))
            out[*l.tag] = fmt::format("received on port {}, cycles {} to {}", log.header().port,
                                      l.sop_cycle, l.eop_cycle);
      } catch (const InputError&) { // reported by its own comparison
      }
    }
    return out;
  };
}

// Describes the earliest difference and its originator.
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
  const Arrivals arrivals = arrivals_of(b);
  Comparison out;
  for (const std::string& name : names) {
    if (!a.contains(name))
      out.logs.push_back({name, fmt::format("{}: not in {}\n", b.at(name), golden)});
    else if (!b.contains(name))
      out.logs.push_back({name, fmt::format("{}: missing, {} has it\n",
                                            (fs::path(fresh) / name).string(), golden)});
    else
      out.logs.push_back(
          diff_texts(file_input(a.at(name)), file_input(b.at(name)), options, arrivals));
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
  LogDifference d = diff_texts(log_input(golden), log_input(fresh), options, {});
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
