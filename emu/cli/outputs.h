// Files that a run writes into --out, and its capture.
#pragma once

#include "emu/chip/chip.h"
#include "emu/cli/run.h"
#include "emu/explain/hazard_log.h"
#include "emu/record/debug_log.h"
#include "emu/record/port_capture.h"
#include "emu/record/port_log.h"
#include "emu/record/ring_log.h"
#include "emu/record/statistics.h"

#include <memory>
#include <string>
#include <vector>

namespace ixp {

// Removes files of an earlier run from its --out, except `names`. Throws InputError.
void remove_stale(const std::string& folder, const std::vector<std::string>& names);

// The mark of a run that has ended, for its files.
RunMark mark_of(const Statistics& statistics);

// Every file is created under a temporary name before the run, so that errors are found at once.
// commit() renames all files, stats.json first; remove_stale() then removes files of an earlier run
// that this one did not write: a folder holds the files of one run.
class Outputs {
public:
  // Writes only `capture`, which may be null, if options.out is empty. Throws InputError.
  Outputs(const RunOptions& options, const SystemConfig& system, Chip& chip,
          const HazardLog& hazards, DebugLog& debug, std::unique_ptr<PortCapture> capture = {});
  // Writes everything, and throws if that fails.
  void finish(const Statistics& statistics, const HazardLog& hazards, const std::string& contexts);
  void commit();
  void remove_stale() const {
    if (!folder_.empty()) ixp::remove_stale(folder_, names_);
  }
  PortCapture* capture() const { return capture_.get(); } // null: none
  // A file of this run that another class writes is not stale.
  void keep(const std::string& file) { names_.push_back(file); }

private:
  std::string add(const std::string& name);
  void add_debug(DebugLog& debug);
  void add_uart(const XScaleConfig& xscale, const RunOptions& options, Chip& chip);
  void write_uart();
  void add_logs(const RunOptions& options, const SystemConfig& system, Chip& chip);
  void capture_ports(const SystemConfig& system, Chip& chip);
  // Calls `what` for every file in the folder.
  template <class What> void each(What what) {
    what(*statistics_);
    what(*hazards_);
    what(*contexts_);
    what(*logs_);
    if (rings_) what(*rings_);
    if (debug_) what(*debug_);
    if (uart_) what(*uart_);
    if (typed_) what(*typed_);
  }

  std::string folder_;
  std::vector<std::string> names_; // file names
  uint64_t seed_;
  std::unique_ptr<OutputFile> statistics_, hazards_, contexts_;
  const control::Uart* console_ = nullptr; // null if there is no ARM program
  std::unique_ptr<OutputFile> uart_, uart_of_system_, typed_;
  bool shown_ = false; // the console was printed during the run
  std::unique_ptr<PortLogs> logs_;
  std::unique_ptr<PortCapture> capture_;
  std::unique_ptr<RingLog> rings_;
  std::unique_ptr<OutputFile> debug_; // microcode's debug output
};

} // namespace ixp
