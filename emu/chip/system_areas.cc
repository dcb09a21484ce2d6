// Owners of memory areas: overlapping areas contradict each other in a system file. (Rings and
// counters of the scratchpad: system_check.cc.)
#include "emu/chip/system_check.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <tuple>
#include <vector>

namespace ixp {

namespace {

constexpr uint64_t kQueueDescriptorBytes = 16;

struct Area {
  // Loads and counters are allocated explicitly by the author: they may overlap, and loads may be
  // in the data of buffers.
  enum class Kind : uint8_t { Hardware, Data, Load, Counter } kind{};
  Region region{};
  uint64_t first = 0, end = 0; // bytes [first, end)
  std::string what;
  SourceLocation where;
};

uint64_t bytes_of(const LoadConfig& l) {
  std::error_code missing;
  const uint64_t bytes =
      l.file.empty() ? l.words.size() * 4 : std::filesystem::file_size(l.file, missing);
  return missing ? 0 : bytes;
}

std::vector<Area> areas_of(const SystemConfig& s, Loads loads) {
  using enum Area::Kind;
  std::vector<Area> areas;
  const auto add = [&](Area::Kind kind, Region region, uint64_t first, uint64_t bytes,
                       std::string what, const SourceLocation& where) {
    if (bytes) areas.push_back({kind, region, first, first + bytes, std::move(what), where});
  };
  for (const FreelistConfig& f : s.boot.freelists) {
    add(Hardware, sram_channel(f.channel), f.descriptor_base,
        uint64_t{f.buffers} * f.descriptor_bytes,
        fmt::format("the descriptors of the freelist of entry {}", f.entry), f.where);
    add(Data, Region::Dram, f.data_base, uint64_t{f.buffers} * f.buffer_bytes,
        fmt::format("the data of the freelist of entry {}", f.entry), f.where);
  }
  for (const QueueConfig& q : s.boot.queues)
    add(Hardware, sram_channel(q.channel), q.descriptor, kQueueDescriptorBytes,
        fmt::format("the descriptor of the queue of entry {}", q.entry), q.where);
  for (const SramRingConfig& r : s.boot.sram_rings)
    add(Hardware, sram_channel(r.channel), r.base, uint64_t{r.longwords} * 4,
        fmt::format("the ring of entry {}", r.entry), r.where);
  for (const RingConfig& r : s.rings)
    add(Hardware, Region::Scratch, r.base, uint64_t{r.longwords} * 4, called(r), r.where);
  for (const LoadConfig& l : s.boot.loads)
    if (!l.ring && (l.file.empty() || loads == Loads::WithFiles))
      add(Load, l.region, l.address, bytes_of(l), "the load", l.where);
  for (const CounterConfig& c : s.counters)
    add(Counter, c.region, c.address, 4, fmt::format("counter '{}'", c.name), c.where);
  return areas;
}

bool may_overlap(const Area& a, const Area& b) {
  using enum Area::Kind;
  const auto one_is = [&](Area::Kind kind) { return a.kind == kind || b.kind == kind; };
  if (one_is(Hardware)) return false;
  return one_is(Load) || (a.kind == Counter && b.kind == Counter); // counters: system_check.cc
}

std::string described(const Area& a) {
  return fmt::format("{}, {:#x} to {:#x} of {}", a.what, a.first, a.end - 1, name(a.region));
}

} // namespace

void check_areas(const SystemConfig& s, Loads loads) {
  std::vector<Area> areas = areas_of(s, loads);
  std::ranges::sort(areas, {}, [](const Area& a) { return std::tuple(a.region, a.first, a.end); });
  for (size_t i = 0; i < areas.size(); ++i)
    for (size_t j = i + 1; j < areas.size(); ++j) {
      const Area *a = &areas[i], *b = &areas[j];
      if (b->region != a->region || b->first >= a->end) break;
      if (may_overlap(*a, *b)) continue;
      if (std::tie(a->where.file, a->where.line) > std::tie(b->where.file, b->where.line))
        std::swap(a, b);
      throw InputError(b->where,
                       fmt::format("{}, overlaps {} ({}:{}); expected addresses of its own",
                                   described(*b), described(*a), a->where.file, a->where.line));
    }
}

} // namespace ixp
