// ixpemu: the command line. Options are declared once here; --help and usage errors come from
// them.
#include "base/diagnostic.h"
#include "base/program.h"
#include "base/run_folder.h"
#include "base/version.h"
#include "emu/cli/commands.h"
#include "emu/cli/pack.h"
#include "emu/cli/run.h"
#include "emu/cli/run_network.h"
#include "emu/cli/run_record.h"
#include "emu/network/network_toml.h"
#include "emu/network/ranks.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <optional>

namespace {

struct CommandLine {
  CLI::App app{"Emulator of the IXP2400 network processor"};
  std::string system, sarif;
  std::vector<std::string> overrides, defines;
  bool json = false, zstd = false, frames = false, no_cache = false;
  ixp::RunOptions run_options;
  std::string until, engine = "threaded", log_data = "full", fail_on;
  std::vector<std::string> dumps;
  std::optional<uint64_t> seed;
  unsigned threads = 1;
  std::string commands;
  bool dap = false;
  unsigned port = 0;
  std::string recorded, archive;
  CLI::App *run_app = nullptr, *rerun_app = nullptr, *pack_app = nullptr, *debug = nullptr,
           *params = nullptr, *keys = nullptr, *check = nullptr, *budget = nullptr;

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
    pack_app = app.add_subcommand("pack", "Write the inputs of a run into one file, to repeat or "
                                          "debug the run elsewhere");
    add_pack(*pack_app);
    debug = app.add_subcommand("debug",
                               "Run a system, or a chip of a network, in the debugger, forwards "
                               "and backwards");
    add_debug(*debug);
    params = app.add_subcommand("params", "List the parameters of the model");
    params->add_flag("--json", json, "As JSON");
    keys = app.add_subcommand("keys", "List the keys of ports that are numbers or switches");
    check = app.add_subcommand("check",
                               "Check a system or a network of them, and compile and load images");
    add_system(*check);
    check->add_option("--sarif", sarif, "Also write errors and warnings as SARIF 2.1.0")
        ->type_name("FILE");
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
        ->type_name("FILE");
    c.add_option("--chip", run_options.chip, "Of a network: the chip to debug")->type_name("NAME");
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
        ->type_name("DIR");
    c.add_option("--dump", dumps, "Print memory at the end, e.g. scratch:0x3f00+10")
        ->type_name("REGION:ADDRESS+LONGWORDS")
        ->allow_extra_args(false);
    c.add_flag("--frames", frames,
               "Also write DIR/frames.csv: times, ports, fate and drop reason of each frame")
        ->needs("--out");
    c.add_option("--log-data", log_data, "Bytes of a frame in port logs: full, header:N, none")
        ->type_name("WHAT");
    c.add_flag("--zstd", zstd, "Compress port logs, rings.log and frames.csv: port0_tx.log.zst")
        ->needs("--out");
    c.add_option("--rings", run_options.rings,
                 "Also write DIR/rings.log, each put and get of these rings: all, or names or "
                 "numbers with commas")
        ->type_name("RINGS");
    c.add_flag("--ring-lines", run_options.ring_lines,
               "rings.log also has the source line of each put and get")
        ->needs("--rings");
    c.add_flag("--ring-frames", run_options.ring_frames,
               "rings.log also has the frame of each message, by the buffer that it names")
        ->needs("--rings");
    c.add_flag("--no-polls", run_options.no_polls, "rings.log omits gets that found nothing")
        ->needs("--rings");
    c.add_option("--report", run_options.report,
                 "Write an HTML report: throughput, delays, utilisation, rings over time, where "
                 "contexts wait, hazards")
        ->type_name("FILE.html");
    CLI::Option* pcapng = c.add_flag("--pcapng", run_options.pcapng, "Also write DIR/ports.pcapng");
    c.add_option("--capture", run_options.capture,
                 "Write frames as pcapng into FILE while the run goes on, e.g. a named pipe that "
                 "Wireshark reads")
        ->type_name("FILE")
        ->excludes(pcapng);
    c.add_flag("--contexts", run_options.contexts,
               "Show position and wait state of every context at the end, and where frames are");
    c.add_flag("-q,--quiet", run_options.quiet, "No table and no progress line");
    add_observations(c);
    c.add_option("--chip", run_options.chip,
                 "Of a network: the chip that --timeline, --journey and --profile show")
        ->type_name("NAME");
  }

  void add_rerun(CLI::App& c) {
    c.add_option("DIR", recorded, "The --out of the run, or its archive (.tar.zst)")
        ->required()
        ->type_name("")
        ->check(ixp::not_empty);
    c.add_option("-o,--out", run_options.out, "Write the files into DIR, not into the run's --out")
        ->type_name("DIR");
  }

  void add_pack(CLI::App& c) {
    c.add_option("DIR", recorded, "The --out of the run")
        ->required()
        ->type_name("")
        ->check(ixp::not_empty);
    c.add_option("-o,--output", archive, "The archive: FILE.tar.zst")
        ->required()
        ->type_name("FILE");
  }

  // Options of a simulated run and its outputs.
  void add_simulated(CLI::App& c) {
    add_system(c);
    c.get_option("SYSTEM")->description(
        "System file (.toml), or a recorded run with its options: its --out, or an archive of pack "
        "(.tar.zst)");
    c.option_defaults()->group("Simulation");
    c.add_option(
         "--images", run_options.images,
         "Load compiled images from FILE.uof, made by mecc --system from SYSTEM with the same "
         "--set, instead of compiling")
        ->type_name("FILE.uof");
    c.add_option("--until", until,
                 "Stop condition instead of [stop]: packets_tx=N, packets_rx=N, cycles=N, "
                 "time_ms=N, idle; several with commas")
        ->type_name("SPEC");
    c.add_option("--seed", seed, "Seed of random choices instead of the file's")
        ->type_name("N")
        ->check(ixp::whole_number);
    c.add_option("--rx", run_options.rx, "Port PORT receives FILE, once, instead of its streams")
        ->type_name("PORT=FILE")
        ->allow_extra_args(false);
    c.add_option("--fail-on", fail_on,
                 "Hazards that make the run fail: none, loss (of data; the default), any")
        ->type_name("WHICH");
    c.add_flag("--allow-writes", run_options.allow_writes,
               "Let the system file name outputs outside of the current folder and --out");
    c.add_option("--engine", engine, "threaded (default), or the slow, plain reference")
        ->check(CLI::IsMember({"threaded", "reference"}))
        ->type_name("ENGINE");
    c.add_flag("--uninitialised", run_options.check,
               "Also report reads of memory and registers never written");
  }

  void add_observations(CLI::App& c) {
    c.option_defaults()->group("Timeline, frames and profile");
    ixp::ObservationOptions& o = run_options.observations;
    CLI::Option* timeline =
        c.add_option("--timeline", o.timeline,
                     "Write a timeline of events: x.pftrace for ui.perfetto.dev, x.json (Chrome's "
                     "trace format) for small runs")
            ->type_name("FILE");
    c.add_option("--timeline-of", o.timeline_of,
                 "Parts of the chip: all, or some of 0:1, 0:1.3, references, rings, queues, media "
                 "with commas")
        ->type_name("WHAT")
        ->needs(timeline);
    CLI::Option* from = c.add_option("--from-cycle", o.from, "First cycle of the timeline")
                            ->type_name("CYCLE")
                            ->check(ixp::whole_number);
    CLI::Option* to = c.add_option("--to-cycle", o.to, "First cycle after the timeline")
                          ->type_name("CYCLE")
                          ->check(ixp::whole_number);
    from->needs(timeline);
    to->needs(timeline);
    CLI::Option* around =
        c.add_option("--around", o.around,
                     "The timeline begins --span cycles before, and ends as many after, this: a "
                     "frame (p0.17), an address (sram0:0x100), hazard")
            ->type_name("WHAT")
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
                 "Write where cycles go into DIR: by line, by instruction, coverage (lcov.info), "
                 "callgrind.out for kcachegrind, folded.txt for flame graphs")
        ->type_name("DIR");
  }

  // Options of a subcommand, except --out, in a fixed order.
  static std::vector<std::string> options_of(const CLI::App& command) {
    std::vector<std::string> words;
    for (const CLI::Option* option : command.get_options()) {
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
    if (!run_options.out.empty()) ixp::set_earlier_results_aside(run_options.out);
    if (ixp::is_recorded_run(system)) {
      std::vector<std::string> added = with_absolute_paths(options_of(*run_app));
      if (!run_options.out.empty()) added.push_back("--out=" + absolute(run_options.out));
      return repeat(ixp::RecordedRun(absolute(system)), *run_app, added, run_options.expected_run);
    }
    if (run_options.arguments.empty()) {
      run_options.folder = std::filesystem::current_path().string();
      run_options.arguments = options_of(*run_app);
      run_options.arguments.insert(run_options.arguments.begin(), system);
    }
    complete_options();
    if (zstd) run_options.packing = run_options.observations.packing = ixp::Packing::Zstd;
    if (frames) run_options.observations.frames = run_options.out;
    if (!ixp::parse(log_data, run_options.log_data))
      throw CLI::ValidationError("--log-data", "expected full, header:N or none");
    if (run_options.pcapng && run_options.out.empty())
      throw CLI::ValidationError("--pcapng", "needs --out DIR");
    if (run_options.capture == "-")
      throw CLI::ValidationError("--capture",
                                 "'-' is for tables and messages; expected a file or a "
                                 "pipe, in bash --capture >(COMMAND)");
    if (!run_options.rings.empty() && run_options.out.empty())
      throw CLI::ValidationError("--rings", "needs --out DIR");
    for (const std::string& d : dumps)
      run_options.dumps.push_back(ixp::parse_dump(d));
    if (ixp::is_network(system)) return ixp::run_network_command(run_options, threads);
    if (threads > 1) throw CLI::ValidationError("--threads", "is for networks; this is one system");
    if (!run_options.chip.empty())
      throw CLI::ValidationError("--chip", "is for networks; this is one system");
    return ixp::run_command(run_options);
  }

  static std::string absolute(const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
  }

  // Options for a command in another folder.
  static std::vector<std::string> with_absolute_paths(std::vector<std::string> options) {
    for (std::string& option : options) {
      size_t path = option.find('=') + 1;
      const std::string_view name(option.data(), path);
      if (name == "--rx=") path = option.find('=', path) + 1;
      static constexpr std::array kWithPath{"--rx=",       "--images=",  "--capture=", "--report=",
                                            "--timeline=", "--profile=", "--commands="};
      const std::string_view file = std::string_view(option).substr(path);
      if (path != 0 && !file.empty() && file != "-" && std::ranges::count(kWithPath, name) != 0)
        option.replace(path, option.npos, absolute(option.substr(path)));
    }
    return options;
  }

  // Whether an option of `added` replaces the --rx of the same port.
  static bool replaces(const std::vector<std::string>& added, const std::string& option) {
    if (!option.starts_with("--rx=")) return false;
    const std::string port = option.substr(0, option.find('=', option.find('=') + 1) + 1);
    return std::ranges::any_of(added, [&](const auto& other) { return other.starts_with(port); });
  }

  // Whether a repeated command takes this option of the recorded run.
  static bool takes(const CLI::App& command, const std::string& option) {
    const CLI::Option* known = command.get_option_no_throw(option.substr(0, option.find('=')));
    if (!known) return command.get_name() == "run"; // an error of usage names it
    return known->count() == 0 || known->get_items_expected_max() > 1;
  }

  // Executes `command` with the system and options of a recorded run, and the options `added`,
  // which replace options of the run. Throws InputError if the run is not `expected` ("": any).
  static int repeat(const ixp::RecordedRun& recorded, const CLI::App& command,
                    const std::vector<std::string>& added, const std::string& expected) {
    const std::vector<std::string>& arguments = recorded.record().arguments;
    std::vector<std::string> words{command.get_name()};
    std::ranges::copy_if(arguments, std::back_inserter(words), [&](const std::string& word) {
      return &word == &arguments.front() || (takes(command, word) && !replaces(added, word));
    });
    words.insert(words.end(), added.begin(), added.end());
    std::ranges::reverse(words); // CLI11 takes words from the end
    CommandLine again;
    try {
      again.app.parse(words);
    } catch (const CLI::Success&) {
      throw ixp::InputError({recorded.path()},
                            "is no record of a run: it has --help among the run's arguments");
    } catch (const CLI::RequiresError& e) {
      throw CLI::RequiresError(fmt::format("{}: an option of the recorded run", e.what()),
                               CLI::ExitCodes::RequiresError);
    }
    again.run_options.expected_run = expected;
    again.run_options.folder = std::filesystem::current_path().string();
    if (recorded.temporary()) { // a repetition needs the archive
      again.run_options.arguments = {recorded.path()};
      std::ranges::copy_if(added, std::back_inserter(again.run_options.arguments),
                           [](const std::string& word) { return !word.starts_with("--out="); });
    }
    recorded.enter();
    return again.run();
  }

  int rerun() {
    const ixp::RecordedRun run(absolute(recorded));
    const ixp::RunRecord& record = run.record();
    if (run_options.out.empty() && record.packed) throw CLI::RequiredError("--out");
    const std::string& out = run_options.out.empty() ? recorded : run_options.out;
    return repeat(run, *run_app, {"--out=" + absolute(out)}, record.repeatable() ? record.run : "");
  }

  int debug_system() {
    if (ixp::is_recorded_run(system))
      return repeat(ixp::RecordedRun(absolute(system)), *debug,
                    with_absolute_paths(options_of(*debug)), {});
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
    if (*pack_app) {
      ixp::write_archive(absolute(recorded), absolute(archive));
      return 0;
    }
    if (*debug) return debug_system();
    if (*params) return ixp::params_command(json);
    if (*keys) return ixp::keys_command();
    if (*check) return ixp::check_command(system, overrides, sarif);
    return ixp::budget_command(system, overrides, json);
  }
};

} // namespace

int main(int argc, char** argv) {
  return ixp::end_rank(ixp::run_program<CommandLine>(argc, argv));
}
