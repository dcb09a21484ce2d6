// Where programs may keep variables when no system file says otherwise, in bytes [first, end). What
// is below is for rings, packet buffers and whatever boot software sets up.
#pragma once

#include <cstdint>

namespace mev2 {

struct MemoryRange {
  uint32_t first = 0, end = 0;
};

constexpr MemoryRange kVariablesInSram{0x100000, 0x400000}; // channel 0
constexpr MemoryRange kVariablesInDram{0x400000, 0x2000000};
constexpr MemoryRange kVariablesInScratch{0x2000, 0x4000};
constexpr MemoryRange kLocalMemory{0, 2560}; // all 640 longwords of a microengine

} // namespace mev2
