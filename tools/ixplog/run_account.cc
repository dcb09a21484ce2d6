#include "tools/ixplog/run_account.h"

#include "base/diagnostic.h"
#include "base/files.h"
#include "base/json.h"
#include "base/run_folder.h"
#include "emu/record/frame_end.h"
#include "tools/ixplog/json_node.h"

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>

namespace ixp {

namespace fs = std::filesystem;

namespace {

void add_tags(const JsonNode& places, std::map<std::string, std::string>& out) {
  for (const auto& [place, tags] : places.members())
    for (const JsonNode& tag : tags.elements())
      out[tag.text()] = place;
}

RunAccount account_of(const JsonNode& frames) {
  RunAccount a;
  add_tags(frames.at("found_frames"), a.inside);
  add_tags(frames.at("lost_frames"), a.lost);
  const auto count = [&](const char* key, auto&& wanted) {
    for (const auto& [reason, n] : frames.at(key).members())
      if (n.whole() != 0 && wanted(reason)) a.counted.emplace_back(reason, n.whole());
  };
  // These frames have a number, but no line in the receive logs.
  constexpr const char* kBefore = "port buffer overflow";
  const JsonNode by_hardware = frames.at("dropped_by_hardware");
  if (by_hardware.has(kBefore)) a.lost_before = by_hardware.at(kBefore).whole();
  count("dropped_by_hardware", [&](const std::string& reason) { return reason != kBefore; });
  count("dropped_by_microcode", [](const std::string&) { return true; });
  const JsonNode named = frames.at("lost_frames");
  count("lost", [&](const std::string& reason) { // "in ring X": included in lost_frames
    return !reason.starts_with("in ") || !named.has(reason.substr(3));
  });
  return a;
}

// Adds the exact reasons of frames.csv in the folder, if the run wrote one.
void add_reasons(const fs::path& folder, std::map<std::string, std::string>& lost) {
  std::error_code error;
  for (const Packing packing : {Packing::None, Packing::Zstd}) {
    const std::string path = (folder / kFrameTable).string() + suffix(packing);
    if (!fs::exists(path, error)) continue;
    check_run_file(path);
    LogLines lines(log_input(path));
    lines.next();
    if (fmt::format("{}\n", lines.line()) != kFrameTableHeader)
      throw InputError({path, 1}, fmt::format("expected {}", kFrameTableHeader));
    while (lines.next()) {
      std::array<std::string, 4> cells; // tag, bytes, fate, reason
      std::istringstream row{std::string(lines.line())};
      for (std::string& cell : cells)
        std::getline(row, cell, ',');
      const std::string& fate = cells[2];
      if (fate.starts_with("dropped") || fate == "lost on transmit") lost[cells[0]] = cells[3];
    }
  }
}

// Result of `read` on the folder's stats.json, if there is one of this run.
template <class Read>
auto in_statistics(const fs::path& folder, const std::string& run, const Read& read)
    -> decltype(read(std::declval<const JsonNode&>())) {
  if (run.empty()) return {};
  const std::string path = (folder / "stats.json").string();
  std::error_code error;
  if (!fs::exists(path, error)) return {};
  check_run_file(path);
  const auto json = parse_json(read_file(path), path);
  const JsonNode stats(json, path);
  if (stats.at("run").text() != run) return {};
  return read(stats);
}

template <class Read> auto in_statistics(const PortLogReader& log, const Read& read) {
  return in_statistics(fs::path(log.name()).parent_path(), log.header().mark.run, read);
}

std::vector<JsonNode> ports_of(const JsonNode& stats) {
  return stats.has("ports") ? stats.at("ports").elements() : std::vector<JsonNode>{};
}

std::optional<uint64_t> frames_of_port(const JsonNode& stats, const PortLogHeader& h) {
  for (const JsonNode& port : ports_of(stats))
    if (port.at("port").whole() == h.port && port.at("direction").text() == name(h.direction))
      return port.at("frames").whole();
  return {};
}

} // namespace

std::optional<RunAccount> read_account(const PortLogReader& log) {
  auto account = in_statistics(log, [](const JsonNode& stats) -> std::optional<RunAccount> {
    const JsonNode frames = stats.at("frames");
    if (!frames.has("found_frames")) return {}; // from an earlier version
    return account_of(frames);
  });
  if (account) add_reasons(fs::path(log.name()).parent_path(), account->lost);
  return account;
}

void check_no_port_missing(const std::string& folder, const std::string& run,
                           const std::set<std::string>& logs) {
  const auto missing = in_statistics(folder, run, [&](const JsonNode& stats) {
    for (const JsonNode& port : ports_of(stats))
      if (const auto log =
              fmt::format("port{}_{}.log", port.at("port").whole(), port.at("direction").text());
          !logs.contains(log))
        return log;
    return std::string();
  });
  if (!missing.empty())
    throw InputError({(fs::path(folder) / missing).string()},
                     "is missing, but stats.json beside it has this port; expected all logs of the "
                     "run, name those to read one by one otherwise");
}

void check_whole(const PortLogReader& log, uint64_t frames) {
  const auto counted = in_statistics(
      log, [&](const JsonNode& stats) { return frames_of_port(stats, log.header()); });
  if (counted && *counted != frames)
    throw InputError({log.name()},
                     fmt::format("has {} frames, but stats.json beside it counts {} of them; "
                                 "the log was cut or changed, expected it as the run wrote it",
                                 frames, *counted));
}

} // namespace ixp
