// Execution of a microengine's instructions. Two engines share one Core.
#pragma once

#include "emu/me/core.h"

namespace ixp::me {

class Engine {
public:
  virtual ~Engine() = default;
  // Acts at shared time `now`, an ME clock edge; returns the tick of its next action.
  virtual IXP_OFTEN Tick step(Tick now) = 0;
  // True if the engine waits for space in the command FIFO.
  virtual bool stalled() const = 0;
  // The next instruction of the executing context.
  virtual uint16_t next_pc() const = 0;
  // Number of instructions computed together instead of one by one (clock_loop.h); included in
  // statistics().
  virtual uint64_t skipped() const { return 0; }
  // True if the engine sleeps in a loop that waits for a clock (clock_loop.h). An earlier step
  // wakes it.
  virtual bool asleep() const { return false; }
  // Counters for cycles < end, once the run has reached it.
  virtual MeStatistics statistics(uint64_t end_cycle) const = 0;
};

} // namespace ixp::me
