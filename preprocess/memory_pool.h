// The part of a memory from which programs' variables are allocated.
#pragma once

#include "isa/memory_map.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace mecc {

class MemoryPool {
public:
  MemoryPool() = default;
  explicit MemoryPool(mev2::MemoryRange whole) : whole_(whole), gaps_{whole} {}

  // Excludes [first, end), which has another use.
  void reserve(uint64_t first, uint64_t end);
  // The same, but returns false if part of it is already allocated. Addresses outside the pool are
  // free.
  bool claim(uint64_t first, uint64_t end);
  // Allocates `bytes` bytes at the lowest possible address; nothing if there is no room.
  std::optional<uint32_t> take(uint32_t bytes, uint32_t align);
  // The largest free range, aligned for any object; empty if nothing is free.
  mev2::MemoryRange largest() const;
  uint64_t free_bytes() const;

private:
  mev2::MemoryRange whole_;
  std::vector<mev2::MemoryRange> gaps_; // ascending, not empty
};

} // namespace mecc
