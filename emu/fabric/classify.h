// Which packets are short, and how many cells they are: what a line card finds out about a frame.
//
// Short: an IPv4 packet of at most 64 bytes (its total length) that is UDP, or TCP without data
// (total length == length of the IP header + length of the TCP header). A segment with data is
// never short, so that TCP data keeps its order (Li and others, IWQoS 2005). All else is long, so
// are fragments behind the first, which do not say what they are.
#pragma once

#include "emu/fabric/packet.h"

#include <cstdint>
#include <span>

namespace ixp::fabric {

constexpr unsigned kCellBytes = 64;

struct Kind {
  uint16_t cells = 1;
  Class of = Class::Long;
};

// frame: Ethernet, one or two VLAN tags skipped, without FCS; `length` bytes of which `frame` may
// be only the beginning, never more. Cells carry the IPv4 packet, or the frame's payload where it
// is none.
Kind classify(std::span<const uint8_t> frame, uint32_t length);

} // namespace ixp::fabric
