// ixpgen: the command line.
#include "base/files.h"
#include "base/program.h"
#include "base/version.h"
#include "tools/ixpgen/streams.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <unistd.h>

namespace {

void show_progress(uint64_t packets) {
  fmt::print(stderr, "\r{} packets\033[K", packets);
  std::fflush(stderr);
}

struct CommandLine {
  CLI::App app{"Packet streams from a description of flows"};
  std::string flows, write = "both";
  std::vector<std::string> overrides;
  ixp::StreamOptions options;
  std::optional<uint64_t> seed, packets;
  bool quiet = false, json = false;

  CommandLine() {
    app.name("ixpgen");
    app.set_version_flag("--version", ixp::version_of("ixpgen"));
    app.footer("The same description and seed give the same bytes on every machine.\n"
               "Exit status: 0 done, 1 the input was wrong, 2 usage.");
    app.add_option("FLOWS", flows, "Description of the flows (.toml)")->required()->type_name("");
    app.add_option("-o,--out", options.folder, "Write streams into DIR; without it only the table")
        ->type_name("DIR")
        ->check(ixp::not_empty);
    app.add_option("--write", write,
                   "flows: NAME.pcap each; ports: portN.pcap each; both (default)")
        ->check(CLI::IsMember({"flows", "ports", "both"}))
        ->type_name("WHAT");
    app.add_option("-s,--set", overrides,
                   "Change a key of the description first, e.g. flow.voice.mbps=3, "
                   "default.duration_ms=50; several times")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    app.add_option("--seed", seed, "Seed of all flows; overrides the file's")
        ->type_name("N")
        ->check(ixp::whole_number);
    app.add_option("--load", options.load_percent, "Scale every rate")
        ->check(ixp::whole_number)
        ->check(CLI::Range(1, 10000))
        ->type_name("PERCENT");
    app.add_option("--packets", packets, "Packets per flow; overrides the flow's own limit")
        ->check(ixp::whole_number)
        ->check(CLI::Range(uint64_t{1}, uint64_t{1'000'000'000}))
        ->type_name("N");
    auto* without = app.add_flag("-q,--quiet", quiet, "No table and no progress line");
    app.add_flag("--json", json, "The table as JSON")->excludes(without);
  }

  int run() {
    ixp::FlowFile file = ixp::read_flows(flows, overrides);
    if (seed)
      for (ixp::Flow& f : file.flows)
        f.seed = *seed;
    options.packets = packets;
    options.per_flow = write != "ports";
    options.per_port = write != "flows";
    const bool progress = !quiet && isatty(STDERR_FILENO);
    if (progress) options.progress = show_progress;
    const auto totals = ixp::write_streams(file, options);
    if (progress) std::fputs("\r\033[K", stderr);
    if (!quiet)
      ixp::write_file("-", json ? ixp::describe_json(file, totals) : ixp::describe(file, totals));
    return 0;
  }
};

} // namespace

int main(int argc, char** argv) {
  return ixp::run_program<CommandLine>(argc, argv);
}
