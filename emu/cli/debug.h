// ixpemu debug: one system in the debugger (emu/debug).
#pragma once

#include "emu/cli/run.h"

namespace ixp {

struct DebugOptions {
  RunOptions run;       // of these: what concerns the system
  std::string commands; // file of console commands; "": standard input
  bool dap = false;     // serve an editor on standard input and output, ...
  unsigned port = 0;    // ... or on this TCP port of this machine, when it is not 0
};

// Exit status: that of the run when the session ended at its end, else 0; 1 when a command of a
// file or pipe was wrong.
int debug_command(const DebugOptions& options);

} // namespace ixp
