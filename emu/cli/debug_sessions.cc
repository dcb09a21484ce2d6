#include "emu/cli/debug_sessions.h"

#include "base/print.h"
#include "base/replacement.h"
#include "base/temporary.h"
#include "emu/cli/outputs.h"
#include "emu/cli/run_network.h"
#include "emu/network/network_toml.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ixp {

// A network in which one chip is debugged, on the only rank. Its state is the start of the run:
// processes of the debugger execute it.
struct WholeNetwork {
  explicit WholeNetwork(const NetworkConfig& config, const SimulationOptions& options)
      : network(config, options, alone, 1) {}
  std::vector<std::string> chips() const {
    std::vector<std::string> names;
    for (const Network::Node& node : network.nodes())
      names.push_back(node.name);
    return names;
  }
  Network::Node& node(const std::string& chip) { return *network.find(chip); }
  Exchange alone;
  Network network;
};

namespace {

namespace fs = std::filesystem;

// The debugger runs the past repeatedly, so inputs must be readable several times.
void check_streams(const SystemConfig& system) {
  for (const auto& [number, port] : system.ports) {
    if (!port.rx) continue;
    for (const std::string& file : port.rx->stream.files)
      if (!file_input(file).lasting)
        throw InputError(port.rx->where,
                         fmt::format("{} is a pipe or a device, which can be read only "
                                     "once; the debugger goes back: store the stream in "
                                     "a file",
                                     file));
  }
}

std::shared_ptr<WholeNetwork> build_network(const RunOptions& options) {
  const NetworkConfig config = load_network(options);
  for (const ChipConfig& chip : config.chips)
    check_streams(chip.system);
  return std::make_shared<WholeNetwork>(config, SimulationOptions{options.engine, options.check});
}

debug::Debuggee debuggee_of(const std::shared_ptr<WholeNetwork>& whole, const std::string& chip) {
  Network& network = whole->network;
  Network::Node* node = network.find(chip);
  if (!node)
    throw InputError(
        {network.config().path},
        fmt::format("{}; expected --chip with one of {}, or 'chip' in the arguments of 'launch'",
                    chip.empty() ? "is a network, and the debugger takes one of its chips"
                                 : fmt::format("--chip {}: no such chip", chip),
                    fmt::join(whole->chips(), ", ")));
  return {{whole, node->sim.get()},
          network.config().path,
          {[&network, node](Tick to) { return network.advance_before_microengines(*node, to); },
           [&network, node] { // the network goes on after a restart of this chip
             return network.end() == NetworkEnd::Running ? node->sim->statistics().failures
                                                         : accounts_of(network).failures;
           }}};
}

debug::Debuggee load_system_to_debug(const RunOptions& options) {
  if (!options.chip.empty())
    throw InputError({options.system}, "--chip is for networks; this is one system");
  const SystemConfig system = load_system(options);
  check_streams(system);
  return {std::make_shared<Simulation>(system, SimulationOptions{options.engine, options.check}),
          system.path};
}

// Executes the whole run, with edits, and writes its files.
void write_run(Simulation& sim, const RunOptions& options, const std::vector<debug::Edit>& edits) {
  Outputs outputs(options, sim.system(), sim.chip(), sim.hazards(), sim.debug_log());
  sim.control().advance_before_microengines(0);
  for (const debug::Edit& e : edits) {
    sim.control().advance_before_microengines(e.cycle * sim.system().params.clock_me_div);
    debug::apply(e, sim);
  }
  sim.run();
  outputs.finish(sim.statistics(), sim.hazards(), sim.contexts());
  Replacement set;
  outputs.commit();
  set.keep();
  outputs.remove_stale();
}

// A child process writes the files of a run into a folder.
void save(RunOptions options, const std::string& folder,
          const std::function<void(const RunOptions&)>& write) {
  options.out = fs::path(options.folder) / folder;
  flush_standard_output();
  const pid_t child = fork();
  if (child < 0)
    throw InputError(fmt::format("no further process can be made: {}", std::strerror(errno)));
  if (child == 0) {
    int status = 1;
    try {
      write(options);
      status = 0;
    } catch (const InputError& e) {
      complain(e.diagnostic());
    }
    Temporary::remove_all();
    _exit(status);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw InputError({options.out}, "the files of the run were not written");
  print("written into {}\n", options.out);
}

} // namespace

debug::Debuggee load_debuggee(const RunOptions& options) {
  return is_network(options.system) ? debuggee_of(build_network(options), options.chip)
                                    : load_system_to_debug(options);
}

ConsoleSessions::ConsoleSessions(const RunOptions& options, std::function<bool()> wants_stop,
                                 std::function<void(const std::string&)> source)
    : options_(options), wants_stop_(std::move(wants_stop)), source_(std::move(source)) {
  if (is_network(options.system)) {
    network_ = build_network(options);
    begin(options.chip, debuggee_of(network_, options.chip));
  } else {
    begin("", load_system_to_debug(options));
  }
}

std::string ConsoleSessions::prompt() const {
  return (network_ ? now_->chip + " " : "") + now_->console->prompt();
}

int ConsoleSessions::end() {
  if (!session().history().ended()) return 0;
  const auto failures = session().ask("end").at("failures").get<std::vector<std::string>>();
  if (failures.empty()) return 0;
  const std::string at = network_ ? "" : fmt::format(" at cycle {}", session().history().cycle());
  throw InputError({now_->debuggee.path},
                   fmt::format("the run failed{}: {}", at, fmt::join(failures, "\n  and: ")));
}

void ConsoleSessions::begin(const std::string& chip, debug::Debuggee debuggee) {
  One one{chip, std::move(debuggee), edits_besides(chip), {}, {}};
  one.session = std::make_unique<debug::Session>(
      *one.debuggee.sim, wants_stop_, [](const debug::Note& n) { print("{}\n", n.text); },
      one.debuggee.around);
  one.console = std::make_unique<debug::Console>(
      *one.session, [](const std::string& text) { print("{}", text); },
      [this](const std::string& folder) { write(folder); },
      [this](const std::string& name) { select(name); }, source_);
  now_ = &sessions_.insert_or_assign(chip, std::move(one)).first->second;
}

std::vector<std::string> ConsoleSessions::chips() const {
  return network_ ? network_->chips() : std::vector<std::string>{};
}

void ConsoleSessions::write(const std::string& folder) {
  save(options_, folder, [this](const RunOptions& with) {
    if (!network_) return write_run(*now_->debuggee.sim, with, session().history().edits());
    prepare_edits("");
    write_network_run(with, network_->network, network_->alone, false);
  });
}

// Makes the edits of all sessions but that of `held` part of the run.
void ConsoleSessions::prepare_edits(const std::string& held) {
  for (auto& [name, one] : sessions_) {
    Simulation& sim = *one.debuggee.sim;
    network_->node(name).changes.clear();
    if (name == held) continue;
    for (const debug::Edit& e : one.session->history().edits())
      network_->node(name).changes.push_back(
          {e.cycle * sim.system().params.clock_me_div, [e, &sim] { debug::apply(e, sim); }});
  }
}

std::string ConsoleSessions::edits_besides(const std::string& chip) const {
  debug::Json edits = debug::Json::object();
  for (const auto& [name, one] : sessions_)
    if (name != chip) edits[name] = one.session->history().edits();
  return edits.dump();
}

void ConsoleSessions::select(const std::string& chip) {
  if (!network_) throw InputError("this is one system; 'chip' is for networks");
  if (chip.empty())
    return ixp::print("chips: {}; current: {}\n", fmt::join(chips(), ", "), now_->chip);
  if (!network_->network.find(chip))
    throw InputError(
        fmt::format("there is no chip '{}'; expected one of {}", chip, fmt::join(chips(), ", ")));
  const NetTime time = network_->node(now_->chip)
                           .wires.clock.time_of(session().history().cycle() *
                                                now_->debuggee.sim->system().params.clock_me_div);
  prepare_edits(chip);
  const auto there = sessions_.find(chip);
  if (there == sessions_.end()) {
    begin(chip, debuggee_of(network_, chip));
  } else {
    now_ = &there->second;
    if (const std::string edits = edits_besides(chip); now_->others_edits != edits) {
      now_->others_edits = edits;
      session().history().recover();
    }
  }
  const uint64_t ticks = now_->debuggee.sim->system().params.clock_me_div;
  session().go((network_->node(chip).wires.clock.tick_at(time) + ticks - 1) / ticks);
  print("chip {}, cycle {}\n", chip, session().history().cycle());
}

} // namespace ixp
