// The buffers of a free list as made by boot software, and which of them are on it: a shadow of the
// queue array that distinguishes errors of microcode from traffic. The chip has nothing like it.
//
// A buffer is free from its enqueue on the list's entry to its dequeue. Buffers are identified by
// the longword address of their descriptor, as in link words.
#pragma once

#include "emu/kernel/event.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ixp {

class BufferList {
public:
  // `count` buffers, the first descriptor at longword `first`, the others `stride` longwords apart;
  // all are free. `entry`: of the queue array.
  BufferList(unsigned entry, uint32_t first, uint32_t count, uint32_t stride)
      : entry_(entry), first_(first), stride_(stride), extent_(count * stride), free_(count, true),
        takers_(count) {}

  unsigned entry() const { return entry_; }
  uint32_t size() const { return static_cast<uint32_t>(free_.size()); }
  // Number of the buffer with its descriptor there; empty: none of this list.
  std::optional<uint32_t> number(uint32_t longword) const {
    const uint32_t at = longword - first_; // wraps below `first_`
    if (at >= extent_ || at % stride_) return {};
    return at / stride_;
  }
  uint32_t longword(uint32_t number) const { return first_ + number * stride_; }

  bool is_free(uint32_t number) const { return free_[number]; }
  void give_back(uint32_t number) { free_[number] = true; }
  void take(uint32_t number, EventSource by) {
    free_[number] = false;
    takers_[number] = {static_cast<int8_t>(by.me), static_cast<int16_t>(by.pc)};
  }
  // Last taker of the buffer, without a context; empty if it was never taken.
  EventSource taken_by(uint32_t number) const {
    return {takers_[number].me, -1, takers_[number].pc};
  }

  // Microcode has loaded another descriptor into the entry, so the list's contents are unknown.
  void lose() { known_ = false; }
  bool known() const { return known_; }

private:
  struct Taker { // four bytes a buffer
    int8_t me = -1;
    int16_t pc = -1;
  };
  unsigned entry_;
  uint32_t first_, stride_, extent_; // longwords
  std::vector<bool> free_;
  std::vector<Taker> takers_;
  bool known_ = true;
};

} // namespace ixp
