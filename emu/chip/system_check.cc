// Checks for contradictions between parts of a system file that are valid individually.
#include "base/files.h"
#include "emu/chip/system.h"
#include "emu/kernel/command.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <tuple>
#include <vector>

namespace ixp {

namespace {

// Entries of [boot].load to check: entries with words in the system file, or also entries with
// other files.
enum class Loads : uint8_t { Words, WithFiles };

constexpr uint64_t kQueueDescriptorBytes = 16;

// An owner of a memory area. (Scratchpad: also check_rings() and check_counters().)
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
  return one_is(Load) || (a.kind == Counter && b.kind == Counter); // counters: below
}

std::string described(const Area& a) {
  return fmt::format("{}, {:#x} to {:#x} of {}", a.what, a.first, a.end - 1, name(a.region));
}

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

std::string line_of(const SourceLocation& w) {
  return w.line ? fmt::format(" (line {})", w.line) : "";
}

// The same if headers of `messages` contribute.
std::string place_of(const SourceLocation& w, const SystemConfig& s) {
  return w.file == s.path ? line_of(w) : fmt::format(" ({}:{})", w.file, w.line);
}

void check_microengines(const SystemConfig& s) {
  for (size_t i = 1; i < s.microengines.size(); ++i)
    if (s.microengines[i].index == s.microengines[i - 1].index)
      throw InputError(s.microengines[i].where,
                       fmt::format("microengine {} has an image already{}; expected one "
                                   "[[microengine]] for each 'at'",
                                   me_name(s.microengines[i].index),
                                   line_of(s.microengines[i - 1].where)));
  for (const MicroengineConfig& me : s.microengines)
    if (me.mode == mev2::ContextMode::Four && me.start && (*me.start & 0xaa))
      throw InputError(me.start_where,
                       "'start' of [[microengine]] names odd contexts, which 4-context "
                       "mode does not have; expected bits of 0x55");
}

uint32_t ring_end(const RingConfig& r) {
  return r.base + r.longwords * 4;
}

void check_rings(const SystemConfig& s) {
  for (const RingConfig& r : s.rings) {
    if (r.base % (r.longwords * 4))
      throw InputError(r.where, fmt::format("base {:#x} of {} is not a multiple of its size, "
                                            "{:#x} bytes",
                                            r.base, called(r), r.longwords * 4));
    if (ring_end(r) > kScratchBytes)
      throw InputError(r.where, fmt::format("{} ends at {:#x}, beyond the scratchpad's {:#x} "
                                            "bytes",
                                            called(r), ring_end(r), kScratchBytes));
    for (const RingConfig& other : s.rings) {
      if (other.number >= r.number) break;
      if (other.base < ring_end(r) && r.base < ring_end(other))
        throw InputError(r.where,
                         fmt::format("{} at {:#x} overlaps {} at {:#x}{}", called(r), r.base,
                                     called(other), other.base, line_of(other.where)));
    }
  }
}

// C-frames have the pins' rate, are whole bytes and have no FCS.
void check_cframes(const SystemConfig& s, unsigned number, const PortConfig& port) {
  const auto check = [&](const SourceLocation& where, const char* side, uint64_t rate, Fcs fcs) {
    const auto refuse = [&](std::string_view what) {
      throw InputError(where, fmt::format("[port.{}].{}: {}", number, side, what));
    };
    if (rate == 0) refuse("C-frames cross as fast as pins move them; leave rate_mbps away");
    if (fcs == Fcs::Keep) refuse("C-frames have no FCS; take fcs away");
  };
  if (port.rx && port.rx->port.cframes)
    check(port.rx->where, "rx", port.rx->port.rate_mbps, port.rx->stream.rules.fcs);
  if (port.tx && port.tx->port.cframes)
    check(port.tx->where, "tx", port.tx->port.rate_mbps, port.tx->port.fcs);
  if (number == 0 && s.msf.cbus == number)
    throw InputError(port.where, "[port.0] is the CBUS by cbus of [msf], but it is the port of the "
                                 "media interface; expected another one");
}

void check_ports(const SystemConfig& s) {
  const unsigned rx = ports_of(s.msf.mode), tx = ports_of(s.msf.transmit().mode);
  for (const auto& [number, port] : s.ports) {
    check_cframes(s, number, port);
    const bool cbus = s.msf.cbus == number;
    for (const auto& [there, most] :
         {std::pair{port.rx.has_value(), rx}, std::pair{port.tx.has_value(), tx}})
      if (there && !cbus && number >= most)
        throw InputError(
            port.where,
            fmt::format("[port.{}]: the mode of [msf] has ports 0 to {} only", number, most - 1));
  }
}

struct EntryUse {
  unsigned channel, entry;
  const SourceLocation* where;
};

void check_entries(const BootConfig& b) {
  std::vector<EntryUse> uses;
  const auto claim = [&](unsigned channel, unsigned entry, const SourceLocation& where) {
    for (const EntryUse& u : uses)
      if (u.channel == channel && u.entry == entry)
        throw InputError(where, fmt::format("entry {} of the queue array of channel {} is in use "
                                            "already{}",
                                            entry, channel, line_of(*u.where)));
    uses.push_back({channel, entry, &where});
  };
  for (const auto& f : b.freelists)
    claim(f.channel, f.entry, f.where);
  for (const auto& q : b.queues)
    claim(q.channel, q.entry, q.where);
  for (const auto& r : b.sram_rings)
    claim(r.channel, r.entry, r.where);
}

void check_boot(const SystemConfig& s) {
  const BootConfig& b = s.boot;
  for (const FreelistConfig& f : b.freelists) {
    check_inside(f.where, "the freelist's descriptors", sram_channel(f.channel), f.descriptor_base,
                 uint64_t{f.buffers} * f.descriptor_bytes, s.params);
    check_inside(f.where, "the freelist's data", Region::Dram, f.data_base,
                 uint64_t{f.buffers} * f.buffer_bytes, s.params);
    if (f.descriptor_base == 0)
      throw InputError(f.where, "'descriptor_base' of the freelist is 0, which means \"no buffer\" "
                                "in a queue; expected another address");
  }
  for (const QueueConfig& q : b.queues)
    check_inside(q.where, "the queue's descriptor", sram_channel(q.channel), q.descriptor, 16,
                 s.params);
  for (const SramRingConfig& r : b.sram_rings)
    check_inside(r.where, "the ring", sram_channel(r.channel), r.base, uint64_t{r.longwords} * 4,
                 s.params);
  check_entries(b);
  for (const LoadConfig& l : b.loads) {
    if (!l.ring) {
      check_inside(l.where, "the load", l.region, l.address, l.words.size() * 4, s.params);
      continue;
    }
    const RingConfig* ring = s.ring(*l.ring);
    if (!ring) throw InputError(l.where, fmt::format("there is no [ring.{}] to load", *l.ring));
    if (l.words.size() > ring->longwords)
      throw InputError(l.where, fmt::format("{} words do not fit ring {} of {} longwords",
                                            l.words.size(), *l.ring, ring->longwords));
  }
}

void check_agents(const SystemConfig& s) {
  for (const AgentConfig& a : s.agents) {
    if (a.kind == AgentConfig::Kind::Count) continue;
    if (!s.ring(a.from))
      throw InputError(a.where, fmt::format("[[agent]] takes from ring {}, which is not there; "
                                            "expected a [ring.{}]",
                                            a.from, a.from));
    if (a.kind != AgentConfig::Kind::Move) continue;
    if (!s.ring(a.to))
      throw InputError(a.where, fmt::format("[[agent]] puts into ring {}, which is not there; "
                                            "expected a [ring.{}]",
                                            a.to, a.to));
    if (a.from == a.to)
      throw InputError(a.where, fmt::format("[[agent]] moves from ring {} to itself; expected two "
                                            "rings",
                                            a.from));
  }
}

void check_counters(const SystemConfig& s) {
  for (size_t i = 0; i < s.counters.size(); ++i) {
    const CounterConfig& c = s.counters[i];
    check_inside(c.where, fmt::format("counter '{}'", c.name), c.region, c.address, 4, s.params);
    for (size_t j = 0; j < i; ++j)
      if (s.counters[j].region == c.region && s.counters[j].address == c.address)
        throw InputError(c.where,
                         fmt::format("counter '{}' is at the address of '{}'{}", c.name,
                                     s.counters[j].name, place_of(s.counters[j].where, s)));
    for (const RingConfig& r : s.rings)
      if (c.region == Region::Scratch && c.address >= r.base && c.address < ring_end(r))
        throw InputError(c.where, fmt::format("counter '{}' at {:#x} lies inside {}{}", c.name,
                                              c.address, called(r), place_of(r.where, s)));
  }
}

void check_memory(const SystemConfig& s) {
  const auto check = [&](const MemoryRange& r, std::string_view key, Region region) {
    if (r.where.line)
      check_inside(r.where, fmt::format("'{}' of [memory]", key), region, r.first, r.end - r.first,
                   s.params);
  };
  check(s.memory.sram, "sram", Region::Sram0);
  check(s.memory.dram, "dram", Region::Dram);
  check(s.memory.scratch, "scratch", Region::Scratch);
}

// A command cannot be answered before the bus has delivered it.
void check_params(const SystemConfig& s) {
  for (const auto latency : command_latencies()) {
    if (s.params.*latency > s.params.bus_command_latency) continue;
    const auto info = std::ranges::find(all_params(), latency, &ParamInfo::field);
    throw InputError({s.path},
                     fmt::format("[chip]: '{}' is {}, expected more than "
                                 "'bus.command_latency', {}",
                                 info->key, s.params.*latency, s.params.bus_command_latency));
  }
}

// Data that a microengine did not request must be announced kernel.lookahead before they arrive.
void check_lookahead(const SystemConfig& s) {
  const Params& p = s.params;
  if (p.msf_rsw_autopush < p.kernel_lookahead)
    throw InputError({s.path}, fmt::format("[chip]: 'msf.rsw_autopush' is {}, expected at least "
                                           "'kernel.lookahead', {}",
                                           p.msf_rsw_autopush, p.kernel_lookahead));
  if (p.cap_reflect < p.bus_command_latency + p.kernel_lookahead)
    throw InputError({s.path},
                     fmt::format("[chip]: 'cap.reflect' is {}, expected at least "
                                 "'bus.command_latency', {}, and 'kernel.lookahead', {}, together",
                                 p.cap_reflect, p.bus_command_latency, p.kernel_lookahead));
}

void check_stop(const SystemConfig& s) {
  if (!s.stop) return;
  const auto any = [&](auto member) {
    return std::ranges::any_of(s.ports,
                               [&](const auto& p) { return (p.second.*member).has_value(); });
  };
  if (s.stop->packets_tx && !any(&PortConfig::tx))
    throw InputError({s.path}, "[stop] waits for packets_tx, but no [port.N] has tx");
  if (s.stop->packets_rx && !any(&PortConfig::rx))
    throw InputError({s.path}, "[stop] waits for packets_rx, but no [port.N] has rx");
}

// `where` is in the system file; without a file: on the command line.
void check_file(const std::string& path, const SourceLocation& where, std::string_view what) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    throw InputError(where, fmt::format("{} {} does not exist; {} relative to the {}", what, path,
                                        where.file.empty() ? "its path is" : "paths are",
                                        where.file.empty() ? "current folder" : "system file"));
  if (std::filesystem::is_directory(status))
    throw InputError(where, fmt::format("{} {} is a folder, expected a file", what, path));
}

// A file that is read as a whole, before the run.
void check_plain_file(const std::string& path, const SourceLocation& where, std::string_view what) {
  check_file(path, where, what);
  if (is_pipe_or_device(path))
    throw InputError(where, fmt::format("{} {} {}", what, path, kEndless));
}

} // namespace

void check_system(const SystemConfig& s) {
  check_params(s);
  check_lookahead(s);
  check_microengines(s);
  check_rings(s);
  check_ports(s);
  check_boot(s);
  check_agents(s);
  check_counters(s);
  check_areas(s, Loads::Words);
  check_memory(s);
  check_stop(s);
}

void check_files(const SystemConfig& s) {
  if (s.images.empty())
    for (const MicroengineConfig& me : s.microengines)
      for (const std::string& file : me.files)
        check_plain_file(file, me.image_where, "image");
  for (const auto& [number, port] : s.ports)
    if (port.rx)
      for (const std::string& file : port.rx->stream.files)
        check_file(file, port.rx->streams_where,
                   port.rx->streams_where.file.empty() ? fmt::format("--rx {}: stream", number)
                                                       : "stream");
  for (const LoadConfig& l : s.boot.loads)
    if (!l.file.empty()) check_plain_file(l.file, l.where, "file");
  if (s.xscale) {
    for (const std::string& file : s.xscale->files)
      check_plain_file(file, s.xscale->program_where, "program");
    if (!s.xscale->typed.empty()) check_plain_file(s.xscale->typed, s.xscale->typed_where, "typed");
    if (const auto& kernel = s.xscale->kernel) {
      check_plain_file(kernel->image, s.xscale->program_where, "kernel");
      if (!kernel->initrd.empty()) check_plain_file(kernel->initrd, kernel->initrd_where, "initrd");
      if (!kernel->input.empty()) check_plain_file(kernel->input, s.xscale->where, "input");
    }
  }
  check_areas(s, Loads::WithFiles);
}

} // namespace ixp
