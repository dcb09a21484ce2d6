// How a microengine walks through its instructions. Two engines share one Core.
#pragma once

#include "emu/me/core.h"
#include "emu/me/instruction_counts.h"

namespace ixp::me {

class Engine {
public:
  virtual ~Engine() = default;
  // Acts at shared time `now`, an ME clock edge; returns the tick of its next action.
  virtual Tick step(Tick now) = 0;
  // The command FIFO has room again: does the engine wait for that?
  virtual bool stalled() const = 0;
  // The next instruction of the executing context.
  virtual uint16_t next_pc() const = 0;
  // Instructions that were worked out together instead of one by one (clock_loop.h); statistics()
  // has them, too.
  virtual uint64_t skipped() const { return 0; }
  // Nothing at or after this tick may be worked out: returns to before it. The tick of the next
  // action then; kNever: as it was announced.
  virtual Tick come_back(Tick limit) { return kNever; }
  // Counts cycles by instruction, too, from now on.
  virtual void count_instructions(InstructionCounts& counts) { by_instruction_ = &counts; }
  // Counters for cycles < end, once the run has come that far.
  virtual MeStatistics statistics(uint64_t end_cycle) const = 0;

protected:
  InstructionCounts* by_instruction_ = nullptr; // null: not counted
};

} // namespace ixp::me
