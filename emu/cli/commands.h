// The subcommands of ixpemu. Each prints to standard output and returns an exit status, or throws
// ixp::InputError; main() turns that into a message and status 1.
#pragma once

#include "emu/cli/run.h"

#include <string>
#include <vector>

namespace ixp {

int params_command(bool json);
int keys_command();
// `overrides`: --set KEY=VALUE. `sarif_path`: file for errors and warnings; "": none.
int check_command(const std::string& system_path, const std::vector<std::string>& overrides,
                  const std::string& sarif_path);
int budget_command(const std::string& system_path, const std::vector<std::string>& overrides,
                   bool json);

// One system, or a chip of a network, in the debugger (emu/debug).
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
