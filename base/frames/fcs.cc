#include "base/frames/fcs.h"

#include <array>

namespace ixp {

static constexpr std::array<uint32_t, 256> kCrcTable = [] {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t c = i;
    for (int bit = 0; bit < 8; ++bit)
      c = c & 1 ? 0xedb88320 ^ c >> 1 : c >> 1;
    table[i] = c;
  }
  return table;
}();

uint32_t ethernet_fcs(std::span<const uint8_t> frame) {
  uint32_t c = ~uint32_t{0};
  for (uint8_t byte : frame)
    c = kCrcTable[(c ^ byte) & 0xff] ^ c >> 8;
  return ~c;
}

bool ends_with_fcs(std::span<const uint8_t> frame) {
  if (frame.size() <= kFcsBytes) return false;
  const auto tail = frame.last(kFcsBytes);
  const uint32_t fcs = ethernet_fcs(frame.first(frame.size() - kFcsBytes));
  for (unsigned i = 0; i < kFcsBytes; ++i)
    if (tail[i] != static_cast<uint8_t>(fcs >> 8 * i)) return false;
  return true;
}

} // namespace ixp
