// ixpemu run: one run with everything it writes.
#pragma once

#include "emu/chip/system.h"
#include "emu/me/microengine.h"
#include "emu/observe/port_log.h"

#include <optional>
#include <string>
#include <vector>

namespace ixp {

struct RunOptions {
  std::string system;
  std::vector<std::string> overrides; // --set KEY=VALUE
  std::string images;                 // UOF of the whole system; "": sources are compiled
  std::string out;                    // folder for logs and statistics; "" = none are written
  EngineKind engine = EngineKind::Threaded;
  std::optional<StopSpec> until; // instead of [stop]
  std::optional<uint64_t> seed;  // instead of the file's
  std::optional<FailOn> fail_on; // instead of [stop]'s
  std::vector<std::string> rx;   // PORT=FILE
  std::vector<DumpSpec> dumps;
  LogData log_data;
  Packing packing = Packing::None; // of port logs and rings.log
  std::string rings;               // whose history to write; "" = of none
  bool ring_lines = false;         // rings.log with lines of sources
  bool pcapng = false, check = false, contexts = false, quiet = false;
};

// Exit status: 1 when the run failed (emu/observe/outcome.h).
int run_command(const RunOptions& options);

} // namespace ixp
