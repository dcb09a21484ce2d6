#include "mecc/driver/memory_pool.h"

#include <algorithm>

namespace mecc {

void MemoryPool::reserve(uint64_t first, uint64_t end) {
  std::vector<lower::Range> left;
  for (const lower::Range& g : gaps_) {
    if (end <= g.first || first >= g.end) {
      left.push_back(g);
      continue;
    }
    // What is left stays aligned for anything.
    const uint64_t before = first & ~uint64_t{7}, after = (end + 7) & ~uint64_t{7};
    if (before > g.first) left.push_back({g.first, static_cast<uint32_t>(before)});
    if (after < g.end) left.push_back({static_cast<uint32_t>(after), g.end});
  }
  gaps_ = std::move(left);
}

std::optional<uint32_t> MemoryPool::take(uint32_t bytes, uint32_t align) {
  for (const lower::Range& g : gaps_) {
    const uint64_t first = (uint64_t{g.first} + align - 1) / align * align;
    if (first + bytes > g.end) continue;
    reserve(first, first + std::max(bytes, 1u));
    return static_cast<uint32_t>(first);
  }
  return {};
}

lower::Range MemoryPool::largest() const {
  const auto best =
      std::ranges::max_element(gaps_, {}, [](const lower::Range& g) { return g.end - g.first; });
  return best == gaps_.end() ? lower::Range{} : *best;
}

uint64_t MemoryPool::free_bytes() const {
  uint64_t sum = 0;
  for (const lower::Range& g : gaps_)
    sum += g.end - g.first;
  return sum;
}

} // namespace mecc
