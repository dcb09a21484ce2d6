#include "emu/memory/buffer_list.h"

namespace ixp {

BufferList::BufferList(unsigned entry, uint32_t first, uint32_t count, uint32_t stride)
    : entry_(entry), first_(first), stride_(stride), extent_(count * stride), free_(count, true),
      takers_(count) {}

void BufferList::take(uint32_t number, EventSource by) {
  free_[number] = false;
  takers_[number] = {static_cast<int8_t>(by.me), static_cast<int16_t>(by.pc)};
}

EventSource BufferList::taken_by(uint32_t number) const {
  return {takers_[number].me, -1, takers_[number].pc};
}

} // namespace ixp
