#include "config/region.h"

#include <charconv>

namespace ixp {

std::optional<uint64_t> parse_number(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    base = 16;
  }
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

std::optional<Region> parse_region(std::string_view text) {
  if (text == "sram") return Region::Sram0;
  for (unsigned i = 0; i < kRegionNames.size(); ++i)
    if (text == kRegionNames[i]) return static_cast<Region>(i);
  return {};
}

} // namespace ixp
