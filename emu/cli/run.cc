#include "emu/cli/run.h"

#include "base/files.h"
#include "base/interrupt.h"
#include "base/print.h"
#include "emu/cli/commands.h"
#include "emu/cli/progress.h"
#include "emu/observe/contexts.h"
#include "emu/observe/pcapng.h"
#include "emu/observe/ring_log.h"
#include "emu/observe/statistics.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace ixp {

namespace fs = std::filesystem;

namespace {

// What a run writes into --out. Every file is created, under a temporary name, before the run, so
// that one that cannot be there is found at once; commit() gives all of them their names, or none.
class Outputs {
public:
  Outputs(const RunOptions& options, const SystemConfig& system, Chip& chip)
      : folder_(options.out) {
    if (folder_.empty()) return;
    make_folder();
    statistics_ = std::make_unique<OutputFile>(path("stats.json"));
    hazards_ = std::make_unique<OutputFile>(path("hazards.txt"));
    contexts_ = std::make_unique<OutputFile>(path("contexts.txt"));
    logs_ = std::make_unique<PortLogs>(folder_, options.log_data, chip.params, chip.ledger,
                                       system.seed);
    if (options.pcapng)
      pcapng_ =
          std::make_unique<PcapngWriter>(path("ports.pcapng"), chip.params, &chip.ledger, "ixpemu");
    for (const auto& [number, port] : system.ports) {
      if (port.rx)
        open(number, Direction::Rx, port.rx->port.rate_mbps, port.rx->stream.rules.fcs,
             port.rx->seed);
      if (port.tx) open(number, Direction::Tx, port.tx->port.rate_mbps, port.tx->port.fcs, {});
    }
    watch(chip, *logs_);
    if (pcapng_) watch(chip, *pcapng_);
    if (options.rings.empty()) return;
    rings_ =
        std::make_unique<RingLog>(path("rings.log"), system, select_rings(options.rings, system));
    chip.scratch.set_observer(rings_.get());
  }

  void commit(const Statistics& statistics, const HazardLog& hazards, const std::string& contexts) {
    if (folder_.empty()) return;
    statistics_->write(to_json(statistics));
    hazards_->write(hazards.text());
    contexts_->write(contexts);
    const auto each = [&](auto what) {
      what(*statistics_);
      what(*hazards_);
      what(*contexts_);
      what(*logs_);
      if (pcapng_) what(*pcapng_);
      if (rings_) what(*rings_);
    };
    each([](auto& file) { file.finish(); });
    each([](auto& file) { file.commit(); });
  }

private:
  std::string path(const char* name) const { return (fs::path(folder_) / name).string(); }
  void make_folder() const {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error || !fs::is_directory(folder_))
      throw InputError({folder_}, fmt::format("cannot be created as a folder{}{}",
                                              error ? ": " : "", error ? error.message() : ""));
  }
  void open(unsigned port, Direction direction, uint64_t rate_mbps, Fcs fcs,
            std::optional<uint64_t> seed) {
    logs_->open(port, direction, rate_mbps, seed);
    if (pcapng_) pcapng_->open(port, direction, rate_mbps, fcs);
  }
  static void watch(Chip& chip, PortObserver& observer) {
    chip.rx.add_observer(observer);
    chip.tx.add_observer(observer);
  }

  std::string folder_;
  std::unique_ptr<OutputFile> statistics_, hazards_, contexts_;
  std::unique_ptr<PortLogs> logs_;
  std::unique_ptr<PcapngWriter> pcapng_;
  std::unique_ptr<RingLog> rings_;
};

SystemConfig load_system(const RunOptions& options) {
  SystemConfig system = read_system(options.system, options.overrides);
  for (const std::string& rx : options.rx)
    replace_stream(system, rx);
  check_files(system);
  if (options.seed) system.seed = *options.seed;
  if (options.until) system.stop = *options.until;
  if (options.fail_on) system.fail_on = *options.fail_on;
  check_system(system);
  return system;
}

void print_dump(Chip& chip, const DumpSpec& dump) {
  constexpr uint32_t kRow = 4; // longwords
  print("{} {:#x} +{}\n", name(dump.region), dump.address, dump.longwords);
  for (uint32_t i = 0; i < dump.longwords; ++i) {
    if (i % kRow == 0) print("{:08x}:", dump.address + 4 * i);
    print(" {:08x}{}", chip.read(dump.region, dump.address + 4 * i),
          i % kRow == kRow - 1 || i + 1 == dump.longwords ? "\n" : "");
  }
}

void print_hazards(const HazardLog& hazards) {
  if (hazards.total() == 0) return;
  print("\nHazards: {}\n{}", hazards.total(), hazards.summary());
}

} // namespace

int run_command(const RunOptions& options) {
  const SystemConfig system = load_system(options);
  const Images images = load_images(system);
  HazardLog hazards(images, system.params);
  hazards.check = options.check;
  Chip chip(system, images, options.engine, hazards);
  RunControl control(chip, system, system.stop.value_or(StopSpec{}));
  hazards.on_stop([&](const Hazard& h) { control.hazard_stops(h); });
  DelayMeter delays(chip.ledger, chip.params);
  chip.tx.add_observer(delays);
  std::optional<OrderlyEnd> orderly(std::in_place);
  Outputs outputs(options, system, chip);
  Progress progress(chip, control, !options.quiet);
  control.on_look([&](Tick now) {
    progress.show(now);
    if (interrupted()) control.interrupt(interrupted());
  });

  const RunEnd end = control.run();
  progress.finish();
  const Statistics statistics = collect_statistics(chip, system, images, end, hazards, delays);
  const std::string contexts = describe_contexts(chip, system, images, end);
  outputs.commit(statistics, hazards, contexts);
  orderly.reset();
  if (!options.quiet) {
    print("{}", to_table(statistics));
    print_hazards(hazards);
  }
  if (options.contexts) print("{}{}", options.quiet ? "" : "\n", contexts);
  for (const DumpSpec& dump : options.dumps)
    print_dump(chip, dump);
  if (statistics.failures.empty()) return 0;
  throw InputError(
      {system.path},
      fmt::format("the run failed at cycle {}: {}{}", statistics.cycles(),
                  fmt::join(statistics.failures, "\n  and: "),
                  options.contexts ? "" : '\n' + contexts.substr(0, contexts.size() - 1)));
}

} // namespace ixp
