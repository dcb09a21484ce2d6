#include "tools/ixpgen/streams.h"

#include "base/diagnostic.h"
#include "base/files.h"
#include "base/replacement.h"
#include "base/run_folder.h"
#include "emu/media/frame.h"

#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <sys/resource.h>

namespace ixp {

namespace fs = std::filesystem;

void StreamTotals::add(const Packet& p) {
  if (packets++ == 0) first_ns = p.time_ns;
  last_ns = p.time_ns;
  bytes += p.frame.size();
  cycles += p.work;
}

namespace {

// Nanosecond pcap, little-endian on every machine (libpcap writes in host order).
class PcapWriter {
public:
  explicit PcapWriter(const std::string& path); // Ethernet
  void write(uint64_t time_ns, std::span<const uint8_t> frame);
  void finish() { file_.finish(); } // see OutputFile
  void commit() { file_.commit(); } // without it, no file remains

private:
  OutputFile file_;
};

std::string little_endian(std::initializer_list<uint32_t> words) {
  std::string out;
  for (uint32_t w : words)
    for (unsigned shift = 0; shift < 32; shift += 8)
      out += static_cast<char>(w >> shift);
  return out;
}

PcapWriter::PcapWriter(const std::string& path) : file_(path) {
  constexpr uint32_t kMagic = 0xa1b23c4d, kVersion = 4 << 16 | 2, kEthernet = 1;
  file_.write(little_endian({kMagic, kVersion, 0, 0, kMaxFrameBytes, kEthernet}));
}

void PcapWriter::write(uint64_t time_ns, std::span<const uint8_t> frame) {
  constexpr uint64_t kSecond = 1'000'000'000;
  const auto bytes = static_cast<uint32_t>(frame.size());
  file_.write(little_endian({static_cast<uint32_t>(time_ns / kSecond),
                             static_cast<uint32_t>(time_ns % kSecond), bytes, bytes}));
  file_.write({reinterpret_cast<const char*>(frame.data()), frame.size()});
}

constexpr uint64_t kProgressStep = 16384; // packets

// Number of files that this process may have open, after raising it to the limit of the system.
uint64_t most_open_files() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_max;
}

// The output files of a run, which are open until its end and appear all at once.
class Files {
public:
  explicit Files(const std::string& folder) : folder_(folder) {
    if (!folder.empty()) make_folder(folder);
  }
  // Null if the file is not wanted.
  PcapWriter* open(const std::string& name, bool wanted) {
    constexpr unsigned kOthers = 16; // open files, at most
    if (folder_.empty() || !wanted) return nullptr;
    if (files_.size() + kOthers > most_)
      throw InputError(fmt::format("these are more streams than the {} files that may be open; "
                                   "expected '--write ports', or a higher limit (ulimit -Hn)",
                                   most_));
    files_.push_back(std::make_unique<PcapWriter>((fs::path(folder_) / name).string()));
    return files_.back().get();
  }
  void commit() {
    for (auto& file : files_)
      file->finish();
    const FolderLock alone(folder_);
    Replacement set;
    for (auto& file : files_)
      file->commit();
    set.keep();
  }

private:
  std::string folder_;
  uint64_t most_ = most_open_files();
  std::vector<std::unique_ptr<PcapWriter>> files_;
};

PortTotals write_port(unsigned port, const std::vector<const Flow*>& flows, Files& files,
                      const StreamOptions& options, uint64_t& packets) {
  PortTotals totals;
  totals.port = port;
  totals.file = fmt::format("port{}.pcap", port);
  PcapWriter* merged = files.open(totals.file, options.per_port);
  std::map<const Flow*, std::pair<size_t, PcapWriter*>> of_flow;
  for (const Flow* f : flows) {
    FlowTotals t;
    t.flow = f;
    t.file = f->name + ".pcap";
    of_flow[f] = {totals.flows.size(), files.open(t.file, options.per_flow)};
    totals.flows.push_back(std::move(t));
  }
  generate(flows, options, [&](const Packet& p) {
    const auto [index, file] = of_flow.at(p.flow);
    totals.add(p);
    totals.flows[index].add(p);
    if (merged) merged->write(p.time_ns, p.frame);
    if (file) file->write(p.time_ns, p.frame);
    if (++packets % kProgressStep == 0 && options.progress) options.progress(packets);
  });
  return totals;
}

} // namespace

std::vector<PortTotals> write_streams(const FlowFile& file, const StreamOptions& options) {
  std::map<unsigned, std::vector<const Flow*>> by_port;
  for (const Flow& f : file.flows)
    by_port[f.port].push_back(&f);
  Files files(options.folder);
  std::vector<PortTotals> out;
  uint64_t packets = 0;
  for (const auto& [port, flows] : by_port)
    out.push_back(write_port(port, flows, files, options, packets));
  files.commit();
  return out;
}

// Empty: there is no such number, as the rate of a single packet. "-" in text, null in JSON.
using Number = std::optional<double>;

static Number ratio(double part, double whole) {
  return whole > 0 ? Number(part / whole) : std::nullopt;
}
static std::string text(Number n, int decimals) {
  return n ? fmt::format("{:.{}f}", *n, decimals) : "-";
}
static nlohmann::ordered_json json(Number n) {
  return n ? nlohmann::ordered_json(*n) : nullptr;
}

static Number millions(Number n) {
  return n ? Number(*n / 1e6) : n;
}
static double seconds(const StreamTotals& t) {
  return static_cast<double>(t.last_ns - t.first_ns) / 1e9;
}

// Amount per second; n packets have n - 1 gaps.
static Number per_second(double amount, const StreamTotals& t) {
  const double n = static_cast<double>(t.packets);
  return ratio(amount * (n - 1) / n, seconds(t));
}

static Number line_mbps(const FlowFile& file, const PortTotals& port) {
  const double bits =
      static_cast<double>(port.bytes + port.packets * file.resources.link_overhead_bytes) * 8;
  return millions(ratio(bits, seconds(port)));
}

static std::string row(const std::string& name, const std::string& category,
                       const StreamTotals& t) {
  const auto n = static_cast<double>(t.packets), bytes = static_cast<double>(t.bytes),
             cycles = static_cast<double>(t.cycles);
  return fmt::format("{:<16} {:<14} {:>9} {:>11} {:>10} {:>9} {:>9} {:>10}\n", name, category,
                     t.packets, text(per_second(n, t), 1),
                     text(millions(per_second(bytes * 8, t)), 3), text(ratio(bytes, n), 1),
                     text(ratio(cycles, n), 1), text(millions(per_second(cycles, t)), 2));
}

std::string describe(const FlowFile& file, const std::vector<PortTotals>& ports) {
  std::string out =
      fmt::format("{:<16} {:<14} {:>9} {:>11} {:>10} {:>9} {:>9} {:>10}\n", "flow", "cpu/bandwidth",
                  "packets", "packets/s", "Mbit/s", "bytes", "cycles", "Mcycles/s");
  for (const PortTotals& port : ports) {
    for (const FlowTotals& f : port.flows)
      out += row(f.flow->name, f.flow->category(), f);
    out += row(fmt::format("port {}", port.port), "", port);
  }
  for (const PortTotals& port : ports) {
    out +=
        fmt::format("port {}: {} Mbit/s on the line ({} more bytes a frame). To play it:\n"
                    "  [port.{}]\n"
                    "  rx = {{ rate_mbps = ..., streams = [\"{}\"], timing = \"stamps\", start_ns "
                    "= {} }}\n",
                    port.port, text(line_mbps(file, port), 3), file.resources.link_overhead_bytes,
                    port.port, port.file, port.first_ns);
  }
  return out;
}

static nlohmann::ordered_json totals_json(const StreamTotals& t) {
  return {{"file", t.file},
          {"packets", t.packets},
          {"bytes", t.bytes},
          {"cycles", t.cycles},
          {"first_ns", t.first_ns},
          {"last_ns", t.last_ns},
          {"packets_per_s", json(per_second(static_cast<double>(t.packets), t))},
          {"mbps", json(millions(per_second(static_cast<double>(t.bytes) * 8, t)))},
          {"mcycles_per_s", json(millions(per_second(static_cast<double>(t.cycles), t)))}};
}

std::string describe_json(const FlowFile& file, const std::vector<PortTotals>& ports) {
  nlohmann::ordered_json out;
  out["link_overhead_bytes"] = file.resources.link_overhead_bytes;
  for (const PortTotals& port : ports) {
    nlohmann::ordered_json one = {{"port", port.port}};
    one.update(totals_json(port));
    one["line_mbps"] = json(line_mbps(file, port));
    for (const FlowTotals& f : port.flows) {
      nlohmann::ordered_json flow = {
          {"name", f.flow->name}, {"number", f.flow->number}, {"category", f.flow->category()}};
      flow.update(totals_json(f));
      one["flows"].push_back(std::move(flow));
    }
    out["ports"].push_back(std::move(one));
  }
  return out.dump(2) + '\n';
}

} // namespace ixp
