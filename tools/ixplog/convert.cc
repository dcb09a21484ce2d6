#include "base/diagnostic.h"
#include "emu/record/pcapng.h"
#include "tools/ixplog/logs.h"
#include "tools/ixplog/run_account.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <tuple>

namespace fs = std::filesystem;

namespace ixp {

namespace {

// A log and its next frame.
struct Source {
  PortLogReader* log;
  PortLogLine frame = {};
  uint64_t frames = 0; // number read

  bool next() {
    const uint64_t before = frame.eop_cycle;
    if (!log->next(frame)) {
      check_whole(*log, frames);
      return false;
    }
    ++frames;
    if (frame.eop_cycle < before)
      throw InputError(
          {log->name(), frame.line},
          fmt::format("the frame ends at cycle {}, one before it at cycle {}; expected "
                      "frames in order of their ends, sort the lines",
                      frame.eop_cycle, before));
    return true;
  }
  auto order() const {
    const PortLogHeader& h = log->header();
    return std::tuple(frame.eop_cycle, h.port, h.direction);
  }
};

// The chip of a log in a network's folder, NETWORK/CHIP/portN_rx.log; "" for others.
std::string chip_of(const std::string& log) {
  const fs::path folder = fs::absolute(log).lexically_normal().parent_path();
  return fs::exists(folder.parent_path() / "network.json") ? folder.filename().string() : "";
}

} // namespace

void write_pcapng(OpenLogs logs, const std::string& path) {
  check_one_run(logs);
  PcapngWriter writer(path, "ixplog", chip_of(logs.front().name()));
  std::vector<Source> sources;
  for (PortLogReader& log : logs) {
    writer.open(log.header().port, log.header().direction, log.header().rate_mbps);
    if (Source s{&log}; s.next()) sources.push_back(std::move(s));
  }
  while (!sources.empty()) {
    const auto first = std::ranges::min_element(sources, {}, &Source::order);
    const PortLogHeader& h = first->log->header();
    const PortLogLine& f = first->frame;
    writer.write(writer.crossed(
        h.port, h.direction,
        {f.eop_cycle, nanoseconds(f.eop_cycle, h.me_hz), f.data, f.bytes, f.tag}, f.frame));
    if (!first->next()) sources.erase(first);
  }
  check_one_run(logs); // after the last frame, all logs have the end of the run
  writer.mark(logs.front().header().mark);
  writer.commit();
}

} // namespace ixp
