// ixpemu run NETWORK: a run of chips joined by links, with all its files. The debugger's `write`
// uses it, too.
#pragma once

#include "emu/cli/run.h"
#include "emu/network/accounts.h"

#include <string>
#include <vector>

namespace ixp {

struct NetworkRun {
  NetworkAccounts accounts;
  std::vector<std::string> texts; // of chips, for standard output
};
// Runs a network to its end and writes its files. `record`: also run.json. Throws InputError.
NetworkRun write_network_run(const RunOptions& options, Network& network, Exchange& exchange,
                             bool record);

// Writes network.json, and a folder for each chip with the files of a single run and frames.log:
// the frames that left the network there. Returns the exit status.
int run_network_command(const RunOptions& options, unsigned threads);

} // namespace ixp
