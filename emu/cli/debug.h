// ixpemu debug: one system in the debugger (emu/debug).
#pragma once

#include "emu/cli/run.h"

namespace ixp {

struct DebugOptions {
  RunOptions run;       // only the options that concern the system
  std::string commands; // file of console commands; "": standard input
  bool dap = false;     // serve an editor on standard input and output,
  unsigned port = 0;    // or on this TCP port of 127.0.0.1, with a token, if it is not 0
};

// Returns the exit status: that of the run if the session ended at the run's end, else 0; 1 if a
// command from a file or pipe was invalid.
int debug_command(const DebugOptions& options);

} // namespace ixp
