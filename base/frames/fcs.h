// Ethernet's frame check sequence.
#pragma once

#include <cstdint>
#include <span>

namespace ixp {

constexpr unsigned kFcsBytes = 4;

// CRC-32 of IEEE 802.3; sent low byte first.
uint32_t ethernet_fcs(std::span<const uint8_t> frame);
// True if the last four bytes are the FCS of the preceding ones.
bool ends_with_fcs(std::span<const uint8_t> frame);

} // namespace ixp
