// Which packets are short, and how many cells they are: what a line card finds out about a frame.
//
// Short: an IPv4 packet of at most 64 bytes (its total length) that is UDP, or TCP without data
// (total length == length of the IP header + length of the TCP header). A segment with data is
// never short, so that TCP data keeps its order (Li and others, IWQoS 2005). All else is long:
//   - fragments, which together are one datagram: the first of a TCP segment may hold its header
//     alone, and its data come behind;
//   - headers that say less than 20 bytes of themselves, which no receiver takes;
//   - IPv6, where the length counts without the header and extensions stand before TCP.
#pragma once

#include "emu/fabric/packet.h"

#include <cstdint>
#include <span>

namespace ixp::fabric {

constexpr unsigned kCellBytes = 64;

struct Kind {
  uint16_t cells = 1;
  Class of = Class::Long;
  Content content = Content::Long;
  uint32_t flow = 0; // of a capture: a number of FlowNumbers
};

constexpr uint8_t kTcp = 6, kUdp = 17; // protocols of IPv4

// Bytes before the payload, at most two VLAN tags among them; its type is the word in front of it.
// May be more than the frame has.
size_t payload_offset(std::span<const uint8_t> frame);

// frame: Ethernet, one or two VLAN tags skipped, without FCS; `length` bytes of which `frame` may
// be only the beginning, never more. Cells carry the IPv4 packet, or the frame's payload where it
// is none.
Kind classify(std::span<const uint8_t> frame, uint32_t length);

} // namespace ixp::fabric
