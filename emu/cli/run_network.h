// ixpemu run NETWORK: runs chips joined by links. Writes network.json, and a folder for each chip
// with the files of a single run and frames.log, the frames that left the network there.
#pragma once

#include "emu/cli/run.h"

namespace ixp {

int run_network_command(const RunOptions& options, unsigned threads);

} // namespace ixp
