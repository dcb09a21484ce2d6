// ixpemu run NETWORK: chips joined by links, with everything they write: a folder for each chip as
// of a run of its own, and in it frames.log, the frames that left the network there; network.json.
#pragma once

#include "emu/cli/run.h"

namespace ixp {

int run_network_command(const RunOptions& options, unsigned threads);

} // namespace ixp
