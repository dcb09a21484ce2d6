#include "emu/chip/region.h"

#include "base/diagnostic.h"
#include "emu/kernel/params.h"

#include <fmt/format.h>

namespace ixp {

uint64_t region_bytes(Region r, const Params& params) {
  switch (r) {
  case Region::Scratch: return kScratchBytes;
  case Region::Sram0: return params.sram_bytes;
  case Region::Sram1: return params.sram_channels > 1 ? params.sram_bytes : 0;
  case Region::Dram: return params.dram_bytes;
  }
  return 0;
}

void check_inside(const SourceLocation& where, std::string_view what, Region region,
                  uint64_t address, uint64_t bytes, const Params& params) {
  const uint64_t size = region_bytes(region, params);
  if (size == 0)
    throw InputError(where, fmt::format("{}: there is no {}; 'sram.channels' of [chip] is {}", what,
                                        name(region), params.sram_channels));
  if (address + bytes > size)
    throw InputError(where, fmt::format("{}: the end, {:#x}, lies beyond {} of {:#x} bytes", what,
                                        address + bytes, name(region), size));
}

DumpSpec parse_dump(std::string_view text) {
  const auto refuse = [&](std::string_view why) -> InputError {
    return InputError(fmt::format("--dump {}: {}; expected REGION:ADDRESS+LONGWORDS, e.g. "
                                  "scratch:0x3f00+10",
                                  text, why));
  };
  const size_t colon = text.find(':'), plus = text.find('+');
  if (colon == text.npos || plus == text.npos || plus < colon) throw refuse("not understood");
  const auto region = parse_region(text.substr(0, colon));
  if (!region) throw refuse("region is not scratch, sram0, sram1 or dram");
  const auto address = parse_number(text.substr(colon + 1, plus - colon - 1));
  const auto longwords = parse_number(text.substr(plus + 1));
  if (!address || *address % 4 || *address > ~uint32_t{0})
    throw refuse("address is not a multiple of 4");
  if (!longwords || *longwords == 0 || *longwords > (1u << 24))
    throw refuse("longwords are not a number from 1 to 16777216");
  return {*region, static_cast<uint32_t>(*address), static_cast<uint32_t>(*longwords),
          std::string(text)};
}

} // namespace ixp
