// The chip's memories, and the default ranges for programs' variables, in bytes [first, end). Lower
// addresses are for rings, packet buffers and structures set up by boot software.
#pragma once

#include "isa/microengine.h"

#include <cstdint>

namespace mev2 {

// A memory that can hold programs' objects. The numbers are those of LLVM's address spaces.
enum class Region : uint8_t { Local = 0, Sram = 1, Dram = 2, Scratch = 3, Rbuf = 4, Tbuf = 5 };
constexpr unsigned kRegions = 6;

constexpr const char* name_of(Region r) { // human-readable
  constexpr const char* kNames[kRegions] = {"local memory",      "SRAM", "DRAM",
                                            "scratchpad memory", "RBUF", "TBUF"};
  return kNames[static_cast<unsigned>(r)];
}
constexpr const char* init_name_of(Region r) { // as in MemoryInit; "": cannot be initialised
  constexpr const char* kNames[kRegions] = {"lmem", "sram0", "dram", "scratch", "", ""};
  return kNames[static_cast<unsigned>(r)];
}

struct MemoryRange {
  uint32_t first = 0, end = 0;
};

constexpr MemoryRange kVariablesInSram{0x100000, 0x400000}; // channel 0
constexpr MemoryRange kVariablesInDram{0x400000, 0x2000000};
constexpr MemoryRange kVariablesInScratch{0x2000, 0x4000};
constexpr MemoryRange kLocalMemory{0, 4 * kLocalMemoryLongwords};

// Maximum sizes supported by the chip, in bytes. Boards have less, except for the scratchpad.
constexpr uint32_t kScratchBytes = 16384;      // IXP2800 HRM p.57
constexpr unsigned kScratchRings = 16;         // IXP2800 HRM p.57
constexpr uint32_t kMostSramBytes = 64u << 20; // per channel; bits 31:30 of an address select it
constexpr uint32_t kMostDramBytes = 1024u << 20;
constexpr unsigned kSramChannels = 2;

} // namespace mev2
