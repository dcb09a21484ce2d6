// [ring.N] of a system file.
#include "config/memory.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ixp {

namespace {

struct Ring {
  RingConfig config;
  bool has_section = false, has_base = false;
};

Ring defined_by(const RingDefinition& d) {
  Ring ring;
  ring.config.number = d.number;
  ring.config.name = d.name;
  ring.config.message = d.message;
  ring.config.longwords = d.longwords;
  ring.config.where = d.where;
  return ring;
}

void read_section(const TomlValue::Member& member, Ring& ring) {
  RingConfig& r = ring.config;
  if (std::exchange(ring.has_section, true))
    throw InputError(member.where,
                     fmt::format("ring {} is there already (line {})", r.number, r.where.line));
  r.where = member.where;
  TomlTable t(member.value, fmt::format("[ring.{}]", member.key));
  r.longwords = static_cast<uint32_t>(r.name.empty() ? t.need_integer("size", 128, 1024, "256")
                                                     : t.integer("size", r.longwords, 128, 1024));
  if (!is_ring_size(r.longwords))
    throw InputError(t.where("size"),
                     fmt::format("{} is {}, expected 128, 256, 512 or 1024 (longwords)",
                                 t.called("size"), r.longwords));
  ring.has_base = t.find("base") != nullptr;
  if (ring.has_base) r.base = read_address(t, "base", 4);
  static constexpr std::string_view kStatus[] = {"full", "empty"};
  r.status_empty = t.choice("status", kStatus, 0) == 1;
  r.readers = static_cast<unsigned>(t.integer("readers", 1, 0, 9));
  t.finish();
}

bool overlap(const RingConfig& a, const RingConfig& b) {
  return a.base < b.base + b.longwords * 4 && b.base < a.base + a.longwords * 4;
}

// Allocates a ring at a multiple of its size in bytes.
void place(Ring& ring, const std::vector<Ring>& all) {
  RingConfig& r = ring.config;
  const auto free = [&] {
    return std::ranges::none_of(
        all, [&](const Ring& other) { return other.has_base && overlap(other.config, r); });
  };
  for (r.base = 0; r.base + r.longwords * 4 <= kScratchBytes; r.base += r.longwords * 4) {
    if (!free()) continue;
    ring.has_base = true;
    return;
  }
  throw InputError(r.where, fmt::format("the scratchpad has no room for the {} longwords of ring "
                                        "{}; expected rings of {} longwords together",
                                        r.longwords, r.number, kScratchBytes / 4));
}

} // namespace

std::string called(const RingConfig& r) {
  return r.name.empty() ? fmt::format("ring {}", r.number)
                        : fmt::format("ring {} ({})", r.number, r.name);
}

std::vector<RingConfig> read_rings(TomlTable& top, const Messages& messages) {
  std::vector<Ring> rings;
  for (const RingDefinition& d : messages.rings)
    rings.push_back(defined_by(d));
  for (const TomlValue::Member& m : top.members("ring")) {
    const unsigned number = numbered(m, "ring", kScratchRings - 1);
    auto ring = std::ranges::find(rings, number, [](const Ring& r) { return r.config.number; });
    if (ring == rings.end()) {
      ring = rings.emplace(rings.end());
      ring->config.number = number;
    }
    read_section(m, *ring);
  }
  std::ranges::sort(rings, {}, [](const Ring& r) { return r.config.number; });
  for (Ring& ring : rings)
    if (!ring.has_base) place(ring, rings);
  std::vector<RingConfig> out;
  for (Ring& ring : rings)
    out.push_back(std::move(ring.config));
  return out;
}

} // namespace ixp
