// Numbers the flows of captures: 0, 1, 2... in the order of their first frame.
//
// A flow is the set of frames with the same addresses, protocol and ports. Fragments after the
// first have no ports, so all fragments between two hosts are one flow. So are IPv4 packets that
// are neither UDP nor TCP; other frames are identified by Ethernet addresses and type.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace ixp::fabric {

class FlowNumbers {
public:
  uint32_t number(std::span<const uint8_t> frame); // `frame` as for classify()
  uint32_t count() const { return static_cast<uint32_t>(numbers_.size()); }

private:
  std::map<std::vector<uint8_t>, uint32_t> numbers_; // key: the bytes that identify the flow
};

} // namespace ixp::fabric
