// ixpemu run: one run with everything it writes.
#pragma once

#include "emu/cli/observations.h"
#include "emu/me/microengine.h"
#include "emu/observe/port_log.h"
#include "emu/sim/choices.h"

#include <string>
#include <vector>

namespace ixp {

struct RunOptions : SystemChoices {
  std::string out;    // folder for logs and statistics; "" = none are written
  std::string report; // page of the run; "" = none is written
  EngineKind engine = EngineKind::Threaded;
  std::vector<DumpSpec> dumps;
  LogData log_data;
  Packing packing = Packing::None; // of port logs and rings.log
  std::string rings;               // whose history to write; "" = of none
  bool ring_lines = false;         // rings.log with lines of sources
  bool ring_frames = false;        // ... with names of frames
  ObservationOptions observations;
  bool pcapng = false, check = false, contexts = false, quiet = false;
};

// Exit status: 1 when the run failed (emu/observe/outcome.h).
int run_command(const RunOptions& options);

} // namespace ixp
