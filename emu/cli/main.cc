// ixpemu: the command line. Options are declared once here; --help and usage errors come from
// them.
#include "base/program.h"
#include "base/run_folder.h"
#include "base/version.h"
#include "emu/cli/commands.h"
#include "emu/cli/debug.h"
#include "emu/cli/run.h"
#include "emu/cli/run_network.h"
#include "emu/cli/run_record.h"
#include "emu/network/network_toml.h"
#include "emu/network/ranks.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <optional>

namespace {

struct CommandLine {
  CLI::App app{"Emulator of the IXP2400 network processor"};
  std::string system;
  std::vector<std::string> overrides, defines;
  bool json = false, zstd = false, no_cache = false;
  ixp::RunOptions run_options;
  std::string until, engine = "threaded", log_data = "full", fail_on;
  std::vector<std::string> dumps;
  std::optional<uint64_t> seed;
  unsigned threads = 1;
  std::string commands;
  bool dap = false;
  unsigned port = 0;
  std::string rerun_folder;
  CLI::App *run_app = nullptr, *rerun_app = nullptr, *debug = nullptr, *params = nullptr,
           *check = nullptr, *budget = nullptr;

  CommandLine() {
    app.name("ixpemu");
    app.set_version_flag("--version", ixp::version_of("ixpemu"));
    app.footer("Exit status: 0 done, 1 the input was wrong or the run failed, 2 usage.");
    app.require_subcommand(1);
    run_app =
        app.add_subcommand("run", "Run a system, or a network of them, to its stop condition");
    add_run(*run_app);
    rerun_app = app.add_subcommand("rerun", "Repeat a run, from the run.json of its --out");
    add_rerun(*rerun_app);
    debug = app.add_subcommand("debug", "Run a system in the debugger, forwards and backwards");
    add_debug(*debug);
    params = app.add_subcommand("params", "List the parameters of the model");
    params->add_flag("--json", json, "As JSON");
    check = app.add_subcommand("check", "Check a system file, and compile and load its images");
    add_system(*check);
    budget = app.add_subcommand("budget", "Print the cycle budget per packet");
    add_system(*budget);
    budget->add_flag("--json", json, "As JSON");
  }

  // Options are in the group of the latest call of option_defaults()->group().
  void add_system(CLI::App& command) {
    command.option_defaults()->group("System");
    command.add_option("SYSTEM", system, "System file (.toml)")->required()->type_name("");
    command
        .add_option("-s,--set", overrides,
                    "Change a key of the system file first, e.g. chip.sram.read=80, "
                    "microengine.0:1.define.X=3, port.0.rx.rate_mbps=100; several times")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command.add_flag("--no-cache", no_cache,
                     "Compile sources even if the images of an earlier run are still valid");
    command
        .add_option("--define", defines,
                    "Set NAME in 'define' of every microengine: preprocessor values of "
                    "sources, import variables of images")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
  }

  void add_debug(CLI::App& c) {
    add_simulated(c);
    c.option_defaults()->group("Debugger");
    c.add_option("--commands", commands,
                 "Read commands from FILE instead of standard input; the first invalid one ends "
                 "the session")
        ->type_name("FILE")
        ->check(ixp::not_empty);
    CLI::Option* serve =
        c.add_flag("--dap", dap,
                   "Serve an editor: the Debug Adapter Protocol on standard input and "
                   "output; SYSTEM may come with its 'launch'");
    c.add_option("--port", port,
                 "With --dap: serve one client on TCP port N of 127.0.0.1; its launch needs the "
                 "printed token")
        ->type_name("N")
        ->check(ixp::whole_number)
        ->check(CLI::Range(1, 65535))
        ->needs(serve);
    c.get_option("SYSTEM")->required(false);
  }

  void add_run(CLI::App& c) {
    add_simulated(c);
    c.add_option("--threads", threads, "Number of threads that execute the chips of a network")
        ->check(ixp::whole_number)
        ->check(CLI::Range(1, 64))
        ->type_name("N");
    c.add_flag("--console", run_options.console,
               "Connect the UART of the ARM program to standard input and output; DIR/typed.txt "
               "records the input for a replay; on a terminal Ctrl-A x ends the run");
    c.option_defaults()->group("Output");
    c.add_option("-o,--out", run_options.out,
                 "Write port logs, stats.json, run.json, hazards.txt, contexts.txt into DIR")
        ->type_name("DIR")
        ->check(ixp::not_empty);
    c.add_option("--dump", dumps, "Print memory at the end, e.g. scratch:0x3f00+10")
        ->type_name("REGION:ADDRESS+LONGWORDS")
        ->allow_extra_args(false);
    c.add_option("--log-data", log_data, "Bytes of a frame in port logs: full, header:N, none")
        ->type_name("WHAT");
    c.add_flag("--zstd", zstd, "Compress port logs and rings.log: port0_tx.log.zst")
        ->needs("--out");
    c.add_option("--rings", run_options.rings,
                 "Also write DIR/rings.log, each put and get of these rings: all, or names or "
                 "numbers with commas")
        ->type_name("RINGS")
        ->check(ixp::not_empty);
    c.add_flag("--ring-lines", run_options.ring_lines,
               "rings.log also has the source line of each put and get")
        ->needs("--rings");
    c.add_flag("--ring-frames", run_options.ring_frames,
               "rings.log also has the frame of each message, by the buffer that it names")
        ->needs("--rings");
    c.add_option("--report", run_options.report,
                 "Write an HTML report: throughput, delays, utilisation, rings over time, where "
                 "contexts wait, hazards")
        ->type_name("FILE.html")
        ->check(ixp::not_empty);
    c.add_flag("--pcapng", run_options.pcapng, "Also write DIR/ports.pcapng");
    c.add_flag("--contexts", run_options.contexts,
               "Show position and wait state of every context at the end, and where frames are");
    c.add_flag("-q,--quiet", run_options.quiet, "No table and no progress line");
    add_observations(c);
  }

  void add_rerun(CLI::App& c) {
    c.add_option("DIR", rerun_folder, "The --out of the run")
        ->required()
        ->type_name("")
        ->check(ixp::not_empty);
    c.add_option("-o,--out", run_options.out, "Write the files into DIR, not into the run's --out")
        ->type_name("DIR")
        ->check(ixp::not_empty);
  }

  // Options of a simulated run and its outputs.
  void add_simulated(CLI::App& c) {
    add_system(c);
    c.option_defaults()->group("Simulation");
    c.add_option(
         "--images", run_options.images,
         "Load compiled images from FILE.uof, made by mecc --system from SYSTEM with the same "
         "--set, instead of compiling")
        ->type_name("FILE.uof");
    c.add_option("--until", until,
                 "Stop condition instead of [stop]: packets_tx=N, packets_rx=N, cycles=N, "
                 "time_ms=N, idle; several with commas")
        ->type_name("SPEC")
        ->check(ixp::not_empty);
    c.add_option("--seed", seed, "Seed of random choices instead of the file's")
        ->type_name("N")
        ->check(ixp::whole_number);
    c.add_option("--rx", run_options.rx, "Port PORT receives FILE, once, instead of its streams")
        ->type_name("PORT=FILE")
        ->allow_extra_args(false);
    c.add_option("--fail-on", fail_on,
                 "Hazards that make the run fail: none, loss (of data; the default), any")
        ->type_name("WHICH")
        ->check(ixp::not_empty);
    c.add_flag("--allow-writes", run_options.allow_writes,
               "Let the system file name outputs outside of the current folder and --out");
    c.add_option("--engine", engine, "threaded (default), or the slow, plain reference")
        ->check(CLI::IsMember({"threaded", "reference"}))
        ->type_name("ENGINE");
    c.add_flag("--check", run_options.check,
               "Also report reads of memory and registers never written");
  }

  void add_observations(CLI::App& c) {
    c.option_defaults()->group("Timeline, frames and profile");
    ixp::ObservationOptions& o = run_options.observations;
    CLI::Option* timeline =
        c.add_option("--timeline", o.timeline,
                     "Write a timeline of events: x.pftrace for ui.perfetto.dev, x.json (Chrome's "
                     "trace format) for small runs")
            ->type_name("FILE")
            ->check(ixp::not_empty);
    c.add_option("--timeline-of", o.timeline_of,
                 "Parts of the chip: all, or some of 0:1, 0:1.3, references, rings, queues, media "
                 "with commas")
        ->type_name("WHAT")
        ->check(ixp::not_empty)
        ->needs(timeline);
    CLI::Option* from = c.add_option("--from", o.from, "First cycle of the timeline")
                            ->type_name("CYCLE")
                            ->check(ixp::whole_number);
    CLI::Option* to = c.add_option("--to", o.to, "First cycle after the timeline")
                          ->type_name("CYCLE")
                          ->check(ixp::whole_number);
    from->needs(timeline);
    to->needs(timeline);
    CLI::Option* around =
        c.add_option("--around", o.around,
                     "The timeline begins --span cycles before, and ends as many after, this: a "
                     "frame (p0.17), an address (sram0:0x100), hazard")
            ->type_name("WHAT")
            ->check(ixp::not_empty)
            ->needs(timeline)
            ->excludes(from)
            ->excludes(to);
    c.add_option("--span", o.span, "Cycles, 10000 if not given")
        ->type_name("CYCLES")
        ->check(ixp::whole_number)
        ->needs(around);
    c.add_option("--journey", o.journeys,
                 "Print the path of frames through the chip: p0.17, 'port N', 'slowest N', drop, "
                 "drop:REASON; several times")
        ->type_name("FRAMES")
        ->allow_extra_args(false);
    c.add_option("--profile", o.profile,
                 "Write where cycles go into DIR: by line, by instruction, coverage, "
                 "callgrind.out for kcachegrind, folded.txt for flame graphs")
        ->type_name("DIR")
        ->check(ixp::not_empty);
  }

  // Arguments of `ixpemu run` that give the same options except --out, in a fixed order.
  std::vector<std::string> arguments() const {
    std::vector<std::string> words{system};
    for (const CLI::Option* option : run_app->get_options()) {
      if (option->get_positional() || option->check_lname("out")) continue;
      const std::string name = "--" + option->get_lnames().front();
      for (const std::string& value : option->results())
        words.push_back(option->get_expected_min() == 0 ? name : name + "=" + value);
    }
    return words;
  }

  // Completes the options declared by add_simulated().
  void complete_options() {
    run_options.system = system;
    run_options.overrides = overrides;
    run_options.seed = seed;
    run_options.engine =
        engine == "reference" ? ixp::EngineKind::Reference : ixp::EngineKind::Threaded;
    if (!fail_on.empty() && !ixp::parse(fail_on, run_options.fail_on.emplace()))
      throw CLI::ValidationError("--fail-on", "expected none, loss or any");
    if (!until.empty()) run_options.until = ixp::parse_stop(until);
  }

  // The command line was wrong, so nothing ran.
  void refused() const {
    const auto& out = run_app->get_option("--out")->results();
    if (!out.empty()) ixp::set_earlier_results_aside(out.back());
  }

  int run_system() {
    run_options.arguments = arguments();
    if (!run_options.out.empty()) ixp::set_earlier_results_aside(run_options.out);
    complete_options();
    if (zstd) run_options.packing = ixp::Packing::Zstd;
    if (!ixp::parse(log_data, run_options.log_data))
      throw CLI::ValidationError("--log-data", "expected full, header:N or none");
    if (run_options.pcapng && run_options.out.empty())
      throw CLI::ValidationError("--pcapng", "needs --out DIR");
    if (!run_options.rings.empty() && run_options.out.empty())
      throw CLI::ValidationError("--rings", "needs --out DIR");
    for (const std::string& d : dumps)
      run_options.dumps.push_back(ixp::parse_dump(d));
    if (ixp::is_network(system)) return ixp::run_network_command(run_options, threads);
    if (threads > 1) throw CLI::ValidationError("--threads", "is for networks; this is one system");
    return ixp::run_command(run_options);
  }

  int rerun() {
    namespace fs = std::filesystem;
    const ixp::RunRecord record = ixp::read_run_record(rerun_folder);
    const std::string& out = run_options.out.empty() ? rerun_folder : run_options.out;
    std::vector<std::string> words{"--out=" + fs::absolute(out).string()};
    words.insert(words.end(), record.arguments.rbegin(), record.arguments.rend());
    words.emplace_back("run"); // CLI11 takes words from the end
    ixp::prepare_rerun(record, rerun_folder);
    CommandLine again;
    again.app.parse(words);
    if (record.repeatable()) again.run_options.expected_run = record.run;
    return again.run();
  }

  int debug_system() {
    complete_options();
    if (system.empty() && !dap) throw CLI::RequiredError("SYSTEM");
    return ixp::debug_command({run_options, commands, dap, port});
  }

  // --define applies --set to all microengines; --set for one microengine takes precedence.
  void add_defines() {
    std::vector<std::string> all;
    for (const std::string& d : defines) {
      if (d.find('=') == std::string::npos || d[0] == '=')
        throw CLI::ValidationError("--define",
                                   fmt::format("'{}' is not NAME=VALUE, e.g. RING_BASE=0x2000", d));
      all.push_back("microengine.*.define." + d);
    }
    overrides.insert(overrides.begin(), all.begin(), all.end());
  }

  int run() {
    add_defines();
    if (no_cache)
      setenv("IXP_NO_CACHE", "1", 1); // inherited by every mecc that this process
                                      // starts
    if (*run_app) return run_system();
    if (*rerun_app) return rerun();
    if (*debug) return debug_system();
    if (*params) return ixp::params_command(json);
    if (*check) return ixp::check_command(system, overrides);
    return ixp::budget_command(system, overrides, json);
  }
};

} // namespace

int main(int argc, char** argv) {
  return ixp::end_rank(ixp::run_program<CommandLine>(argc, argv));
}
