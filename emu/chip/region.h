// Memories by name, as system files and --dump speak of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ixp {

struct Params;

enum class Region : uint8_t { Scratch, Sram0, Sram1, Dram };
constexpr std::array<std::string_view, 4> kRegionNames{"scratch", "sram0", "sram1", "dram"};
constexpr std::string_view name(Region r) {
  return kRegionNames[static_cast<unsigned>(r)];
}
// "sram" is sram0.
std::optional<Region> parse_region(std::string_view text);
uint64_t region_bytes(Region r, const Params& params); // 0 for a channel that is not there

constexpr uint32_t kScratchBytes = 16384; // IXP2800 HRM p.57

// --dump REGION:ADDR+LONGWORDS, e.g. "sram0:0x1000+16"; address in bytes, a multiple of 4.
struct DumpSpec {
  Region region{};
  uint32_t address = 0, longwords = 0;
  std::string text; // as given
};
DumpSpec parse_dump(std::string_view text); // throws InputError

// Decimal or 0x hexadecimal, the whole text.
std::optional<uint64_t> parse_number(std::string_view text);

} // namespace ixp
