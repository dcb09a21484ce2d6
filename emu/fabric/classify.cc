#include "emu/fabric/classify.h"

#include <algorithm>

namespace ixp::fabric {

namespace {

constexpr uint8_t kTcp = 6, kUdp = 17;

uint16_t word(std::span<const uint8_t> bytes, size_t at) {
  return static_cast<uint16_t>(bytes[at] << 8 | bytes[at + 1]);
}

// Bytes before the payload; its type is the word in front of it.
size_t header_bytes(std::span<const uint8_t> frame) {
  size_t n = 14;
  for (int tags = 0; tags < 2 && frame.size() >= n; ++tags) {
    const uint16_t type = word(frame, n - 2);
    if (type != 0x8100 && type != 0x88a8) break;
    n += 4;
  }
  return n;
}

bool is_short(std::span<const uint8_t> ip, uint32_t total) {
  const size_t header = 4u * (ip[0] & 15);
  const bool later_fragment = word(ip, 6) & 0x1fff;
  if (total > kCellBytes || later_fragment) return false;
  if (ip[9] == kUdp) return true;
  if (ip[9] != kTcp || ip.size() < header + 13) return false;
  return total == header + 4u * (ip[header + 12] >> 4);
}

uint16_t cells_of(uint32_t bytes) {
  return static_cast<uint16_t>(
      std::clamp<uint32_t>((bytes + kCellBytes - 1) / kCellBytes, 1, kMaxCells));
}

} // namespace

Kind classify(std::span<const uint8_t> frame, uint32_t length) {
  const size_t header = header_bytes(frame);
  if (frame.size() < header) return {cells_of(length), Class::Long};
  const auto ip = frame.subspan(header);
  const bool ipv4 = word(frame, header - 2) == 0x0800 && ip.size() >= 20 && ip[0] >> 4 == 4;
  const uint32_t total = ipv4 ? word(ip, 2) : 0;
  // Hosts leave the length out of frames that their adapter cuts up.
  if (total < 20) return {cells_of(length - static_cast<uint32_t>(header)), Class::Long};
  return {cells_of(total), is_short(ip, total) ? Class::Short : Class::Long};
}

} // namespace ixp::fabric
