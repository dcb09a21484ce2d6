// Class (short or long) and number of cells of a packet, as a line card derives them from a frame.
//
// Short: an IPv4 packet of at most 64 bytes (its total length) that is UDP, or TCP without data
// (total length == length of the IP header + length of the TCP header). A segment with data is
// never short, so that TCP data keeps its order (Li and others, IWQoS 2005). All other packets are
// long:
//   - fragments, which together are one datagram: the first fragment of a TCP segment may hold only
//     the header, with the data in later ones;
//   - packets whose header length field is below 20 bytes, which receivers reject;
//   - IPv6: its length field excludes the header, and extension headers may precede TCP.
#pragma once

#include "fabric/packet.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace ixp::fabric {

constexpr unsigned kCellBytes = 64;

struct Kind {
  uint16_t cells = 1;
  Class of = Class::Long;
  Content content = Content::Long;
  uint32_t flow = 0; // flow number in a capture (FlowNumbers)
};

constexpr uint8_t kTcp = 6, kUdp = 17; // IPv4 protocol numbers

// Bytes before the payload, including at most two VLAN tags; the EtherType is the 16-bit word
// before it. May exceed the length of the frame.
size_t payload_offset(std::span<const uint8_t> frame);

// `frame`: Ethernet without FCS; one or two VLAN tags are skipped. It may hold only the first bytes
// of a frame of `length` bytes. Cells carry the IPv4 packet, or the frame's payload if it is not
// IPv4.
Kind classify(std::span<const uint8_t> frame, uint32_t length);

// Numbers the flows of captures: 0, 1, 2... in the order of their first frame.
//
// A flow is the set of frames with the same addresses, protocol and ports. Fragments after the
// first have no ports, so all fragments between two hosts are one flow. So are IPv4 packets that
// are neither UDP nor TCP; other frames are identified by Ethernet addresses and type.
class FlowNumbers {
public:
  uint32_t number(std::span<const uint8_t> frame); // `frame` as for classify()
  uint32_t count() const { return static_cast<uint32_t>(numbers_.size()); }

private:
  std::map<std::vector<uint8_t>, uint32_t> numbers_; // key: the bytes that identify the flow
};

} // namespace ixp::fabric
