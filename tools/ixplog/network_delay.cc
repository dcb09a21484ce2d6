#include "base/diagnostic.h"
#include "base/files.h"
#include "base/json.h"
#include "base/run_folder.h"
#include "emu/record/log_file.h"
#include "tools/ixplog/delay.h"
#include "tools/ixplog/json_node.h"

#include <filesystem>
#include <fmt/format.h>
#include <sstream>

namespace ixp {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLedger = "network.json";

struct Crossing { // a line of frames.log
  Passage times;
  std::string to, path;
  bool made = false; // by microcode
};

// "left_ns entered_ns port bytes frame path"
Crossing parse_crossing(const LogLines& lines, const std::string& chip) {
  Crossing c;
  std::string frame, more;
  std::istringstream words{std::string(lines.line())};
  if (!lines.complete() ||
      !(words >> c.times.tx_eop >> c.times.rx_eop >> c.times.tx_port >> c.times.bytes >> frame >>
        c.path) ||
      words >> more || c.times.tx_eop < c.times.rx_eop)
    throw InputError({lines.name(), lines.number()},
                     "expected: left_ns entered_ns port bytes frame path, and a line end");
  c.to = fmt::format("{}.{}", chip, c.times.tx_port);
  c.made = frame.find(":m") != frame.npos;
  return c;
}

// Adds the frames that left at a chip.
void read_crossings(const fs::path& folder, const std::string& chip, uint64_t expected,
                    std::vector<Crossing>& out) {
  const std::string path = (folder / chip / "frames.log").string();
  check_run_file(path);
  LogLines lines(log_input(path));
  const size_t before = out.size();
  while (lines.next())
    if (!lines.line().empty() && lines.line()[0] != '#') out.push_back(parse_crossing(lines, chip));
  if (out.size() - before != expected)
    throw InputError({path}, fmt::format("has {} frames, but {} counts {}; expected the log as the "
                                         "run wrote it",
                                         out.size() - before, kLedger, expected));
}

std::vector<Group> groups(const std::vector<Crossing>& frames, std::string Crossing::* name) {
  std::map<std::string, Group> by_name;
  for (const Crossing& c : frames)
    by_name[c.*name].frames.push_back(&c.times);
  std::vector<Group> out;
  for (auto& [of, group] : by_name)
    out.push_back({of, std::move(group.frames)});
  return out;
}

} // namespace

bool is_network_run(const std::string& folder) {
  std::error_code error;
  return fs::exists(fs::path(folder) / kLedger, error);
}

DelayReport measure_network_delay(const std::string& folder, const DelayOptions& options) {
  check_run_ended(folder);
  const std::string path = (fs::path(folder) / kLedger).string();
  check_run_file(path);
  const auto json = parse_json(read_file(path), path);
  DelayReport report;
  report.me_hz = 1'000'000'000;
  std::vector<Crossing> frames;
  for (const auto& [chip, account] : JsonNode(json, path).at("chips").members()) {
    report.received += account.at("entered").whole();
    read_crossings(folder, chip, account.at("left").whole(), frames);
  }
  report.made_by_microcode = std::erase_if(frames, [](const Crossing& c) { return c.made; });
  report.not_transmitted = report.received - frames.size();
  std::erase_if(
      frames, [&](const Crossing& c) { return !options.window.has(c.times.rx_eop, report.me_hz); });
  for (const Crossing& c : frames)
    report.frames.push_back(c.times);
  summarise_groups(report,
                   {{"port", groups(frames, &Crossing::to)},
                    {"all", {all_frames(report)}},
                    {"path", groups(frames, &Crossing::path)}},
                   options.bins);
  return report;
}

} // namespace ixp
