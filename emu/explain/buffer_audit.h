// Locates the buffers of a free list at the end of a run. Buffers on the list and in other queues
// of the queue array are found by following the links in memory, as the chip does; buffers that
// microcode took and did not return are in use. After an idle end no frame is inside, so buffers in
// use beyond the number that the system file declares as held are leaked. In other runs frames may
// occupy them.
#pragma once

#include "emu/chip/chip.h"
#include "emu/chip/run_control.h"
#include "emu/explain/hazard_log.h"

#include <string>
#include <vector>

namespace ixp {

struct BufferAudit {
  struct Taken { // count by instruction
    unsigned me = 0, pc = 0;
    std::string source; // "rx.c:70", or ""
    uint32_t buffers = 0;
  };

  unsigned channel = 0, entry = 0; // identifies the free list
  bool known = true;               // false: microcode has loaded another descriptor into the entry
  uint32_t buffers = 0;            // = free + queued + in_use + unreachable
  uint32_t free = 0, queued = 0;   // on the list, in other queues
  uint32_t in_use = 0;
  uint32_t held = 0,
           held_at_most = 0; // buffers in use that microcode may hold, as the system file declares
  uint32_t unreachable = 0;  // free, but not reachable because the list is damaged
  uint32_t leaked = 0;       // in use beyond `held` after an idle end
  uint32_t double_free = 0;  // list positions whose buffer is also at another position
  uint32_t foreign = 0;      // list positions that hold no buffer of this list
  std::vector<Taken> taken;  // those in use, by the instruction that took them, most frequent first

  // Reason why the run fails; "": none.
  std::string error() const;

private:
  std::string leak() const;
};

// One audit per free list of [boot], in the file's order.
std::vector<BufferAudit> audit_buffers(Chip& chip, const SystemConfig& system, const RunEnd& end,
                                       const HazardLog& hazards);

} // namespace ixp
