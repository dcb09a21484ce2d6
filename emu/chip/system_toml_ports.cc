// [port.N]: the line, the buffers and the packet streams of one port.
#include "emu/chip/system_toml.h"

#include <charconv>
#include <fmt/format.h>

namespace ixp {

// A key of emu/media/port.def, whose field has the default.
template <class T>
static void read(TomlTable& t, std::string_view key, T& field, uint64_t least, uint64_t most) {
  if constexpr (std::is_same_v<T, bool>)
    field = t.boolean(key, field);
  else
    field = static_cast<T>(t.integer(key, field, least, most));
}

static Fcs read_fcs(TomlTable& t) {
  static constexpr std::string_view kNames[] = {"strip", "keep"};
  return t.choice("fcs", kNames, 0) == 1 ? Fcs::Keep : Fcs::Strip;
}

static MacAddress read_mac(TomlTable& t, std::string_view key, MacAddress otherwise) {
  const TomlValue* v = t.find(key);
  if (!v) return otherwise;
  const std::string& text = toml_text(*v, t.called(key));
  MacAddress address{};
  unsigned i = 0;
  for (const char *p = text.data(), *end = p + text.size(); i < address.size(); ++i) {
    const auto [after, error] = std::from_chars(p, end, address[i], 16);
    const bool last = i + 1 == address.size();
    if (error != std::errc() || after - p != 2 || (last ? after != end : *after != ':')) break;
    p = after + 1;
  }
  if (i < address.size())
    throw InputError(v->where, fmt::format("{} is '{}', expected a MAC address, such as "
                                           "\"02:00:00:00:00:01\"",
                                           t.called(key), text));
  return address;
}

static FrameRules read_rules(TomlTable& t) {
  static constexpr std::string_view kTruncated[] = {"error", "pad", "cut", "skip"};
  static constexpr std::string_view kOversized[] = {"error", "cut", "skip"};
  static constexpr std::string_view kUnordered[] = {"error", "hold"};
  FrameRules r;
  r.truncated = static_cast<FrameRules::Truncated>(t.choice("truncated", kTruncated, 0));
  r.oversized = static_cast<FrameRules::Oversized>(t.choice("oversized", kOversized, 0));
  r.unordered = static_cast<FrameRules::Unordered>(t.choice("unordered", kUnordered, 0));
  r.fcs = read_fcs(t);
  if (auto header = t.table("ethernet_header")) {
    EthernetHeader& h = r.ethernet_header.emplace();
    h.destination = read_mac(*header, "destination", h.destination);
    h.source = read_mac(*header, "source", h.source);
    header->finish();
  }
  return r;
}

RxConfig SystemReader::rx(TomlTable t, unsigned number) {
  RxConfig c;
  c.where = t.where();
  c.streams_where = t.where("streams");
  c.port.cframes = system.msf.rx_cframes(number);
  if (c.port.cframes) c.port.rate_mbps = pin_rate_mbps(system.msf, number, system.params);
#define RX_KEY(type, name, value, least, most, otherwise, meaning)                                 \
  read(t, #name, c.port.name, least, most);
#define STREAM_KEY(type, name, value, least, most, otherwise, meaning)                             \
  read(t, #name, c.stream.name, least, most);
#include "emu/media/port.def"

  static constexpr std::string_view kSelect[] = {"sequential", "random", "interleaved"};
  static constexpr std::string_view kTiming[] = {"rate", "stamps", "poisson", "onoff"};
  StreamConfig& s = c.stream;
  s.files = t.paths("streams");
  s.select = static_cast<Select>(t.choice("select", kSelect, 0));
  s.timing = static_cast<Timing>(t.choice("timing", kTiming, 0));
  s.rules = read_rules(t);
  if (const TomlValue* v = t.find("seed"))
    c.seed = toml_integer(*v, t.called("seed"), 0, ~uint64_t{0} >> 1);
  t.finish();
  return c;
}

TxConfig SystemReader::tx(TomlTable t, unsigned number) {
  TxConfig c;
  c.where = t.where();
  c.port.cframes = system.msf.tx_cframes(number);
  if (c.port.cframes) c.port.rate_mbps = pin_rate_mbps(system.msf, number, system.params);
#define TX_KEY(type, name, value, least, most, otherwise, meaning)                                 \
  read(t, #name, c.port.name, least, most);
#include "emu/media/port.def"
  c.port.fcs = read_fcs(t);
  t.finish();
  return c;
}

void SystemReader::port(const TomlValue::Member& member) {
  const unsigned number = numbered(member, "port", kMaxPorts - 1);
  TomlTable t(member.value, fmt::format("[port.{}]", member.key));
  PortConfig port;
  port.where = member.where;
  if (auto inner = t.table("rx")) port.rx = rx(*inner, number);
  if (auto inner = t.table("tx")) port.tx = tx(*inner, number);
  t.finish();
  if (!port.rx && !port.tx)
    throw InputError(member.where, fmt::format("{} has neither rx nor tx; expected e.g. tx = {{ "
                                               "rate_mbps = 1000 }}",
                                               t.name()));
  if (!system.ports.emplace(number, std::move(port)).second)
    throw InputError(member.where, fmt::format("{}: port {} is there already", t.name(), number));
}

unsigned replace_stream(SystemConfig& system, std::string_view option) {
  const size_t equals = option.find('=');
  const auto port = equals == option.npos ? std::nullopt : parse_number(option.substr(0, equals));
  if (!port || *port >= kMaxPorts || equals + 1 == option.size())
    throw InputError(fmt::format("--rx {}: expected PORT=FILE, e.g. 0=traffic.pcap", option));
  const auto it = system.ports.find(static_cast<unsigned>(*port));
  if (it == system.ports.end() || !it->second.rx)
    throw InputError(fmt::format("--rx {}: {} has no port {} that receives; add [port.{}] with rx",
                                 option, system.name(), *port, *port));
  StreamConfig& stream = it->second.rx->stream;
  const std::string_view file = option.substr(equals + 1);
  stream.files = {file == "-" ? "/dev/stdin" : std::string(file)};
  stream.repeat = false;
  stream.start = 0;
  it->second.rx->streams_where = {};
  return it->first;
}

} // namespace ixp
