// The chip's memories, and where programs may keep variables in them when no system file says
// otherwise, in bytes [first, end). What is below is for rings, packet buffers and whatever boot
// software sets up.
#pragma once

#include "mecc/target/microengine.h"

#include <cstdint>

namespace mev2 {

struct MemoryRange {
  uint32_t first = 0, end = 0;
};

constexpr MemoryRange kVariablesInSram{0x100000, 0x400000}; // channel 0
constexpr MemoryRange kVariablesInDram{0x400000, 0x2000000};
constexpr MemoryRange kVariablesInScratch{0x2000, 0x4000};
constexpr MemoryRange kLocalMemory{0, 4 * kLocalMemoryLongwords};

// What the chip can have, in bytes. Boards have less of all but the scratchpad.
constexpr uint32_t kScratchBytes = 16384;      // IXP2800 HRM p.57
constexpr unsigned kScratchRings = 16;         // IXP2800 HRM p.57
constexpr uint32_t kMostSramBytes = 64u << 20; // of a channel; bits 31:30 of an address choose it
constexpr uint32_t kMostDramBytes = 1024u << 20;
constexpr unsigned kSramChannels = 2;

} // namespace mev2
