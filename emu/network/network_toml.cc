#include "emu/network/network_toml.h"

#include "config/toml_override.h"
#include "emu/chip/stop.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace ixp {

namespace {

constexpr uint64_t kMostNs = 1'000'000'000'000;
constexpr size_t kMostChips = 1000;

// "R1.0"
PortName read_end(TomlTable& t, std::string_view key) {
  const std::string& text = toml_text(t.need(key, "\"A.0\""), t.called(key));
  const size_t point = text.rfind('.');
  unsigned port = kMaxPorts;
  if (point != text.npos && point > 0)
    if (const auto [end, error] =
            std::from_chars(text.data() + point + 1, text.data() + text.size(), port);
        error != std::errc() || end != text.data() + text.size())
      port = kMaxPorts;
  if (port >= kMaxPorts)
    throw InputError(t.where(key), fmt::format("{} is '{}', expected chip and port, e.g. \"A.0\"",
                                               t.called(key), text));
  return {text.substr(0, point), port};
}

void read_link(TomlTable t, NetworkConfig& config) {
  LinkConfig link;
  link.where = t.where();
  link.from = read_end(t, "from");
  link.to = read_end(t, "to");
  link.wire.delay = net_time_of_ns(t.need_integer("delay_ns", 1, kMostNs, "500"));
  link.wire.added_delay = net_time_of_ns(t.integer("added_delay_ns", 0, 0, kMostNs));
  link.wire.loss_per_giga = static_cast<uint64_t>(t.number("loss", 0, 0, 1) * 1e9 + 0.5);
  const bool both = t.boolean("both", false);
  t.finish();
  config.links.push_back(link);
  if (!both) return;
  std::swap(link.from, link.to);
  config.links.push_back(link);
}

void check_name(const std::string& name, const SourceLocation& where) {
  const bool good = !name.empty() && name.size() <= 64 && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  if (!good)
    throw InputError(where, fmt::format("'{}' is no name for a chip; expected letters, digits, - "
                                        "and _, for logs go into a folder of that name",
                                        name));
}

void read_context(TomlTable& t, PulseInput& p) {
  const std::string at = toml_text(t.need("context", "\"0:1.0\""), t.called("context"));
  if (at.size() != 5 || (at[0] != '0' && at[0] != '1') || at[1] != ':' || at[2] < '0' ||
      at[2] > '3' || at[3] != '.' || at[4] < '0' || at[4] > '7')
    throw InputError(t.where("context"),
                     fmt::format("{} is '{}', expected microengine and context, e.g. \"0:1.0\"",
                                 t.called("context"), at));
  p.me = static_cast<unsigned>((at[0] - '0') * 4 + (at[2] - '0'));
  p.ctx = static_cast<unsigned>(at[4] - '0');
  p.signal = static_cast<unsigned>(t.need_integer("signal", 1, 15, "1"));
}

PulseInput read_pulse_input(TomlTable t) {
  PulseInput p;
  if (t.find("gpio")) {
    p.gpio = static_cast<unsigned>(t.integer("gpio", 0, 0, control::Gpio::kPinCount - 1));
    p.width = net_time_of_ns(t.integer("width_ns", 1000, 1, kMostNs));
  } else {
    read_context(t, p);
  }
  // To a context, the latency covers the board and the XScale; a pin is wired directly.
  p.latency = net_time_of_ns(t.integer("latency_ns", p.gpio ? 0 : 1000, 0, kMostNs));
  p.offset = net_time_of_ns(t.integer("offset_ns", 0, 0, kMostNs));
  p.jitter = net_time_of_ns(t.integer("jitter_ns", 0, 0, kMostNs));
  if (const TomlValue* missed = t.find("missed")) p.missed = t.words(*missed, "missed");
  t.finish();
  return p;
}

// Errors in a change of the system have the location of the network file.
SystemConfig changed_system(const std::string& path, const SourceLocation& where,
                            std::vector<std::string> set, const SourceLocation& set_where) {
  try {
    return with_place(where, [&] { return read_system(path, std::move(set)); });
  } catch (const InputError& e) {
    const std::string& change = e.diagnostic().where.file;
    if (!change.starts_with("--set ")) throw;
    throw InputError(set_where, fmt::format("{}: {}", change, e.diagnostic().text));
  }
}

ChipConfig read_chip(TomlTable t) {
  ChipConfig chip;
  chip.where = t.where();
  chip.name = toml_text(t.need("name", "\"A\""), t.called("name"));
  check_name(chip.name, t.where("name"));
  const TomlValue& system = t.need("system", "\"router.toml\"");
  const std::string path = toml_path(system, t.called("system"));
  std::vector<std::string> set = t.texts("set");
  const SourceLocation set_where = t.where("set");
  const double ppm = t.number("ppm", 0, -1000, 1000);
  chip.ppm = static_cast<int64_t>(ppm < 0 ? ppm - 0.5 : ppm + 0.5);
  if (const TomlValue* v = t.find("restart_at_ms")) {
    const auto ns = [](double ms) { return static_cast<uint64_t>(ms * 1e6 + 0.5); };
    chip.restart.emplace();
    chip.restart->at = net_time_of_ns(ns(toml_number(*v, t.called("restart_at_ms"), 0.001, 1e9)));
    chip.restart->takes = net_time_of_ns(ns(t.number("restart_takes_ms", 1, 0.001, 1e9)));
  }
  for (TomlTable& pulse : t.tables("pulse"))
    chip.pulses.push_back(read_pulse_input(std::move(pulse)));
  t.finish();
  std::error_code none;
  const auto found = std::filesystem::status(path, none);
  const bool there = std::filesystem::exists(found);
  if (!there || std::filesystem::is_directory(found))
    throw InputError(system.where,
                     fmt::format("system {} {}; paths are relative to the network file", path,
                                 there ? "is a folder" : "does not exist"));
  if (is_pipe_or_device(path))
    throw InputError(system.where, fmt::format("system {} {}", path, kEndless));
  chip.system = changed_system(path, system.where, std::move(set), set_where);
  return chip;
}

FabricNodeConfig read_fabric_node(TomlTable t, const std::string& path) {
  FabricNodeConfig f;
  f.where = t.where();
  f.name = t.text("name", f.name);
  check_name(f.name, t.where("name"));
  f.fabric.path = path;
  fabric::read_switch(t, f.fabric);
  f.slot_ns = t.integer("slot_ns", f.slot_ns, 1, kMostNs);
  f.grants_ahead = static_cast<unsigned>(t.integer("grants_ahead", 0, 0, 10'000));
  if (t.find("warmup")) f.warmup = t.integer("warmup", 0, 0, uint64_t{1} << 40);
  t.finish();
  return f;
}

void read_stop(TomlTable t, NetworkStop& stop) {
  if (const TomlValue* v = t.find("time_ms")) {
    const double ms = toml_number(*v, t.called("time_ms"), 0.001, 1e9);
    stop.time_us = static_cast<uint64_t>(ms * 1000 + 0.5);
  }
  if (const TomlValue* v = t.find("frames"))
    stop.frames = toml_integer(*v, t.called("frames"), 1, uint64_t{1} << 60);
  stop.idle = t.boolean("idle", false);
  t.finish();
}

} // namespace

bool is_network(const std::string& path) {
  if (!std::filesystem::is_regular_file(path)) return false; // a pipe can be read only once
  return parse_toml(read_file(path), path).find("network") != nullptr;
}

NetworkConfig read_network(const std::string& path, std::vector<std::string> overrides) {
  NetworkConfig config;
  config.path = path;
  TomlValue root = parse_toml(read_file(path), path);
  apply_overrides(root, overrides);
  TomlTable top(root, "");
  if (!top.find("network"))
    throw InputError({path}, "is no network; expected [network], or the run of one chip");
  if (auto t = top.table("network")) {
    config.seed = t->integer("seed", 1, 0, ~uint64_t{0} >> 1);
    config.pulse_period =
        net_time_of_ns(t->integer("pulse_period_us", 250, 1, kMostNs / 1000) * 1000);
    t->finish();
  }
  for (TomlTable& t : top.tables("chip"))
    config.chips.push_back(read_chip(std::move(t)));
  if (config.chips.size() > kMostChips)
    throw InputError({path},
                     fmt::format("{} chips, expected at most {}", config.chips.size(), kMostChips));
  for (TomlTable& t : top.tables("link"))
    read_link(std::move(t), config);
  if (auto t = top.table("fabric")) config.fabric = read_fabric_node(std::move(*t), path);
  if (auto t = top.table("stop")) read_stop(std::move(*t), config.stop);
  top.finish();
  return config;
}

NetworkConfig load_network(const SystemChoices& choices) {
  if (!choices.images.empty() || !choices.rx.empty())
    throw InputError({choices.system}, "is a network: --images and --rx are for the run of one "
                                       "chip; change the system files, or use --set");
  NetworkConfig config = read_network(choices.system, choices.overrides);
  if (choices.seed) config.seed = *choices.seed;
  for (ChipConfig& chip : config.chips) {
    if (choices.seed) chip.system.seed = *choices.seed;
    if (choices.fail_on) chip.system.fail_on = *choices.fail_on;
  }
  if (!choices.until) return config;
  if (choices.until->cycles || choices.until->packets_rx)
    throw InputError(
        {choices.system},
        "is a network: it ends at time_ms=N, packets_tx=N (frames that left it) or idle");
  config.stop = {choices.until->time_us, choices.until->packets_tx, choices.until->idle};
  return config;
}

} // namespace ixp
