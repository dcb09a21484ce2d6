#include "emu/cli/run.h"

#include "base/files.h"
#include "base/interrupt.h"
#include "base/print.h"
#include "base/replacement.h"
#include "base/run_folder.h"
#include "emu/chip/run_control.h"
#include "emu/cli/commands.h"
#include "emu/cli/keyboard.h"
#include "emu/cli/outputs.h"
#include "emu/cli/run_record.h"
#include "emu/report/report.h"
#include "emu/sim/simulation.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace ixp {

namespace {

// Progress of a run, one line on a terminal: emulated time, frames, speed. The only code that reads
// the host's clock; no output depends on it.
class Progress {
public:
  // Shown only if `wanted` and standard error is a terminal.
  Progress(const Chip& chip, const RunControl& control, bool wanted);
  void show(Tick now); // at most a few times a second
  void finish();       // erases the line

private:
  using Clock = std::chrono::steady_clock;
  const Chip& chip_;
  const RunControl& control_;
  bool enabled_, shown_ = false;
  Clock::time_point start_, next_;
};

constexpr auto kInterval = std::chrono::milliseconds(200);

Progress::Progress(const Chip& chip, const RunControl& control, bool wanted)
    : chip_(chip), control_(control), enabled_(wanted && isatty(STDERR_FILENO)),
      start_(Clock::now()), next_(start_ + kInterval) {}

void Progress::show(Tick now) {
  if (!enabled_) return;
  const auto host = Clock::now();
  if (host < next_) return;
  next_ = host + kInterval;
  shown_ = true;
  const double emulated = static_cast<double>(now) / static_cast<double>(chip_.params.pll_hz());
  const double elapsed = std::chrono::duration<double>(host - start_).count();
  fmt::print(stderr, "\r{:.3f} ms emulated, {} frames in, {} out, 1/{:.0f} of real time \033[K",
             emulated * 1e3, control_.packets_rx(), control_.packets_tx(),
             emulated > 0 ? elapsed / emulated : 0);
  std::fflush(stderr);
}

void Progress::finish() {
  if (!shown_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
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

// Frames that a run waits for must come from a stream. Microcode and the XScale may make packets
// for transmission, so their absence is a warning only.
void check_sources(const SystemConfig& system) {
  const StopSpec stop = system.stop.value_or(StopSpec{});
  if (system.has_source() || stop.cycles || stop.time_us) return;
  const auto rx =
      std::ranges::find_if(system.ports, [](const auto& p) { return p.second.rx.has_value(); });
  const bool ports = rx != system.ports.end();
  const SourceLocation where = ports ? rx->second.rx->where : SourceLocation{system.path};
  const std::string text =
      fmt::format("no port receives anything: no [port.N].rx has streams; expected {}--rx {}=FILE",
                  ports ? "" : "[port.0].rx and ", ports ? rx->first : 0);
  if (stop.packets_rx)
    throw InputError(where, fmt::format("{}; the run waits for {}", text, stop.text()));
  if (ports && !system.xscale && !system.microengines.empty())
    complain({Severity::Warning, where, text + ", unless microcode makes packets itself"});
}

} // namespace

// A kernel that stops before its console works leaves no other trace.
static void warn_of_silence(Simulation& sim) {
  const auto& xscale = sim.system().xscale;
  if (!xscale || !xscale->kernel || !sim.chip().address_map->uart.sent().empty()) return;
  complain({Severity::Warning, xscale->program_where,
            "the kernel sent nothing to its console; does 'command_line' name it (console=ttyS0), "
            "and was the run long enough? --contexts shows the position of the core"});
}

int run_command(const RunOptions& options) {
  SystemConfig system = load_system(options);
  check_sources(system);
  for (const DumpSpec& dump : options.dumps)
    check_inside({}, "--dump " + dump.text, dump.region, dump.address, 4ull * dump.longwords,
                 system.params);
  Simulation sim(std::move(system), {options.engine, options.check});
  std::unique_ptr<PortCapture> capture; // may wait for the reader of a pipe; a signal ends that
  if (!options.capture.empty())
    capture = std::make_unique<PortCapture>(options.capture, sim.chip().params, sim.chip().ledger);
  std::optional<OrderlyEnd> orderly(std::in_place);
  std::optional<Keyboard> keyboard;
  if (options.console) keyboard.emplace(sim, !options.quiet);
  Outputs outputs(options, sim.system(), sim.chip(), sim.hazards(), sim.debug_log(),
                  std::move(capture));
  std::optional<RunRecordFile> record;
  if (options.out.empty()) {
    sim.debug_log().on_print([](const std::string& line, Tick) { print("{}\n", line); });
  } else {
    record.emplace(options.out);
    outputs.keep(kRunRecord);
    if (!options.observations.frames.empty())
      outputs.keep(std::string(kFrameTable) + suffix(options.packing));
  }
  std::optional<OutputFile> page; // created before the run, so that errors are found at once
  std::optional<Report> report;
  if (!options.report.empty()) {
    page.emplace(options.report);
    report.emplace(sim);
  }
  Observations observations(options.observations, sim, outputs.capture());
  Progress progress(sim.chip(), sim.control(), !options.quiet && !options.console);
  sim.control().on_look([&](Tick now) {
    progress.show(now);
    if (outputs.capture()) outputs.capture()->flush();
    if (keyboard) keyboard->look(now);
    if (interrupted()) sim.control().interrupt(interrupted());
  });

  if (report)
    report->run();
  else
    sim.run();
  progress.finish();
  keyboard.reset();
  Statistics statistics = sim.statistics();
  if (!report) statistics.skipped = skipped_instructions(sim.chip());
  const std::string contexts = sim.contexts();
  if (report) {
    page->write(report->page(statistics, options.arguments));
    page->finish();
  }
  observations.finish(statistics);
  outputs.finish(statistics, sim.hazards(), contexts);
  if (record)
    record->finish(
        options,
        {statistics.run, statistics.end.text, sim.system().seed, !statistics.failures.empty()},
        digests_of_inputs());
  std::optional<FolderLock> alone(std::in_place, options.out);
  Replacement set;
  outputs.commit();
  if (record) record->commit();
  if (page) page->commit();
  observations.commit();
  set.keep();
  outputs.remove_stale();
  alone.reset();
  orderly.reset();
  if (!options.quiet) {
    print("{}", to_table(statistics));
    print_hazards(sim.hazards());
  }
  print("{}", observations.text());
  if (options.contexts) print("{}{}", options.quiet ? "" : "\n", contexts);
  for (const DumpSpec& dump : options.dumps)
    print_dump(sim.chip(), dump);
  if (statistics.failures.empty()) {
    warn_of_silence(sim);
    return 0;
  }
  const bool says_nothing = options.contexts || statistics.end.reason == EndReason::BadStream;
  throw InputError({sim.system().path}, failure_text(statistics, says_nothing ? "" : contexts));
}

} // namespace ixp
