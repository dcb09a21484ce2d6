#include "tools/ixplog/run_account.h"

#include "base/diagnostic.h"
#include "base/files.h"

#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ixp {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

void add_tags(const Json& places, std::map<std::string, std::string>& out) {
  for (const auto& [place, tags] : places.items())
    for (const Json& tag : tags)
      out[tag.get<std::string>()] = place;
}

RunAccount account_of(const Json& stats) {
  RunAccount a;
  const Json& frames = stats.at("frames");
  add_tags(frames.at("found_frames"), a.inside);
  add_tags(frames.at("lost_frames"), a.lost);
  const auto count = [&](const char* key, auto&& wanted) {
    for (const auto& [reason, n] : frames.at(key).items())
      if (n.template get<uint64_t>() != 0 && wanted(reason))
        a.counted.emplace_back(reason, n.template get<uint64_t>());
  };
  // These frames have a number, but no line in the receive logs.
  constexpr const char* kBefore = "port buffer overflow";
  a.lost_before = frames.at("dropped_by_hardware").value(kBefore, uint64_t{0});
  count("dropped_by_hardware", [&](const std::string& reason) { return reason != kBefore; });
  count("dropped_by_microcode", [](const std::string&) { return true; });
  const Json& named = frames.at("lost_frames");
  count("lost", [&](const std::string& reason) { // "in ring X": included in lost_frames
    return !reason.starts_with("in ") || !named.contains(reason.substr(3));
  });
  return a;
}

// What `read` finds in stats.json of the folder, if there is one of this run.
template <class Read>
auto in_statistics(const fs::path& folder, const std::string& run, const Read& read)
    -> decltype(read(Json())) {
  if (run.empty()) return {};
  const fs::path path = folder / "stats.json";
  std::error_code error;
  if (!fs::exists(path, error)) return {};
  try {
    const Json stats = Json::parse(read_file(path.string()));
    if (stats.at("run").get<std::string>() != run) return {};
    return read(stats);
  } catch (const Json::exception& e) {
    throw InputError(
        {path.string()},
        fmt::format("is not what a run writes: {}; expected that of this run, or none", e.what()));
  }
}

template <class Read> auto in_statistics(const PortLogReader& log, const Read& read) {
  return in_statistics(fs::path(log.name()).parent_path(), log.header().mark.run, read);
}

std::optional<uint64_t> frames_of_port(const Json& stats, const PortLogHeader& h) {
  for (const Json& port : stats.value("ports", Json::array()))
    if (port.at("port").get<unsigned>() == h.port &&
        port.at("direction").get<std::string>() == name(h.direction))
      return port.at("frames").get<uint64_t>();
  return {};
}

} // namespace

std::optional<RunAccount> read_account(const PortLogReader& log) {
  return in_statistics(log, [](const Json& stats) -> std::optional<RunAccount> {
    if (!stats.at("frames").contains("found_frames")) return {}; // from an earlier version
    return account_of(stats);
  });
}

void check_no_port_missing(const std::string& folder, const std::string& run,
                           const std::set<std::string>& logs) {
  const auto missing = in_statistics(folder, run, [&](const Json& stats) {
    for (const Json& port : stats.value("ports", Json::array()))
      if (const auto log = fmt::format("port{}_{}.log", port.at("port").get<unsigned>(),
                                       port.at("direction").get<std::string>());
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
  const auto counted =
      in_statistics(log, [&](const Json& stats) { return frames_of_port(stats, log.header()); });
  if (counted && *counted != frames)
    throw InputError({log.name()},
                     fmt::format("has {} frames, but stats.json beside it counts {} of them; "
                                 "the log was cut or changed, expected it as the run wrote it",
                                 frames, *counted));
}

} // namespace ixp
