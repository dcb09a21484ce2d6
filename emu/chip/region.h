// Sizes of memories, and --dump.
#pragma once

#include "base/diagnostic.h"
#include "config/region.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ixp {

struct Params;

uint64_t region_bytes(Region r, const Params& params); // 0 for an absent channel

// Throws InputError unless `bytes` bytes from `address` on are in the memory. The error's text
// begins with `what`.
void check_inside(const SourceLocation& where, std::string_view what, Region region,
                  uint64_t address, uint64_t bytes, const Params& params);

// --dump REGION:ADDR+LONGWORDS, e.g. "sram0:0x1000+16"; address in bytes, a multiple of 4.
struct DumpSpec {
  Region region{};
  uint32_t address = 0, longwords = 0;
  std::string text; // as given
};
DumpSpec parse_dump(std::string_view text); // throws InputError

} // namespace ixp
