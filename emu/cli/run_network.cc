#include "emu/cli/run_network.h"

#include "base/digest.h"
#include "base/interrupt.h"
#include "base/print.h"
#include "base/replacement.h"
#include "base/run_folder.h"
#include "emu/cli/observations.h"
#include "emu/cli/outputs.h"
#include "emu/cli/run_record.h"
#include "emu/network/network_toml.h"
#include "emu/network/ranks.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ixp {

namespace {

namespace fs = std::filesystem;

// Options of one chip: its folder, and the observations that are of this chip.
RunOptions of_chip(RunOptions options, const std::string& chip) {
  ObservationOptions& o = options.observations;
  if (chip != options.chip) {
    o.timeline.clear();
    o.journeys.clear();
    o.profile.clear();
  }
  options.chip = chip;
  if (options.out.empty()) return options;
  options.out = fs::path(options.out) / chip;
  if (!o.frames.empty()) o.frames = options.out;
  return options;
}

uint64_t ns(NetTime t) {
  return nanoseconds(t, kNetworkMhz * 1'000'000);
}

// frames.log of a chip: the frames that left the network at its ports, in the order of their last
// bytes, each with its entry point and the chips that it has passed.
class FramesLog final : public PortObserver {
public:
  // Creates the file under a temporary name; commit() renames it.
  FramesLog(const std::string& path, Network& network, Network::Node& node)
      : file_(path), network_(network), node_(node), linked_(network.linked_ports(node)) {
    file_.write(fmt::format("# ixp network log 1 chip={} seed={}\n"
                            "# left_ns entered_ns port bytes frame path\n",
                            node.name, network.config().seed));
    node.sim->chip().tx.add_observer(*this);
  }
  void frame_crossed(const FrameRecord& r) override {
    if (r.direction != Direction::Tx || linked_[r.port]) return;
    const FrameIdentity id = node_.wires.identify(r);
    std::string path;
    for (const uint16_t chip : id.path)
      path += (path.empty() ? "" : ">") + network_.names()[chip];
    file_.write(fmt::format("{} {} {} {} {} {}\n", ns(node_.wires.clock.time_of(r.eop)),
                            ns(id.entered), r.port, r.bytes.size(), text(id, network_.names()),
                            path));
  }
  void finish(const RunMark& mark) {
    file_.write(mark.last_line());
    file_.finish();
  }
  void commit() { file_.commit(); }

private:
  OutputFile file_;
  Network& network_;
  Network::Node& node_;
  std::vector<bool> linked_; // indexed by transmit port
};

// Outputs of one chip.
struct ChipOutputs {
  Network::Node& node;
  Outputs outputs;
  Observations observations;
  std::unique_ptr<FramesLog> frames;

  ChipOutputs(const RunOptions& options, Network& network, Network::Node& n)
      : node(n),
        outputs(options, n.sim->system(), n.sim->chip(), n.sim->hazards(), n.sim->debug_log()),
        observations(options.observations, *n.sim, outputs.capture()) {
    if (options.out.empty()) return;
    frames = std::make_unique<FramesLog>(fs::path(options.out) / "frames.log", network, n);
    if (!options.observations.frames.empty())
      outputs.keep(std::string(kFrameTable) + suffix(options.packing));
  }
  // Writes all files. Returns the reasons why the chip's run failed, if any.
  std::vector<std::string> finish() {
    const Statistics statistics = node.sim->statistics();
    if (frames) frames->finish(mark_of(statistics));
    observations.finish(statistics);
    outputs.finish(statistics, node.sim->hazards(), node.sim->contexts());
    std::vector<std::string> failures;
    for (const std::string& f : statistics.failures)
      failures.push_back(fmt::format("{}: {}", node.name, f));
    return failures;
  }
  // Text for standard output.
  std::string text(bool contexts) const {
    return observations.text() +
           (contexts ? fmt::format("\n{}\n{}", node.name, node.sim->contexts()) : "");
  }
  void commit() {
    outputs.commit();
    observations.commit();
    if (frames) frames->commit();
  }
};

// Throws InputError unless --chip names a chip where an option needs one.
void check_chip(const RunOptions& options, Network& network) {
  const ObservationOptions& o = options.observations;
  const bool needed = !o.timeline.empty() || !o.journeys.empty() || !o.profile.empty();
  if (!needed && options.chip.empty()) return;
  if (!needed)
    throw InputError({options.system},
                     "--chip: expected --timeline, --journey or --profile of this chip");
  if (network.find(options.chip)) return;
  std::vector<std::string> names;
  for (const Network::Node& node : network.nodes())
    names.push_back(node.name);
  throw InputError(
      {options.system},
      fmt::format("{}; expected --chip with one of {}",
                  options.chip.empty()
                      ? "is a network: --timeline, --journey and --profile show one chip"
                      : fmt::format("--chip {}: no such chip", options.chip),
                  fmt::join(names, ", ")));
}

void check_options(const RunOptions& options) {
  if (!options.report.empty())
    throw InputError({options.system},
                     "is a network: --report is for the run of one chip; run its system file with "
                     "what it received, --rx PORT=FILE, from ixplog to-pcapng "
                     "OUT/CHIP/portN_rx.log -o FILE");
  if (!options.capture.empty())
    throw InputError({options.system}, "is a network: --capture is for the run of one chip; "
                                       "--pcapng --out DIR writes a capture of each");
  if (options.console)
    throw InputError({options.system},
                     "is a network: --console is for the run of one chip; 'typed' in [xscale] of a "
                     "chip's system file replays the input of such a run");
  for (const std::string& change : options.overrides)
    if (change.starts_with("microengine."))
      throw InputError({options.system},
                       fmt::format("is a network: --define and --set {} are for the run of one "
                                   "chip; expected 'set' of a [[chip]]",
                                   change));
  if (!options.dumps.empty())
    throw InputError({options.system}, "is a network: --dump is for the run of one chip");
}

std::vector<std::string> finish_all(std::vector<std::unique_ptr<ChipOutputs>>& outputs) {
  std::vector<std::string> failures;
  for (auto& chip : outputs)
    for (std::string& f : chip->finish())
      failures.push_back(std::move(f));
  return failures;
}

// A network has no number of its own: the digest of its accounts identifies the run.
RunRecordFile::End end_of(const Network& network, const NetworkAccounts& accounts) {
  Digest digest;
  digest.add(accounts.json);
  return {digest.text(), {}, network.config().seed, !accounts.failures.empty()};
}

// Inputs of all ranks.
InputDigests together(const std::vector<std::string>& of_ranks) {
  InputDigests all;
  for (const std::string& rank : of_ranks)
    all.merge(digests_of(rank));
  return all;
}

} // namespace

NetworkRun write_network_run(const RunOptions& options, Network& network, Exchange& exchange,
                             bool record) {
  std::vector<std::unique_ptr<ChipOutputs>> outputs;
  for (unsigned n = 0; n < network.nodes().size(); ++n) {
    Network::Node& node = *network.find(network.names()[n]);
    if (!node.sim) continue;
    outputs.push_back(std::make_unique<ChipOutputs>(of_chip(options, node.name), network, node));
  }
  while (network.step())
    if (interrupted()) network.interrupt(interrupted());

  // All ranks write their files before any rank renames its own.
  const auto say = [&](const std::string& text) {
    return exchange.swap(std::vector<std::string>(exchange.ranks(), text));
  };
  NetworkAccounts accounts = balance(network, say(local_accounts(network, finish_all(outputs))));
  std::string own_text;
  for (const auto& chip : outputs)
    own_text += chip->text(options.contexts);
  std::vector<std::string> texts = say(own_text);
  std::optional<OutputFile> ledger;
  std::optional<RunRecordFile> run_record;
  const std::vector<std::string> inputs =
      say(options.out.empty() || !record ? "" : to_text(digests_of_inputs()));
  if (exchange.rank() == 0 && !options.out.empty()) {
    ledger.emplace(fs::path(options.out) / "network.json");
    ledger->write(accounts.json);
    ledger->finish();
    if (record) {
      run_record.emplace(options.out);
      run_record->finish(options, end_of(network, accounts), together(inputs));
    }
  }
  const FolderLock alone(exchange.rank() == 0 ? options.out : ""); // for all ranks
  say("");
  Replacement set; // of this rank
  for (auto& chip : outputs)
    chip->commit();
  if (ledger) ledger->commit();
  if (run_record) run_record->commit();
  set.keep();
  for (auto& chip : outputs)
    chip->outputs.remove_stale();
  if (ledger)
    remove_stale(options.out,
                 record ? std::vector<std::string>{kRunRecord} : std::vector<std::string>{});
  say(""); // until here the first rank holds the lock
  return {std::move(accounts), std::move(texts)};
}

int run_network_command(const RunOptions& options, unsigned threads) {
  check_options(options);
  const std::unique_ptr<Exchange> exchange = join_ranks();
  Network network(load_network(options), {options.engine, options.check}, *exchange, threads);
  check_chip(options, network);
  std::optional<OrderlyEnd> orderly(std::in_place);
  const NetworkRun run = write_network_run(options, network, *exchange, true);
  const bool speaks = exchange->rank() == 0;
  const std::vector<std::string>& failures = run.accounts.failures;
  part_ranks();
  orderly.reset();
  if (!speaks) return failures.empty() ? 0 : 1;
  if (!options.quiet) print("{}", run.accounts.table);
  for (const std::string& text : run.texts)
    print("{}", text);
  if (failures.empty()) return 0;
  throw InputError({options.system},
                   fmt::format("the run failed: {}", fmt::join(failures, "\n  and: ")));
}

} // namespace ixp
