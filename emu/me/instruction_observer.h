// Observers of instructions at issue: debuggers.
#pragma once

#include "emu/kernel/time.h"

namespace ixp {

// Called before a marked instruction issues, in shared time: its inputs are complete, and effects
// of others at this tick or later are not visible. The call does not affect the run, unless the
// observer writes registers or memory.
class InstructionObserver {
public:
  virtual ~InstructionObserver() = default;
  virtual void issues(unsigned me, unsigned ctx, unsigned pc, Tick tick) = 0;
};

} // namespace ixp
