#include "fabric/classify.h"

#include <algorithm>

namespace ixp::fabric {

namespace {

constexpr unsigned kHeaderMin = 20;    // minimum header lengths in bytes: IPv4, TCP
constexpr uint16_t kFragment = 0x3fff; // more-fragments flag and fragment offset

uint16_t word(std::span<const uint8_t> bytes, size_t at) {
  return static_cast<uint16_t>(bytes[at] << 8 | bytes[at + 1]);
}

Content content_of(std::span<const uint8_t> ip, uint32_t total) {
  const size_t header = 4u * (ip[0] & 15);
  const bool fragment = word(ip, 6) & kFragment;
  if (header < kHeaderMin) return Content::Other;
  if (ip[9] == kUdp) return total <= kCellBytes && !fragment ? Content::ShortUdp : Content::LongUdp;
  if (ip[9] != kTcp) return Content::Other;
  if (fragment || ip.size() < header + 13) return Content::TcpData; // it may carry data
  const size_t tcp = 4u * (ip[header + 12] >> 4);
  return tcp >= kHeaderMin && total == header + tcp ? Content::TcpBare : Content::TcpData;
}

uint16_t cells_of(uint32_t bytes) {
  return static_cast<uint16_t>(
      std::clamp<uint32_t>((bytes + kCellBytes - 1) / kCellBytes, 1, kMaxCells));
}

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

size_t payload_offset(std::span<const uint8_t> frame) {
  size_t n = 14;
  for (int tags = 0; tags < 2 && frame.size() >= n; ++tags) {
    const uint16_t type = word(frame, n - 2);
    if (type != 0x8100 && type != 0x88a8) break;
    n += 4;
  }
  return n;
}

Kind classify(std::span<const uint8_t> frame, uint32_t length) {
  const size_t header = payload_offset(frame);
  if (frame.size() < header) return {cells_of(length), Class::Long, Content::Other};
  const auto ip = frame.subspan(header);
  const bool ipv4 = word(frame, header - 2) == 0x0800 && ip.size() >= 20 && ip[0] >> 4 == 4;
  const uint32_t total = ipv4 ? word(ip, 2) : 0;
  const Content content = ipv4 ? content_of(ip, total) : Content::Other;
  // Captures on the sending host lack the total length of frames that the adapter segments.
  if (total < kHeaderMin)
    return {cells_of(length - static_cast<uint32_t>(header)), Class::Long, content};
  const bool is_short =
      content == Content::ShortUdp || (content == Content::TcpBare && total <= kCellBytes);
  return {cells_of(total), is_short ? Class::Short : Class::Long, content};
}

uint32_t FlowNumbers::number(std::span<const uint8_t> frame) {
  return numbers_.try_emplace(key(frame), count()).first->second;
}

} // namespace ixp::fabric
