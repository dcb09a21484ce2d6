#include "emu/cli/outputs.h"

#include "base/folders.h"
#include "base/print.h"
#include "base/run_folder.h"
#include "emu/cli/run_record.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace ixp {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kDebugLog = "# ixp debug log 1 ";

std::string port_log_name(unsigned port, Direction direction) {
  return fmt::format("port{}_{}.log", port, name(direction));
}

bool has_port_log_name(const std::string& log) {
  for (unsigned port = 0; port < kMaxPorts; ++port)
    for (const Direction d : {Direction::Rx, Direction::Tx})
      if (log == port_log_name(port, d)) return true;
  return false;
}

// Whether a run wrote the file: it has a name that runs use, and begins with their header. A
// capture from elsewhere with such a name lacks "ixpemu" in its section header.
bool is_output(const fs::directory_entry& entry) {
  if (!entry.is_regular_file() || entry.is_symlink()) return false;
  const fs::path& path = entry.path();
  const std::string file = path.filename().string();
  char start[256] = "";
  std::ifstream in(path, std::ios::binary);
  in.read(start, sizeof start);
  const std::string_view text(start, static_cast<size_t>(in.gcount()));
  const std::string_view line = file.ends_with(suffix(Packing::Zstd))
                                    ? text.substr(std::min(text.size(), kPackedFirstLineAt))
                                    : text;
  if (has_port_log_name(log_name(file))) return line.starts_with("# ixp port log ");
  if (log_name(file) == "rings.log") return line.starts_with("# ixp ring log ");
  if (log_name(file) == kFrameTable) return line.starts_with(kFrameTableHeader);
  if (file == kRunRecord) return text.find("\"version\": \"ixpemu") != text.npos;
  if (file == "typed.txt") return line.starts_with("# ixp typed ");
  if (file == "debug.log") return line.starts_with(kDebugLog);
  if (file == "ports.pcapng")
    return text.starts_with("\n\r\r\n") && text.find("ixpemu") != text.npos;
  if (file == "contexts.txt" || file == "hazards.txt")
    return line.starts_with(fmt::format("# ixp {} ", path.stem().string()));
  return false; // every run overwrites the others
}

// A text file written at the end of a run; like a log, its first line identifies the run.
std::string marked(const char* kind, const std::string& text, uint64_t seed, const RunMark& mark) {
  return fmt::format("# ixp {} 1 seed={} run={}\n{}{}", kind, seed, mark.run, text,
                     mark.last_line());
}

void observe_ports(PortObserver& observer, Chip& chip) {
  chip.rx.add_observer(observer);
  chip.tx.add_observer(observer);
}

} // namespace

RunMark mark_of(const Statistics& statistics) {
  RunMark mark{statistics.run, {}};
  if (statistics.end.reason == EndReason::Interrupted) mark.interrupted_at = statistics.cycles();
  return mark;
}

Outputs::Outputs(const RunOptions& options, const SystemConfig& system, Chip& chip,
                 const HazardLog& hazards, DebugLog& debug, std::unique_ptr<PortCapture> capture)
    : folder_(options.out), seed_(system.seed), capture_(std::move(capture)) {
  if (!folder_.empty()) make_folder(folder_);
  if (chip.xscale) add_uart(*system.xscale, options, chip);
  if (options.pcapng)
    capture_ =
        std::make_unique<PortCapture>(add("ports.pcapng"), chip.params, chip.ledger, options.chip);
  if (capture_) capture_ports(system, chip);
  if (folder_.empty()) return;
  statistics_ = std::make_unique<OutputFile>(add("stats.json"));
  hazards_ = std::make_unique<OutputFile>(add("hazards.txt"));
  contexts_ = std::make_unique<OutputFile>(add("contexts.txt"));
  add_logs(options, system, chip);
  if (debug.has_prints()) add_debug(debug);
  if (options.rings.empty()) return;
  names_.push_back(std::string("rings.log") + suffix(options.packing));
  rings_ = std::make_unique<RingLog>((fs::path(folder_) / "rings.log").string(), system,
                                     select_rings(options.rings, system), options.packing);
  if (options.ring_lines)
    rings_->show_lines([&hazards](int me, int pc) { return hazards.source(me, pc); });
  chip.events.listen(*rings_, RingLog::kinds());
  if (options.ring_frames) rings_->show_frames();
  if (options.no_polls) rings_->skip_polls();
}

void Outputs::add_debug(DebugLog& debug) {
  debug_ = std::make_unique<OutputFile>(add("debug.log"));
  debug_->write(fmt::format("{}seed={}\n", kDebugLog, seed_));
  debug.on_print([this](const std::string& line, Tick) { debug_->write(line + '\n'); });
}

// Records the ARM program's serial output, which is written at the end of the run.
void Outputs::add_uart(const XScaleConfig& xscale, const RunOptions& options, Chip& chip) {
  console_ = &chip.address_map->uart;
  if (!folder_.empty()) uart_ = std::make_unique<OutputFile>(add("uart.txt"));
  if (!folder_.empty() && console_->typed())
    typed_ = std::make_unique<OutputFile>(add("typed.txt"));
  if (!xscale.uart.empty()) {
    if (!options.allow_writes) check_output_of_system(xscale.uart, xscale.uart_where, folder_);
    uart_of_system_ = std::make_unique<OutputFile>(xscale.uart);
  }
  // A boot takes seconds: its console is shown as it is sent.
  shown_ = options.console || (xscale.kernel && !uart_of_system_);
  if (shown_) chip.address_map->uart.on_sent([](char byte) { print("{}", byte); });
}

void Outputs::write_uart() {
  if (uart_) uart_->write(console_->sent());
  if (uart_of_system_) {
    uart_of_system_->write(console_->sent());
    uart_of_system_->finish();
  } else if (!shown_ && !console_->sent().empty()) {
    print("{}", console_->sent());
  }
}

std::string Outputs::add(const std::string& file) {
  names_.push_back(file);
  return (fs::path(folder_) / file).string();
}

void Outputs::add_logs(const RunOptions& options, const SystemConfig& system, Chip& chip) {
  logs_ = std::make_unique<PortLogs>(folder_, options.log_data, chip.params, chip.ledger, seed_,
                                     options.packing);
  const auto open = [&](unsigned port, Direction direction, uint64_t rate_mbps,
                        std::optional<uint64_t> seed) {
    names_.push_back(port_log_name(port, direction) + suffix(options.packing));
    logs_->open(port, direction, rate_mbps, seed);
  };
  for (const auto& [number, port] : system.ports) {
    if (port.rx) open(number, Direction::Rx, port.rx->port.rate_mbps, port.rx->seed);
    if (port.tx) open(number, Direction::Tx, port.tx->port.rate_mbps, {});
  }
  observe_ports(*logs_, chip);
}

void Outputs::capture_ports(const SystemConfig& system, Chip& chip) {
  for (const auto& [number, port] : system.ports) {
    if (port.rx)
      capture_->open(number, Direction::Rx, port.rx->port.rate_mbps, port.rx->stream.rules.fcs);
    if (port.tx) capture_->open(number, Direction::Tx, port.tx->port.rate_mbps, port.tx->port.fcs);
  }
  capture_->open_chip();
  observe_ports(*capture_, chip);
}

void Outputs::finish(const Statistics& statistics, const HazardLog& hazards,
                     const std::string& contexts) {
  if (console_) write_uart();
  const RunMark mark = mark_of(statistics);
  if (capture_) {
    capture_->mark(mark);
    capture_->finish();
  }
  if (folder_.empty()) return;
  statistics_->write(to_json(statistics));
  hazards_->write(marked("hazards", hazards.text(), seed_, mark));
  contexts_->write(marked("contexts", contexts, seed_, mark));
  if (typed_) typed_->write(marked("typed", to_text(*console_->typed()), seed_, mark));
  logs_->mark(mark);
  if (rings_) rings_->mark(mark);
  if (debug_) debug_->write(mark.last_line());
  each([](auto& file) { file.finish(); });
}

void Outputs::commit() {
  if (!folder_.empty()) each([](auto& file) { file.commit(); });
  if (capture_) capture_->commit();
  if (uart_of_system_) uart_of_system_->commit();
}

void remove_stale(const std::string& folder, const std::vector<std::string>& names) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string file = entry.path().filename().string();
    if (std::ranges::find(names, file) != names.end() || !is_output(entry)) continue;
    if (!fs::remove(entry.path(), error) && error)
      throw InputError(
          {entry.path().string()},
          fmt::format("was left by an earlier run and cannot be removed: {}", error.message()));
  }
  if (error)
    throw InputError(
        {folder}, fmt::format("cannot be searched for files of earlier runs: {}", error.message()));
  forget_earlier_results(folder);
}

} // namespace ixp
