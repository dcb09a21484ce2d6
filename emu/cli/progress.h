// One line on a terminal while a run goes on: emulated time, frames, speed. The only place that
// looks at the host's clock; nothing of it reaches an output.
#pragma once

#include "emu/chip/run_control.h"

#include <chrono>

namespace ixp {

class Progress {
public:
  // Shown only when `wanted` and standard error is a terminal.
  Progress(const Chip& chip, const RunControl& control, bool wanted);
  void show(Tick now); // at most a few times a second
  void finish();       // takes the line away

private:
  using Clock = std::chrono::steady_clock;
  const Chip& chip_;
  const RunControl& control_;
  bool enabled_, shown_ = false;
  Clock::time_point start_, next_;
};

} // namespace ixp
