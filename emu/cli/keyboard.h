// Standard input as the keyboard of the ARM program's console (ixpemu run --console). Bytes reach
// the UART at the tick after the look that reads them, and are recorded with that tick
// (emu/control/uart.h). While input may come, emulated time does not run ahead of host time.
#pragma once

#include "base/terminal.h"
#include "emu/sim/simulation.h"

#include <chrono>

namespace ixp {

class Keyboard {
public:
  // Throws InputError if the system has no ARM program, or its input is a replay. `explains`: names
  // the key that ends the run.
  Keyboard(Simulation& sim, bool explains);
  void look(Tick now);

private:
  using Clock = std::chrono::steady_clock;
  int wait_ms(Tick now);
  void close(Tick at, bool quits);
  void receive(Tick at, std::string_view bytes);

  Chip& chip_;
  RawTerminal terminal_;
  Clock::time_point start_ = Clock::now(); // host time of tick 0
  bool escaped_ = false;                   // Ctrl-A was typed
};

} // namespace ixp
