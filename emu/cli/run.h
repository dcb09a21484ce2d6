// ixpemu run: one run with all its outputs.
#pragma once

#include "emu/cli/observations.h"
#include "emu/me/microengine.h"
#include "emu/record/port_log.h"
#include "emu/sim/choices.h"

#include <string>
#include <vector>

namespace ixp {

struct RunOptions : SystemChoices {
  std::vector<std::string> arguments; // as options were given, without --out
  std::string folder;                 // the current folder of these arguments
  std::string expected_run;           // of a repeated run (emu/cli/run_record.h); "": any
  std::string out;                    // folder for logs and statistics; "": not written
  std::string report;                 // HTML report; "": not written
  EngineKind engine = EngineKind::Threaded;
  std::vector<DumpSpec> dumps;
  LogData log_data;
  Packing packing = Packing::None; // compression of port logs and rings.log
  std::string rings;               // rings whose history to write; "": none
  bool ring_lines = false;         // rings.log includes source lines
  bool ring_frames = false;        // rings.log includes frame names
  bool no_polls = false;           // rings.log omits gets that found nothing
  ObservationOptions observations;
  std::string chip;          // of a network: the chip that timeline, journeys and profile show,
                             // or of these outputs
  std::string capture;       // pcapng file, also without `out`; "": none
  bool allow_writes = false; // outputs that the system file names may be in any folder
  bool console = false;      // standard input goes to the UART (emu/cli/keyboard.h)
  bool pcapng = false, check = false, contexts = false, quiet = false;
};

// Returns the exit status: 1 if the run failed (emu/explain/outcome.h).
int run_command(const RunOptions& options);

} // namespace ixp
