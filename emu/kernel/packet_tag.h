// Packet identity: the shadow that follows a frame's bytes through the chip. Microcode cannot see
// it. 0 = no packet; otherwise 1 + the frame's index in the PacketLedger (emu/media/ledger.h).
#pragma once
#include <cstdint>
namespace ixp {
using PacketTag = uint32_t;
constexpr unsigned kTagGranule = 8; // bytes of memory or element that share one tag
} // namespace ixp
