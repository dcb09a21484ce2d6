// Who can put into the scratch rings of a system and get from them, as far as the words of its
// programs say it (emu/me/register_values.h). Nothing is missed: a microengine that reads or writes
// a ring in some run is named here, or is among those whose ring number is not known. ARM programs
// are not read: their system file says which rings they use, or they may use any.
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
  std::vector<UnknownRingUse> unknown;               // by microengine and place
  bool core_gets_any = false, core_puts_any = false; // an ARM program of which nobody says
  RingUsers unknown_readers() const;
  RingUsers unknown_writers() const;
};

RingUses find_ring_uses(const SystemConfig& system, const Images& images);

// "ring 1 (SR_2) is read by 0:1, 0:2; expected ..."
std::string too_many_readers(const RingConfig& ring, const RingUsers& readers);
// Warnings, where the rings are defined: more readers than the system file expects, or none, no
// writer, or no such ring.
std::vector<Diagnostic> check_ring_uses(const SystemConfig& system, const RingUses& uses);

} // namespace ixp
