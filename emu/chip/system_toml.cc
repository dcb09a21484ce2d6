// [chip], [msf], [[microengine]], [[agent]], [xscale], [stop].
#include "emu/chip/system_toml.h"

#include "base/files.h"
#include "config/derived.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

namespace fs = std::filesystem;
using Kind = TomlValue::Kind;

// Reads parameters by dotted key: TOML turns `clock.me_div = 2` into nested tables.
void SystemReader::chip(const TomlValue& value, const std::string& prefix) {
  toml_expect(value, Kind::Table,
              prefix.empty() ? "[chip]" : fmt::format("'{}' of [chip]", prefix));
  for (const TomlValue::Member& m : value.members) {
    const std::string key = prefix.empty() ? m.key : prefix + "." + m.key;
    if (const ParamInfo* info = find_param(key)) {
      system.params.*(info->field) =
          toml_integer(m.value, fmt::format("'{}' of [chip]", key), info->min, info->max);
    } else if (m.value.kind == Kind::Table) {
      chip(m.value, key);
    } else {
      std::vector<std::string> keys;
      for (const ParamInfo& p : all_params())
        keys.emplace_back(p.key);
      const std::string best = closest(key, keys);
      throw InputError(m.where,
                       fmt::format("unknown parameter '{}' in [chip]; {}", key,
                                   best.empty() ? "'ixpemu params' lists them all"
                                                : fmt::format("did you mean '{}'?", best)));
    }
  }
}

// Mode and element size, of both directions or of one.
static MsfConfig::Transmit read_media(TomlTable& t, MsfConfig::Transmit otherwise) {
  std::vector<std::string_view> modes;
  for (MsfMode m : {MsfMode::Sphy, MsfMode::Mphy32, MsfMode::Mphy4, MsfMode::Quad8, MsfMode::Csix})
    modes.push_back(ixp::name(m));
  const auto mode =
      static_cast<MsfMode>(t.choice("mode", modes, static_cast<size_t>(otherwise.mode)));
  const auto bytes =
      static_cast<unsigned>(t.integer("element_bytes", otherwise.element_bytes, 64, 256));
  if (bytes != 64 && bytes != 128 && bytes != 256)
    throw InputError(t.where("element_bytes"), fmt::format("{} is {}, expected 64, 128 or 256",
                                                           t.called("element_bytes"), bytes));
  return {mode, bytes};
}

static void read_cbus(TomlTable t, MsfConfig& msf) {
  if (t.find("port")) msf.cbus = static_cast<unsigned>(t.integer("port", 0, 0, kMaxPorts - 1));
  msf.cbus_bits = static_cast<unsigned>(t.integer("bits", msf.cbus_bits, 4, 8));
  if (msf.cbus_bits != 4 && msf.cbus_bits != 8)
    throw InputError(t.where("bits"),
                     fmt::format("{} is {}, expected 4 or 8", t.called("bits"), msf.cbus_bits));
  msf.full_duplex = t.boolean("full_duplex", true);
  t.finish();
}

void SystemReader::msf(TomlTable t) {
  MsfConfig& msf = system.msf;
  const MsfConfig::Transmit both = read_media(t, {msf.mode, msf.element_bytes});
  msf.mode = both.mode;
  msf.element_bytes = both.element_bytes;
  if (auto tx = t.table("tx")) {
    msf.tx = read_media(*tx, both);
    tx->finish();
  }
  msf.single_freelist = t.boolean("single_freelist", false);
  if (auto cbus = t.table("cbus")) read_cbus(std::move(*cbus), msf);
  const auto needs_csix = [&](const char* key, bool there) {
    if (t.find(key) && !there)
      throw InputError(t.where(key), fmt::format("{} is of CSIX, and no mode of [msf] is \"csix\"; "
                                                 "take it away",
                                                 t.called(key)));
  };
  needs_csix("single_freelist", msf.receives_csix());
  needs_csix("cbus", msf.receives_csix() || msf.transmits_csix());
  if (const TomlValue* registers = t.find("registers")) {
    toml_expect(*registers, Kind::Table, t.called("registers"));
    for (const TomlValue::Member& m : registers->members) {
      const auto offset = mev2::msf_csr_address(m.key);
      if (!offset)
        throw InputError(m.where, fmt::format("[msf] has no register '{}'; expected a name such as "
                                              "RX_CONTROL or TX_MPHY_POLL_LIMIT",
                                              m.key));
      const auto value = toml_integer(m.value, fmt::format("'{}'", m.key), 0, ~uint32_t{0});
      system.msf_registers.emplace_back(*offset, static_cast<uint32_t>(value));
    }
  }
  t.finish();
}

// Register keys: "a3" (every context), "ctx0.b3", "@a0".
static RegisterSetting register_setting(const TomlValue::Member& m, const std::string& what) {
  RegisterSetting s;
  s.where = m.where;
  s.location = m.key;
  if (m.key.starts_with("ctx")) {
    if (m.key.size() < 6 || m.key[3] < '0' || m.key[3] > '7' || m.key[4] != '.')
      throw InputError(m.where, fmt::format("{}: '{}' is not a register, expected e.g. "
                                            "\"ctx0.b3\", \"a3\" or \"@a0\"",
                                            what, m.key));
    s.context = m.key[3] - '0';
    s.location = m.key.substr(5);
  }
  s.value = static_cast<uint32_t>(
      toml_integer(m.value, fmt::format("'{}' of {}", m.key, what), 0, ~uint32_t{0}));
  return s;
}

void SystemReader::microengine(TomlTable t) {
  MicroengineConfig me;
  static_cast<ProgramConfig&>(me) = read_program(t);
  for (const TomlValue::Member& m : t.members("csr")) {
    const auto address = mev2::local_csr_address(m.key);
    if (!address)
      throw InputError(m.where,
                       fmt::format("a microengine has no CSR '{}'; expected a name such as "
                                   "CTX_ENABLES",
                                   m.key));
    const auto value = toml_integer(m.value, fmt::format("'{}'", m.key), 0, ~uint32_t{0});
    me.csrs.push_back({*address, static_cast<uint32_t>(value)});
  }
  for (const TomlValue::Member& m : t.members("registers"))
    me.registers.push_back(register_setting(m, t.called("registers")));
  t.finish();
  system.microengines.push_back(std::move(me));
}

void SystemReader::agent(TomlTable t) {
  static constexpr std::string_view kKinds[] = {"move", "count", "drain"};
  AgentConfig a;
  a.where = t.where();
  t.need("kind", "\"move\"");
  a.kind = static_cast<AgentConfig::Kind>(t.choice("kind", kKinds, 0));
  if (a.kind != AgentConfig::Kind::Count)
    a.from = static_cast<unsigned>(t.need_integer("from", 0, kScratchRings - 1, "1"));
  if (a.kind == AgentConfig::Kind::Move)
    a.to = static_cast<unsigned>(t.need_integer("to", 0, kScratchRings - 1, "0"));
  if (a.kind != AgentConfig::Kind::Count)
    a.burst = static_cast<unsigned>(t.integer("burst", a.burst, 1, 1024));
  t.finish();
  system.agents.push_back(a);
}

static std::vector<std::string> arm_files(TomlTable& t) {
  static constexpr std::string_view kExtensions[] = {".elf", ".c", ".s"};
  const TomlValue& program = t.need("program", "\"gateway.c\"");
  for (const std::string& n : t.texts("program")) {
    const std::string extension = fs::path(n).extension().string();
    if (std::ranges::find(kExtensions, extension) == std::end(kExtensions))
      throw InputError(program.where,
                       fmt::format("{} is '{}', expected a file ending in {}", t.called("program"),
                                   n, alternatives(kExtensions)));
  }
  const std::vector<std::string> files = t.paths("program");
  if (files.empty())
    throw InputError(program.where, t.called("program") + " is empty, expected a file");
  if (files.size() > 1 &&
      std::ranges::any_of(files, [](const std::string& f) { return f.ends_with(".elf"); }))
    throw InputError(program.where, t.called("program") + " has a linked program (.elf) among "
                                                          "several files, expected sources");
  return files;
}

static KernelConfig kernel_of(TomlTable& t) {
  KernelConfig kernel;
  const auto file = [&](std::string_view key) {
    return t.text(key, "").empty() ? "" : toml_path(*t.find(key), t.called(key));
  };
  kernel.image = file("kernel");
  kernel.initrd_where = t.where("initrd");
  kernel.initrd = file("initrd");
  kernel.command_line = t.text("command_line", "console=ttyS0,115200");
  kernel.input = file("input");
  kernel.prompt = t.text("prompt", "# ");
  return kernel;
}

// Rings by number or by the name in `messages`.
std::optional<std::vector<unsigned>> SystemReader::rings_of_core(TomlTable& t,
                                                                 std::string_view key) const {
  const TomlValue* list = t.find(key);
  if (!list) return {};
  toml_expect(*list, Kind::Array, t.called(key));
  std::vector<unsigned> rings;
  for (const TomlValue& item : list->items) {
    const auto ring = std::ranges::find_if(system.rings, [&](const RingConfig& r) {
      return item.kind == Kind::String ? r.name == item.text
                                       : item.kind == Kind::Integer && r.number == item.integer;
    });
    if (ring == system.rings.end())
      throw InputError(item.where,
                       fmt::format("{}: expected numbers or names of the system's rings, "
                                   "e.g. [\"RING_CORE\"]",
                                   t.called(key)));
    rings.push_back(ring->number);
  }
  return rings;
}

void SystemReader::xscale(TomlTable t) {
  static constexpr std::string_view kLevels[] = {"0", "1", "2", "3", "s"};
  static constexpr std::string_view kFaults[] = {"stop", "handled"};
  XScaleConfig x;
  x.where = t.where();
  static constexpr std::string_view kBoards[] = {"none", "enp2611", "ixdp2400"};
  x.board = static_cast<XScaleConfig::Board>(t.choice("board", kBoards, 0));
  if (t.find("kernel")) {
    x.program_where = t.where("kernel");
    x.kernel = kernel_of(t);
    if (x.board == XScaleConfig::Board::None)
      throw InputError(x.program_where, "a kernel needs the board that it was built for: board = "
                                        "\"enp2611\" or \"ixdp2400\"");
  } else {
    x.program_where = t.where("program");
    x.files = arm_files(t);
  }
  if (!x.kernel || t.find("big_endian")) x.big_endian = t.boolean("big_endian", true);
  x.defines = read_defines(t);
  x.include_dirs = t.paths("include");
  x.optimise = kLevels[t.choice("optimise", kLevels, 4)];
  x.uart_where = t.where("uart");
  if (!t.text("uart", "").empty()) x.uart = toml_path(*t.find("uart"), t.called("uart"));
  x.typed_where = t.where("typed");
  if (!t.text("typed", "").empty()) x.typed = toml_path(*t.find("typed"), t.called("typed"));
  x.boots = t.boolean("boot", false);
  x.rings = {rings_of_core(t, "gets"), rings_of_core(t, "puts")};
  x.stop_at_faults = t.choice("faults", kFaults, x.kernel ? 1 : 0) == 0;
  t.finish();
  system.xscale = std::move(x);
}

void SystemReader::stop(TomlTable t) {
  StopSpec stop;
  const auto number = [&](std::string_view key, std::optional<uint64_t>& field) {
    if (const TomlValue* v = t.find(key))
      field = toml_integer(*v, t.called(key), 1, uint64_t{1} << 60);
  };
  number("packets_tx", stop.packets_tx);
  number("packets_rx", stop.packets_rx);
  number("cycles", stop.cycles);
  if (const TomlValue* v = t.find("time_ms")) {
    if (v->kind == Kind::Integer || v->kind == Kind::Float) {
      const std::string text = v->kind == Kind::Integer ? fmt::format("{}", v->integer)
                                                        : fmt::format("{:.10g}", v->real);
      stop.time_us = parse_milliseconds(text);
    }
    if (!stop.time_us || *stop.time_us == 0)
      throw InputError(v->where, fmt::format("{}: expected milliseconds above 0 with at most three "
                                             "decimals, e.g. 2.5",
                                             t.called("time_ms")));
  }
  stop.idle = t.boolean("idle", false);
  const bool says_fail_on = t.find("fail_on");
  system.fail_on =
      static_cast<FailOn>(t.choice("fail_on", kFailOnNames, static_cast<size_t>(system.fail_on)));
  t.finish();
  if (stop.empty() && says_fail_on) return; // --until defines the end
  if (stop.empty())
    throw InputError(t.where(), "[stop] says nothing; expected packets_tx, packets_rx, cycles, "
                                "time_ms, idle or fail_on");
  system.stop = stop;
}

// Hashes the file's values except paths; the contents of those files are hashed when they are read.
// The key `typed` is skipped too: a run with --console and its replay are one run.
static void add_without_paths(Digest& inputs, TomlValue root) {
  for (TomlValue::Member& m : root.members)
    if (m.key == "xscale")
      std::erase_if(m.value.members,
                    [](const auto& of_xscale) { return of_xscale.key == "typed"; });
  static constexpr std::string_view kPaths[] = {"file",    "image",   "include", "messages",
                                                "program", "streams", "uart",    "kernel",
                                                "initrd",  "input"};
  add(inputs, root, kPaths);
}

static void sort_parts(SystemConfig& s) {
  std::ranges::sort(s.microengines, {},
                    [](const auto& m) { return std::pair(m.index, m.where.line); });
}

SystemConfig parse_system(std::string_view text, const std::string& file_name,
                          const FileReader& read, std::vector<std::string> overrides) {
  SystemConfig system;
  system.path = file_name;
  system.overrides = std::move(overrides);
  DerivedToml file = parse_derived(text, file_name, read, system.overrides);
  system.bases = std::move(file.bases);
  const TomlValue& root = file.root;
  add_without_paths(system.inputs, root);
  SystemReader reader{system};
  if (const TomlValue::Member* network = root.find("network"))
    throw InputError(network->where, "is a network, expected the system of one chip; 'ixpemu run' "
                                     "runs networks, and each [[chip]] names its system file");
  TomlTable top(root, "");

  system.seed = top.integer("seed", 1, 0, ~uint64_t{0} >> 1);
  if (const TomlValue* v = top.find("chip")) reader.chip(*v, "");
  if (auto t = top.table("msf")) reader.msf(*t);
  for (TomlTable& t : top.tables("microengine"))
    reader.microengine(t);
  const Messages messages = read_messages(top, [&](const std::string& path) {
    std::string header = read(path);
    system.inputs.add(header);
    return header;
  });
  system.rings = read_rings(top, messages);
  for (const TomlValue::Member& m : top.members("port"))
    reader.port(m);
  if (auto t = top.table("boot")) system.boot = read_boot(*t);
  if (auto t = top.table("memory")) system.memory = read_memory(*t);
  for (TomlTable& t : top.tables("agent"))
    reader.agent(t);
  if (auto t = top.table("xscale")) reader.xscale(*t);
  system.counters = read_counters(top, messages);
  if (auto t = top.table("stop")) reader.stop(*t);
  top.finish();
  sort_parts(system);
  check_system(system);
  return system;
}

SystemConfig read_system(const std::string& path, std::vector<std::string> overrides) {
  SystemConfig system = parse_system(read_file(path), path, read_named_file, std::move(overrides));
  check_files(system);
  return system;
}

std::string SystemConfig::name() const {
  return fs::path(path).filename().string();
}

bool SystemConfig::has_source() const {
  return std::ranges::any_of(ports, [](const auto& p) {
    const std::optional<RxConfig>& rx = p.second.rx;
    return rx && (rx->linked || !rx->stream.files.empty());
  });
}

bool SystemConfig::counts_drops() const {
  return std::ranges::find(counters, Counts::Drops, &CounterConfig::counts) != counters.end();
}

const RingConfig* SystemConfig::ring(unsigned number) const {
  for (const RingConfig& r : rings)
    if (r.number == number) return &r;
  return nullptr;
}

} // namespace ixp
