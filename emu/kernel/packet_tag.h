// Packet identity: the shadow that follows a frame's bytes through the chip. Microcode cannot see
// it. 0 = no packet; otherwise 1 + the frame's index in the PacketLedger (emu/media/ledger.h).
#pragma once
#include <cstdint>
#include <functional>
#include <span>
namespace ixp {
using PacketTag = uint32_t;
constexpr unsigned kTagGranule = 8; // bytes of memory or element that share one tag
// Receives the tags that a part of the chip holds, in any order, including 0 and repetitions.
using TagVisitor = std::function<void(std::span<const PacketTag>)>;
} // namespace ixp
