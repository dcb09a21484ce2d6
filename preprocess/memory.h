// Memory declared by a program: its requests, and the interface for their allocation.
#pragma once

#include "base/diagnostic.h"
#include "preprocess/memory_pool.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

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
