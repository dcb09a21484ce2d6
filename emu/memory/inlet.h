// The command inlet shared by scratchpad, hash unit and CAP (IXP2800 HRM p.229, "SHaC"): commands
// handed over by the bus and not yet started by their unit. (That CAP commands use it is an
// assumption.)
#pragma once

#include "emu/kernel/params.h"
#include "emu/memory/backlog.h"

namespace ixp {

struct Inlet : Backlog {
  explicit Inlet(const Params& params) : Backlog(params.scratch_inlet_fifo) {}
};

} // namespace ixp
