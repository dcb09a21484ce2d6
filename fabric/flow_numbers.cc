#include "fabric/flow_numbers.h"

#include "fabric/classify.h"

#include <algorithm>

namespace ixp::fabric {

namespace {

std::vector<uint8_t> key(std::span<const uint8_t> frame) {
  const size_t header = payload_offset(frame);
  const auto ip = frame.subspan(std::min(header, frame.size()));
  const bool ipv4 =
      ip.size() >= 20 && frame[header - 2] == 0x08 && frame[header - 1] == 0x00 && ip[0] >> 4 == 4;
  if (!ipv4) {
    const auto link = frame.first(std::min(frame.size(), header));
    return {link.begin(), link.end()};
  }
  std::vector<uint8_t> out = {ip[9]};
  out.insert(out.end(), ip.begin() + 12, ip.begin() + 20); // source and destination address
  const bool fragment = (ip[6] & 0x3f) | ip[7];
  const size_t ports = 4u * (ip[0] & 15);
  if ((ip[9] == kTcp || ip[9] == kUdp) && !fragment && ip.size() >= ports + 4)
    out.insert(out.end(), ip.begin() + static_cast<std::ptrdiff_t>(ports),
               ip.begin() + static_cast<std::ptrdiff_t>(ports) + 4);
  return out;
}

} // namespace

uint32_t FlowNumbers::number(std::span<const uint8_t> frame) {
  return numbers_.try_emplace(key(frame), count()).first->second;
}

} // namespace ixp::fabric
