// Where the buffers of a free list are at the end of a run. Those on the list and in other queues
// of the queue array are found by following the links in memory, as the chip would; what microcode
// took and did not give back is in use. A run that ended idle has no frame inside any more, so what
// is then in use, beyond what the system file says microcode holds, is leaked. In other runs frames
// have them.
#pragma once

#include "emu/chip/chip.h"
#include "emu/chip/run_control.h"
#include "emu/observe/hazard_log.h"

#include <string>
#include <vector>

namespace ixp {

struct BufferAudit {
  struct Taken { // by the instruction there
    unsigned me = 0, pc = 0;
    std::string source; // "rx.c:70", or ""
    uint32_t buffers = 0;
  };

  unsigned channel = 0, entry = 0; // of the free list
  bool known = true;               // false: microcode has loaded another descriptor there
  uint32_t buffers = 0;            // = free + queued + in_use + unreachable
  uint32_t free = 0, queued = 0;   // on the list, in other queues
  uint32_t in_use = 0;
  uint32_t held = 0,
           held_at_most = 0; // of those in use: microcode keeps them, as the system file says
  uint32_t unreachable = 0;  // free, but a damaged list does not lead to them
  uint32_t leaked = 0;       // in use beyond `held` in a run that ended idle
  uint32_t double_free = 0;  // places on the list of buffers that have another there
  uint32_t foreign = 0;      // places on the list of what is no buffer of it
  std::vector<Taken> taken;  // those in use, by who took them, most first

  // Why the run fails for it; "" = it does not.
  std::string error() const;

private:
  std::string leak() const;
};

// One for each free list of [boot], in the file's order.
std::vector<BufferAudit> audit_buffers(Chip& chip, const SystemConfig& system, const RunEnd& end,
                                       const HazardLog& hazards);

} // namespace ixp
