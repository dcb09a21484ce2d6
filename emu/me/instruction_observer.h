// Who wants to know of instructions as they issue: debuggers.
#pragma once

#include "emu/kernel/time.h"

namespace ixp {

// Called before a marked instruction issues, in shared time: what
// it will read is there, and what others do at this tick or later is not. To be called does not
// change the run; an observer that writes registers or memory does.
class InstructionObserver {
public:
  virtual ~InstructionObserver() = default;
  virtual void issues(unsigned me, unsigned ctx, unsigned pc, Tick tick) = 0;
};

} // namespace ixp
