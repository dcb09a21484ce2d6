// Numbers for the flows of captures: 0, 1, 2... in the order in which they appear.
//
// A flow is what has the same addresses, protocol and ports. Fragments have no ports but in the
// first, so all fragments between two hosts are a flow; so is what is neither UDP nor TCP, and what
// is not IPv4, by its Ethernet addresses and type.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace ixp::fabric {

class FlowNumbers {
public:
  uint32_t number(std::span<const uint8_t> frame); // as for classify()
  uint32_t count() const { return static_cast<uint32_t>(numbers_.size()); }

private:
  std::map<std::vector<uint8_t>, uint32_t> numbers_; // by the bytes that tell flows apart
};

} // namespace ixp::fabric
