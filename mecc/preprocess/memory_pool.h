// The part of one memory that programs share out among their variables.
#pragma once

#include "mecc/target/memory_map.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace mecc {

class MemoryPool {
public:
  MemoryPool() = default;
  explicit MemoryPool(mev2::MemoryRange whole) : whole_(whole), gaps_{whole} {}

  // Somebody else uses [first, end).
  void reserve(uint64_t first, uint64_t end);
  // The same, unless some of it is taken already: then false. What is outside of the pool is free.
  bool claim(uint64_t first, uint64_t end);
  // The lowest place for so many bytes, now taken; nothing when there is none.
  std::optional<uint32_t> take(uint32_t bytes, uint32_t align);
  // Where most is free, aligned for anything; empty when nothing is.
  mev2::MemoryRange largest() const;
  uint64_t free_bytes() const;

private:
  mev2::MemoryRange whole_;
  std::vector<mev2::MemoryRange> gaps_; // ascending, none empty
};

} // namespace mecc
