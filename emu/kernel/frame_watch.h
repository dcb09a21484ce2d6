// Frames in memory, for facts that cannot be reconstructed later: the buffer each frame was put
// into, and losses of rings. The chip's PacketBuffers listens; without a listener there is no cost.
// Calls may come later than the event, but in order within a unit.
#pragma once

#include "emu/kernel/packet_tag.h"

#include <compare>
#include <cstdint>
#include <span>

namespace ixp {

// A storage of words or buffers in order.
struct QueuePlace {
  enum Kind : uint8_t {
    None,
    Scratch,   // scratchpad ring `number`
    Neighbour, // the next-neighbour ring of microengine `unit` (index)
    Array,     // entry `number` of the queue array of SRAM channel `unit`
  } kind = None;
  uint8_t unit = 0, number = 0;
  auto operator<=>(const QueuePlace&) const = default;
};

class FrameWatch {
public:
  virtual ~FrameWatch() = default;
  // Bytes of a frame were copied from RBUF to DRAM, to this byte address.
  virtual void copied(uint32_t address, PacketTag tag) = 0;
  // A buffer was enqueued; `link` is a link word (emu/memory/queue_array.h).
  virtual void enqueued(QueuePlace queue, uint32_t link) = 0;
  // The first frame with a buffer named by words on a ring, or by a link word; 0: none.
  virtual PacketTag frame_in(QueuePlace place, std::span<const uint32_t> words) = 0;
  // The first `lost` of the words in `place`, oldest first, were not read and are lost.
  virtual void lost(QueuePlace place, std::span<const uint32_t> words, size_t lost) = 0;
};

} // namespace ixp
