// [ring.N], [counters], [memory], and what all sections with addresses need.
#include "config/memory.h"

#include <fmt/format.h>

namespace ixp {

unsigned numbered(const TomlValue::Member& member, std::string_view section, unsigned most) {
  const auto n = parse_number(member.key);
  if (!n || *n > most)
    throw InputError(member.where, fmt::format("[{}.{}]: expected a number from 0 to {}, e.g. "
                                               "[{}.0]",
                                               section, member.key, most, section));
  return static_cast<unsigned>(*n);
}

Region read_region(TomlTable& t) {
  const TomlValue& v = t.need("region", "\"scratch\"");
  const auto region = parse_region(toml_text(v, t.called("region")));
  if (!region)
    throw InputError(v.where, fmt::format("{} is '{}', expected {}", t.called("region"), v.text,
                                          alternatives(kRegionNames)));
  return *region;
}

uint32_t read_address(TomlTable& t, std::string_view key, unsigned align) {
  const uint64_t address = t.need_integer(key, 0, ~uint32_t{0}, "0x1000");
  if (address % align)
    throw InputError(t.where(key), fmt::format("{} is {:#x}, expected a multiple of {}",
                                               t.called(key), address, align));
  return static_cast<uint32_t>(address);
}

RingConfig read_ring(const TomlValue::Member& member) {
  RingConfig ring;
  ring.number = numbered(member, "ring", kRings - 1);
  ring.where = member.where;
  TomlTable t(member.value, fmt::format("[ring.{}]", member.key));
  ring.longwords = static_cast<uint32_t>(t.need_integer("size", 128, 1024, "256"));
  if (ring.longwords & (ring.longwords - 1))
    throw InputError(t.where("size"),
                     fmt::format("{} is {}, expected 128, 256, 512 or 1024 (longwords)",
                                 t.called("size"), ring.longwords));
  ring.base = read_address(t, "base", 4);
  static constexpr std::string_view kStatus[] = {"full", "empty"};
  ring.status_empty = t.choice("status", kStatus, 0) == 1;
  t.finish();
  return ring;
}

CounterConfig read_counter(const TomlValue::Member& member) {
  TomlTable t(member.value, "[counters]." + member.key);
  CounterConfig c;
  c.name = member.key;
  c.where = member.where;
  c.region = read_region(t);
  c.address = read_address(t, "address", 4);
  t.finish();
  return c;
}

static void read_range(TomlTable& t, std::string_view key, MemoryRange& range) {
  const TomlValue* v = t.find(key);
  if (!v) return;
  const std::vector<uint32_t> words = t.words(*v, key);
  if (words.size() != 2 || words[0] % 8 || words[1] % 8 || words[0] > words[1])
    throw InputError(v->where, fmt::format("{}: expected two byte addresses, the first and the one "
                                           "after the last, multiples of 8, e.g. [0x2000, 0x4000]",
                                           t.called(key)));
  range = {words[0], words[1], v->where};
}

MemoryConfig read_memory(TomlTable t) {
  MemoryConfig m;
  read_range(t, "sram", m.sram);
  read_range(t, "dram", m.dram);
  read_range(t, "scratch", m.scratch);
  t.finish();
  return m;
}

} // namespace ixp
