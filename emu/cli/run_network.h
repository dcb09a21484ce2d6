// A run of a network with all its files, for ixpemu run and for `write` of the debugger.
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

} // namespace ixp
