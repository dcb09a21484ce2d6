// The part of one memory that a system's programs share out among their variables.
#pragma once

#include "mecc/lower/lower.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace mecc {

class MemoryPool {
public:
  MemoryPool() = default;
  explicit MemoryPool(lower::Range whole) : gaps_{whole} {}

  // Somebody else uses [first, end).
  void reserve(uint64_t first, uint64_t end);
  // The lowest place for so many bytes, now taken; nothing when there is none.
  std::optional<uint32_t> take(uint32_t bytes, uint32_t align);
  // Where most is free; empty when nothing is.
  lower::Range largest() const;
  uint64_t free_bytes() const;

private:
  std::vector<lower::Range> gaps_; // ascending, none empty
};

} // namespace mecc
