// Names of memories in system files and on command lines.
#pragma once

#include "isa/memory_map.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ixp {

enum class Region : uint8_t { Scratch, Sram0, Sram1, Dram };
constexpr std::array<std::string_view, 4> kRegionNames{"scratch", "sram0", "sram1", "dram"};
constexpr std::string_view name(Region r) {
  return kRegionNames[static_cast<unsigned>(r)];
}
constexpr Region sram_channel(unsigned channel) {
  return channel ? Region::Sram1 : Region::Sram0;
}
// "sram" is sram0.
std::optional<Region> parse_region(std::string_view text);

using mev2::kScratchBytes;
using mev2::kScratchRings;

// Decimal or 0x hexadecimal, the whole text.
std::optional<uint64_t> parse_number(std::string_view text);

} // namespace ixp
