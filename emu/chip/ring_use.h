// Microengines that can put into the scratch rings of a system and get from them, as derived from
// their programs (emu/me/register_values.h). The result is complete: a microengine that reads or
// writes a ring in any run is listed here, or has an unknown ring number. ARM programs are not
// analysed: their system file lists the rings they use, otherwise they may use any.
#pragma once

#include "emu/chip/images.h"
#include "emu/chip/system.h"
#include "emu/memory/scratch_ring.h"

#include <array>
#include <string>
#include <vector>

namespace ixp {

std::string names(const RingUsers& users); // "0:0, 0:2, core"

struct RingUse {
  RingUsers readers, writers;
};
struct UnknownRingUse { // an instruction whose ring number is not a constant
  unsigned me = 0;
  uint32_t pc = 0;
  bool writes = false;
};

struct RingUses {
  std::array<RingUse, kScratchRings> rings;
  std::vector<UnknownRingUse> unknown;               // by microengine and address
  bool core_gets_any = false, core_puts_any = false; // ARM program without a list of rings
  RingUsers unknown_readers() const;
  RingUsers unknown_writers() const;
};

RingUses find_ring_uses(const SystemConfig& system, const Images& images);

// "ring 1 (SR_2) is read by 0:1, 0:2; expected ..."
std::string too_many_readers(const RingConfig& ring, const RingUsers& readers);
// Warnings, at the rings' definitions: more readers than the system file expects, no reader, no
// writer, or no such ring.
std::vector<Diagnostic> check_ring_uses(const SystemConfig& system, const RingUses& uses);

} // namespace ixp
