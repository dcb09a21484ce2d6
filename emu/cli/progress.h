// Progress of a run, one line on a terminal: emulated time, frames, speed. The only code that reads
// the host's clock; no output depends on it.
#pragma once

#include "emu/chip/run_control.h"

#include <chrono>

namespace ixp {

class Progress {
public:
  // Shown only if `wanted` and standard error is a terminal.
  Progress(const Chip& chip, const RunControl& control, bool wanted);
  void show(Tick now); // at most a few times a second
  void finish();       // erases the line

private:
  using Clock = std::chrono::steady_clock;
  const Chip& chip_;
  const RunControl& control_;
  bool enabled_, shown_ = false;
  Clock::time_point start_, next_;
};

} // namespace ixp
