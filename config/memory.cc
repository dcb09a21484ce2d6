// `messages`, [counters], [memory], and functions shared by all sections with addresses.
#include "config/memory.h"

#include <algorithm>
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

Messages read_messages(TomlTable& top, const FileReader& read) {
  const TomlValue* v = top.find("messages");
  if (!v) return {};
  const std::string path = toml_path(*v, "'messages'");
  std::string text;
  try {
    text = read(path);
  } catch (const InputError& e) {
    throw InputError(v->where, fmt::format("messages {}: {}; expected a header with definitions of "
                                           "rings, its path relative to the system file",
                                           path, e.diagnostic().text));
  }
  return parse_messages(text, path, read, v->where.file);
}

// Keys that `c` already has are optional in the section.
static void read_counter(const TomlValue::Member& member, CounterConfig& c) {
  TomlTable t(member.value, "[counters]." + member.key);
  const bool known = !c.name.empty();
  c.name = member.key;
  c.where = member.where;
  if (!known || t.find("region")) c.region = read_region(t);
  if (!known || t.find("address")) c.address = read_address(t, "address", 4);
  c.counts = static_cast<Counts>(t.choice("counts", kCountsNames, static_cast<size_t>(c.counts)));
  c.block = t.text("block", c.block);
  t.finish();
}

std::vector<CounterConfig> read_counters(TomlTable& top, const Messages& messages) {
  std::vector<CounterConfig> counters;
  for (const CounterDefinition& d : messages.counters)
    counters.push_back({d.name, Region::Scratch, d.address, d.where, d.counts, d.block});
  for (const TomlValue::Member& m : top.members("counters")) {
    const auto old = std::ranges::find(counters, m.key, &CounterConfig::name);
    read_counter(m, old != counters.end() ? *old : counters.emplace_back());
  }
  return counters;
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
