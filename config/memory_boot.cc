// [boot]: structures that the control core sets up before traffic starts.
#include "config/memory.h"

#include <fmt/format.h>

namespace ixp {

namespace {

constexpr unsigned kEntries = 64; // of a queue array (IXP2800 HRM p.54)
constexpr uint64_t kMostRepeats = 65536;

void read_entry(TomlTable& t, unsigned& channel, unsigned& entry) {
  channel = static_cast<unsigned>(t.integer("channel", 0, 0, 1));
  entry = static_cast<unsigned>(t.need_integer("entry", 0, kEntries - 1, "0"));
}

FreelistConfig read_freelist(TomlTable& t) {
  FreelistConfig f;
  f.where = t.where();
  read_entry(t, f.channel, f.entry);
  f.buffers = static_cast<uint32_t>(t.need_integer("buffers", 1, 1u << 24, "4096"));
  f.buffer_bytes = static_cast<uint32_t>(t.integer("buffer_bytes", f.buffer_bytes, 1, 1u << 24));
  f.descriptor_base = read_address(t, "descriptor_base", 4);
  f.descriptor_bytes =
      static_cast<uint32_t>(t.integer("descriptor_bytes", f.descriptor_bytes, 4, 65536));
  if (f.descriptor_bytes % 4)
    throw InputError(t.where("descriptor_bytes"),
                     fmt::format("{} is {}, expected a multiple of 4", t.called("descriptor_bytes"),
                                 f.descriptor_bytes));
  f.data_base = read_address(t, "data_base", 8);
  f.held = static_cast<uint32_t>(t.integer("held", 0, 0, f.buffers));
  t.finish();
  return f;
}

QueueConfig read_queue(TomlTable& t) {
  QueueConfig q;
  q.where = t.where();
  read_entry(t, q.channel, q.entry);
  q.descriptor = read_address(t, "descriptor", 16);
  t.finish();
  return q;
}

SramRingConfig read_sram_ring(TomlTable& t) {
  SramRingConfig r;
  r.where = t.where();
  read_entry(t, r.channel, r.entry);
  r.longwords = static_cast<uint32_t>(t.integer("size", r.longwords, 512, 65536));
  if (r.longwords & (r.longwords - 1))
    throw InputError(t.where("size"), fmt::format("{} is {}, expected 512, 1024 ... 65536 "
                                                  "(longwords)",
                                                  t.called("size"), r.longwords));
  r.base = read_address(t, "base", r.longwords * 4);
  t.finish();
  return r;
}

// `words`, repeated `repeat` times.
std::vector<uint32_t> repeated(const std::vector<uint32_t>& words, TomlTable& t) {
  std::vector<uint32_t> out;
  for (uint64_t n = t.integer("repeat", 1, 1, kMostRepeats); n > 0; --n)
    out.insert(out.end(), words.begin(), words.end());
  return out;
}

LoadConfig read_load(TomlTable& t) {
  LoadConfig l;
  l.where = t.where();
  const TomlValue* ring = t.find("ring");
  const TomlValue* file = t.find("file");
  const TomlValue* words = t.find("words");
  if (ring) {
    l.ring = static_cast<unsigned>(toml_integer(*ring, t.called("ring"), 0, kScratchRings - 1));
  } else {
    l.region = read_region(t);
    l.address = read_address(t, "address", l.region == Region::Dram ? 8 : 4);
  }
  if (file) l.file = toml_path(*file, t.called("file"));
  if (words) l.words = repeated(t.words(*words, "words"), t);
  t.finish();
  if (!file == !words)
    throw InputError(t.where(), fmt::format("{} needs either 'file' or 'words', e.g. words = "
                                            "[0x1000]",
                                            t.name()));
  return l;
}

} // namespace

BootConfig read_boot(TomlTable t) {
  BootConfig boot;
  for (TomlTable& inner : t.tables("freelist"))
    boot.freelists.push_back(read_freelist(inner));
  for (TomlTable& inner : t.tables("queue"))
    boot.queues.push_back(read_queue(inner));
  for (TomlTable& inner : t.tables("sram_ring"))
    boot.sram_rings.push_back(read_sram_ring(inner));
  for (TomlTable& inner : t.tables("load"))
    boot.loads.push_back(read_load(inner));
  boot.rbuf = t.boolean("rbuf", true);
  boot.leave_out_erratum_69 = t.boolean("leave_out_erratum_69", true);
  t.finish();
  return boot;
}

} // namespace ixp
