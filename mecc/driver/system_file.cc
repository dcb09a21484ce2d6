#include "mecc/driver/system_file.h"

#include "base/dependencies.h"
#include "base/files.h"
#include "config/derived.h"
#include "isa/control_store.h"

#include <filesystem>
#include <fmt/format.h>

namespace mecc {

namespace fs = std::filesystem;
using ixp::InputError;
using ixp::TomlTable;
using ixp::TomlValue;

namespace {

// TOML parses `me.control_store = 8192` as nested tables.
std::optional<unsigned> control_store_words(TomlTable& top) {
  auto chip = top.table("chip");
  auto me = chip ? chip->table("me") : std::nullopt;
  if (!me || !me->find("control_store")) return {};
  return static_cast<unsigned>(me->integer("control_store", 0, 1, mev2::kMaxControlStoreWords));
}

void check_places(const std::vector<ixp::ProgramConfig>& programs) {
  for (size_t i = 0; i < programs.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (programs[i].index == programs[j].index)
        throw InputError(programs[i].where,
                         fmt::format("microengine {} has an image already (line {}); expected one "
                                     "[[microengine]] for each 'at'",
                                     ixp::me_name(programs[i].index), programs[j].where.line));
}

uint64_t bytes_of(const ixp::LoadConfig& load) {
  if (load.file.empty()) return load.words.size() * 4;
  ixp::depend_on_path(load.file);
  std::error_code missing;
  const auto bytes = fs::file_size(load.file, missing);
  return missing ? 0 : bytes;
}

class Reserver {
public:
  explicit Reserver(SystemMemory& memory) : memory_(memory) {}

  void rings(const std::vector<ixp::RingConfig>& rings) {
    for (const ixp::RingConfig& r : rings)
      use(ixp::Region::Scratch, r.base, uint64_t{r.longwords} * 4);
  }
  void counters(const std::vector<ixp::CounterConfig>& counters) {
    for (const ixp::CounterConfig& c : counters)
      use(c.region, c.address, 4);
  }
  void boot(const ixp::BootConfig& boot) {
    for (const ixp::FreelistConfig& f : boot.freelists) {
      use(ixp::sram_channel(f.channel), f.descriptor_base,
          uint64_t{f.buffers} * f.descriptor_bytes);
      use(ixp::Region::Dram, f.data_base, uint64_t{f.buffers} * f.buffer_bytes);
    }
    for (const ixp::QueueConfig& q : boot.queues)
      use(ixp::sram_channel(q.channel), q.descriptor, 16);
    for (const ixp::SramRingConfig& r : boot.sram_rings)
      use(ixp::sram_channel(r.channel), r.base, uint64_t{r.longwords} * 4);
    for (const ixp::LoadConfig& l : boot.loads)
      if (!l.ring) use(l.region, l.address, bytes_of(l));
  }

private:
  void use(ixp::Region region, uint64_t first, uint64_t bytes) {
    switch (region) {
    case ixp::Region::Scratch: return memory_.scratch.reserve(first, first + bytes);
    case ixp::Region::Sram0: return memory_.sram.reserve(first, first + bytes);
    case ixp::Region::Dram: return memory_.dram.reserve(first, first + bytes);
    case ixp::Region::Sram1: return; // programs' variables are in channel 0
    }
  }

  SystemMemory& memory_;
};

} // namespace

SystemFile read_system_file(const std::string& path, const std::vector<std::string>& overrides) {
  SystemFile s;
  s.path = path;
  const TomlValue root =
      ixp::parse_derived(ixp::read_file(path), path, ixp::read_named_file, overrides).root;
  TomlTable top(root, "");
  for (TomlTable& t : top.tables("microengine"))
    s.programs.push_back(ixp::read_program(t));
  for (const ixp::ProgramConfig& program : s.programs)
    for (const std::string& file : program.files)
      if (ixp::is_pipe_or_device(file))
        throw InputError(program.image_where, fmt::format("image {} {}", file, ixp::kEndless));
  const ixp::Messages messages = ixp::read_messages(top, ixp::read_named_file);
  s.messages = messages.file;
  s.rings = ixp::read_rings(top, messages);
  s.counters = ixp::read_counters(top, messages);
  if (auto t = top.table("boot")) s.boot = ixp::read_boot(*t);
  if (auto t = top.table("memory")) s.memory = ixp::read_memory(*t);
  s.control_store_words = control_store_words(top);
  if (s.programs.empty())
    throw InputError({path, 0, 0}, "has no [[microengine]], so there is nothing to compile");
  check_places(s.programs);
  return s;
}

MemoryPool& SystemMemory::of(lower::Region r) {
  return r == lower::Region::Dram ? dram : r == lower::Region::Scratch ? scratch : sram;
}

SystemMemory free_memory(const SystemFile& s) {
  const auto pool = [](const ixp::MemoryRange& r) { return MemoryPool({r.first, r.end}); };
  SystemMemory memory{pool(s.memory.sram), pool(s.memory.dram), pool(s.memory.scratch)};
  Reserver reserver(memory);
  reserver.rings(s.rings);
  reserver.counters(s.counters);
  reserver.boot(s.boot);
  return memory;
}

} // namespace mecc
