// What becomes of frames in memory that cannot be found out afterwards: which frame was put into
// which buffer, and what a ring lost. The chip's PacketBuffers listens; without anybody it costs
// nothing. Calls may come later than what they tell of, but in order within a unit.
#pragma once

#include "emu/kernel/packet_tag.h"

#include <compare>
#include <cstdint>
#include <span>

namespace ixp {

// Something that holds words or buffers in order.
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
  // Bytes of a frame were copied from RBUF to DRAM, from this byte address on.
  virtual void copied(uint32_t address, PacketTag tag) = 0;
  // A buffer was enqueued; `link` is a link word (emu/memory/queue_array.h).
  virtual void enqueued(QueuePlace queue, uint32_t link) = 0;
  // The first frame whose buffer words on a ring, or a link word, name; 0: none.
  virtual PacketTag frame_in(QueuePlace place, std::span<const uint32_t> words) = 0;
  // Of the words in `place`, the oldest first, the first `lost` were not read and are gone.
  virtual void lost(QueuePlace place, std::span<const uint32_t> words, size_t lost) = 0;
};

} // namespace ixp
