#include "tools/ixplog/logs.h"

#include "base/diagnostic.h"
#include "base/files.h"
#include "base/run_folder.h"
#include "tools/ixplog/delay.h"
#include "tools/ixplog/run_account.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>

namespace ixp {

namespace fs = std::filesystem;

// "" if the header is wrong, which the reader of the frames reports.
static std::string run_of(const std::string& log) {
  try {
    return read_port_log_header(file_input(log)).mark.run;
  } catch (const InputError&) {
    return {};
  }
}

static std::vector<std::string> logs_of_folder(const fs::path& folder) {
  std::vector<std::string> out;
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = log_name(entry.path().string());
    if (!name.starts_with("port") || !name.ends_with(".log")) continue;
    out.push_back(entry.path().string());
    check_run_file(out.back());
    names.insert(name);
  }
  if (out.empty())
    throw InputError({folder.string()},
                     is_network_run(folder.string())
                         ? "is the output of a network; expected a chip's folder in it"
                         : "no port*.log in this folder, expected the output of a run");
  std::ranges::sort(out);
  check_no_port_missing(folder.string(), run_of(out.front()), names);
  return out;
}

std::vector<std::string> log_files(const std::vector<std::string>& paths) {
  std::vector<std::string> out;
  for (const std::string& path : paths) {
    std::error_code error;
    const auto status = fs::status(path, error);
    if (!fs::exists(status)) throw InputError({path}, "does not exist, expected a port log");
    const bool folder = fs::is_directory(status);
    check_run_ended(folder ? path : folder_of(path));
    if (!folder) {
      out.push_back(path);
      continue;
    }
    const auto inside = logs_of_folder(path);
    out.insert(out.end(), inside.begin(), inside.end());
  }
  return out;
}

static std::string described(const PortLogHeader& h) {
  if (h.mark.run.empty()) return "no run that its header names";
  return fmt::format("run {}{}", h.mark.run,
                     h.mark.interrupted_at
                         ? fmt::format(", interrupted at cycle {}", *h.mark.interrupted_at)
                         : "");
}

void check_one_run(const std::string& name, const PortLogHeader& h, const std::string& first_name,
                   const PortLogHeader& first) {
  if (h.mark.run != first.mark.run || h.mark.interrupted_at != first.mark.interrupted_at)
    throw InputError({name},
                     fmt::format("is of {}, but {} is of {}; expected logs of one run, remove "
                                 "those of the other",
                                 described(h), first_name, described(first)));
  if (h.me_hz != first.me_hz)
    throw InputError({name},
                     fmt::format("is of a run with another clock, {} Hz, than {} with {} Hz",
                                 h.me_hz, first_name, first.me_hz));
}

void check_one_run(const OpenLogs& logs) {
  std::map<std::pair<unsigned, Direction>, std::string> seen;
  for (const PortLogReader& log : logs) {
    const PortLogHeader& h = log.header();
    check_one_run(log.name(), h, logs.front().name(), logs.front().header());
    const auto [same, is_new] = seen.emplace(std::pair(h.port, h.direction), log.name());
    if (!is_new)
      throw InputError({log.name()}, fmt::format("is of port {} {}, as {}; expected each log once",
                                                 h.port, name(h.direction), same->second));
  }
}

OpenLogs open_logs(const std::vector<std::string>& paths) {
  OpenLogs logs;
  for (const std::string& path : log_files(paths))
    logs.emplace_back(file_input(path));
  return logs;
}

} // namespace ixp
