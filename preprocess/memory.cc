#include "preprocess/memory.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc {

const char* name_of(MemoryRegion r) {
  static constexpr const char* kNames[] = {"SRAM", "DRAM", "the scratchpad", "local memory"};
  return kNames[static_cast<size_t>(r)];
}

const char* init_name_of(MemoryRegion r) {
  static constexpr const char* kNames[] = {"sram0", "dram", "scratch", "lmem"};
  return kNames[static_cast<size_t>(r)];
}

std::optional<uint32_t> take(MemoryPool& pool, const MemoryRequest& request, std::string& why) {
  if (request.address) {
    if (pool.claim(*request.address, uint64_t{*request.address} + request.bytes))
      return request.address;
    why = fmt::format("{:#x} to {:#x} of {} are not free for '{}'", *request.address,
                      uint64_t{*request.address} + request.bytes - 1, name_of(request.region),
                      request.name);
    return {};
  }
  const auto address = pool.take(request.bytes, request.align);
  if (!address)
    why = fmt::format("no place for '{}': it needs {} bytes, and {} of {} are free{}", request.name,
                      request.bytes, pool.free_bytes(), name_of(request.region),
                      request.region == MemoryRegion::Local
                          ? ""
                          : "; widen the range in [memory] of the system file");
  return address;
}

void MemoryPool::reserve(uint64_t first, uint64_t end) {
  std::vector<mev2::MemoryRange> left;
  for (const mev2::MemoryRange& g : gaps_) {
    if (end <= g.first || first >= g.end) {
      left.push_back(g);
      continue;
    }
    if (first > g.first) left.push_back({g.first, static_cast<uint32_t>(first)});
    if (end < g.end) left.push_back({static_cast<uint32_t>(end), g.end});
  }
  gaps_ = std::move(left);
}

bool MemoryPool::claim(uint64_t first, uint64_t end) {
  const uint64_t inside_first = std::max<uint64_t>(first, whole_.first),
                 inside_end = std::min<uint64_t>(end, whole_.end);
  if (inside_first >= inside_end) return true;
  const bool free = std::ranges::any_of(gaps_, [&](const mev2::MemoryRange& g) {
    return g.first <= inside_first && inside_end <= g.end;
  });
  if (free) reserve(first, end);
  return free;
}

std::optional<uint32_t> MemoryPool::take(uint32_t bytes, uint32_t align) {
  for (const mev2::MemoryRange& g : gaps_) {
    const uint64_t first = (uint64_t{g.first} + align - 1) / align * align;
    if (first + bytes > g.end) continue;
    reserve(first, first + std::max(bytes, 1u));
    return static_cast<uint32_t>(first);
  }
  return {};
}

mev2::MemoryRange MemoryPool::largest() const {
  const auto best = std::ranges::max_element(
      gaps_, {}, [](const mev2::MemoryRange& g) { return g.end - g.first; });
  if (best == gaps_.end()) return {};
  const uint32_t first = (best->first + 7) & ~7u, end = best->end & ~7u;
  return first < end ? mev2::MemoryRange{first, end} : mev2::MemoryRange{};
}

uint64_t MemoryPool::free_bytes() const {
  uint64_t sum = 0;
  for (const mev2::MemoryRange& g : gaps_)
    sum += g.end - g.first;
  return sum;
}

} // namespace mecc
