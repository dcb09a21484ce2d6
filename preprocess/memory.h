// Memory declared by a program: its requests, and their allocation.
#pragma once

#include "base/diagnostic.h"
#include "isa/memory_map.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mecc {

enum class MemoryRegion : uint8_t { Sram, Dram, Scratch, Local };
constexpr size_t kMemoryRegions = 4;
const char* name_of(MemoryRegion r);      // "SRAM", "local memory"
const char* init_name_of(MemoryRegion r); // as in MemoryInit: "sram0", "lmem"

enum class MemoryScope : uint8_t {
  Program,     // one for all microengines that run this program
  Global,      // one for all programs of the system that declare the name
  Microengine, // one for each microengine
};

struct MemoryRequest {
  std::string name;
  MemoryRegion region = MemoryRegion::Sram;
  MemoryScope scope = MemoryScope::Program;
  uint32_t bytes = 0, align = 4;
  std::optional<uint32_t> address; // required address, if any
  ixp::SourceLocation where;
};

// The part of a memory from which programs' variables are allocated.
class MemoryPool {
public:
  MemoryPool() = default;
  explicit MemoryPool(mev2::MemoryRange whole) : whole_(whole), gaps_{whole} {}

  // Excludes [first, end), which has another use.
  void reserve(uint64_t first, uint64_t end);
  // Excludes [first, end) like reserve(). False: a part of it is already allocated. Addresses
  // outside the pool are free.
  bool claim(uint64_t first, uint64_t end);
  // Allocates `bytes` bytes at the lowest possible address; nothing if there is no room.
  std::optional<uint32_t> take(uint32_t bytes, uint32_t align);
  // The largest free range, aligned for any object; empty if nothing is free.
  mev2::MemoryRange largest() const;
  uint64_t free_bytes() const;

private:
  mev2::MemoryRange whole_;
  std::vector<mev2::MemoryRange> gaps_; // ascending, not empty
};

// Returns a byte address, or nothing with the reason in `why`.
using MemoryPlacer =
    std::function<std::optional<uint32_t>(const MemoryRequest& request, std::string& why)>;

// Allocates a request in a pool.
std::optional<uint32_t> take(MemoryPool& pool, const MemoryRequest& request, std::string& why);

// The memories as seen by a program that is alone on the chip.
class OwnMemory {
public:
  std::optional<uint32_t> take(const MemoryRequest& request, std::string& why) {
    return mecc::take(pools_[static_cast<size_t>(request.region)], request, why);
  }

private:
  std::array<MemoryPool, kMemoryRegions> pools_{
      MemoryPool(mev2::kVariablesInSram), MemoryPool(mev2::kVariablesInDram),
      MemoryPool(mev2::kVariablesInScratch), MemoryPool(mev2::kLocalMemory)};
};

} // namespace mecc
