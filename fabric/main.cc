// ixpfabric: the command line.
#include "base/files.h"
#include "base/print.h"
#include "base/program.h"
#include "base/replacement.h"
#include "base/run_folder.h"
#include "base/version.h"
#include "fabric/fabric.h"
#include "fabric/report.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using namespace ixp::fabric;

std::string scheduler_names() {
  std::string names;
  for (const SchedulerKind& k : schedulers())
    names += fmt::format("{}{}", names.empty() ? "" : ", ", k.name);
  return names;
}

// Progress of the run, one line on a terminal.
class Progress {
public:
  Progress(uint64_t slots, bool wanted) : slots_(slots), shown_(wanted && isatty(STDERR_FILENO)) {}
  void show(Slot now) const {
    if (!shown_ || now % kInterval != 0) return;
    fmt::print(stderr, "\r{:.0f} % of {} slots\033[K",
               100 * static_cast<double>(now) / static_cast<double>(slots_), slots_);
    std::fflush(stderr);
  }
  void finish() const {
    if (shown_) std::fputs("\r\033[K", stderr);
  }

private:
  static constexpr uint64_t kInterval = 1 << 15;
  uint64_t slots_;
  bool shown_;
};

// The files of --out: written all together or not at all.
class Files {
public:
  explicit Files(const std::string& folder) : folder_(folder) { ixp::make_folder(folder); }
  void write(const char* name, const std::string& text) {
    auto& file = files_.emplace_back(std::make_unique<ixp::OutputFile>((folder_ / name).string()));
    file->write(text);
    file->finish();
  }
  void commit() {
    const ixp::FolderLock alone(folder_);
    ixp::Replacement set;
    for (auto& file : files_)
      file->commit();
    set.keep();
  }

private:
  fs::path folder_;
  std::vector<std::unique_ptr<ixp::OutputFile>> files_;
};

struct CommandLine {
  CLI::App app{"A switch fabric of 64-byte cells: input queues, a crossbar, a scheduler"};
  std::string file, out;
  std::vector<std::string> overrides;
  std::optional<uint64_t> seed;
  bool quiet = false, json = false, check = false;

  CommandLine() {
    app.name("ixpfabric");
    app.set_version_flag("--version", ixp::version_of("ixpfabric"));
    app.footer(fmt::format("Schedulers: {}.\n"
                           "The same file and seed give the same results on every machine.\n"
                           "Exit status: 0 done, 1 the input was wrong, 2 usage.",
                           scheduler_names()));
    app.add_option("FABRIC", file, "Description of the fabric (.toml)")->required()->type_name("");
    app.add_option("-s,--set", overrides,
                   "Change a key of the file first, e.g. traffic.load=0.9, "
                   "scheduler.name=packet-islip; several times")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    app.add_option("--seed", seed, "Seed of random choices; overrides the file's")
        ->type_name("N")
        ->check(ixp::whole_number);
    app.add_option("-o,--out", out, "Write stats.json, times.csv and batches.csv into DIR")
        ->type_name("DIR");
    app.add_flag("--audit", check, "Audit every cell, and fail if the fabric disagrees (slower)");
    auto* without = app.add_flag("-q,--quiet", quiet, "No table and no progress line");
    app.add_flag("--json", json, "Statistics as JSON instead of the table")->excludes(without);
  }

  int run() {
    if (!out.empty()) ixp::set_earlier_results_aside(out);
    FabricConfig config = read_fabric(file, overrides);
    if (seed) config.seed = *seed;
    std::optional<Files> files;
    if (!out.empty()) files.emplace(out);
    Fabric fabric(config, check);
    const Progress progress(config.slots, !quiet);
    while (fabric.now() < config.slots) {
      fabric.run_slot();
      progress.show(fabric.now());
    }
    progress.finish();
    const Meter& meter = fabric.meter();
    if (files) {
      files->write("stats.json", to_json(config, meter));
      files->write("times.csv", times_csv(meter));
      files->write("batches.csv", batches_csv(meter, config.ports));
      files->commit();
      ixp::forget_earlier_results(out);
    }
    if (!quiet) ixp::print("{}", json ? to_json(config, meter) : to_table(config, meter));
    return 0;
  }
};

} // namespace

int main(int argc, char** argv) {
  return ixp::run_program<CommandLine>(argc, argv);
}
