// Reads flow descriptions. [default] supplies keys missing in a [[flow]].
#include "tools/ixpgen/flow_file.h"

#include "base/files.h"
#include "config/toml_override.h"
#include "emu/media/frame.h"
#include "rings/flow.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace ixp {

namespace {

constexpr uint64_t kMostCycles = 1'000'000'000'000;
constexpr uint64_t kMostPackets = 1'000'000'000;
constexpr uint64_t kMostNs = uint64_t{1} << 50; // 13 days

Range range(const TomlValue& v, const std::string& what, uint64_t lo, uint64_t hi) {
  if (v.kind != TomlValue::Kind::Array) {
    const uint64_t n = toml_integer(v, what, lo, hi);
    return {n, n};
  }
  if (v.items.size() != 2)
    throw InputError(
        v.where, fmt::format("{} is a list of {}, expected [least, most]", what, v.items.size()));
  const Range r{toml_integer(v.items[0], "the least of " + what, lo, hi),
                toml_integer(v.items[1], "the most of " + what, lo, hi)};
  if (r.lo > r.hi)
    throw InputError(v.where, fmt::format("{} is [{}, {}], expected the smaller number first", what,
                                          r.lo, r.hi));
  return r;
}

Range bytes_of(TomlTable& t) {
  return range(t.need("bytes", "[42, 48]"), t.called("bytes"), FLOW_FRAME_BYTES_MIN,
               kMaxFrameBytes);
}

Range cycles_of(TomlTable& t) {
  const TomlValue* v = t.find("cycles");
  return v ? range(*v, t.called("cycles"), 0, kMostCycles) : Range{};
}

// Reads a rate from one of two keys: packets or bits. All 0 without either.
Rate read_rate(TomlTable& t, const std::string& packets, const std::string& mbps) {
  const TomlValue* by_packets = t.find(packets);
  const TomlValue* by_bits = t.find(mbps);
  if (by_packets && by_bits)
    throw InputError(by_bits->where, fmt::format("{} has '{}' and '{}', expected one of them",
                                                 t.name(), packets, mbps));
  // Rounded once: the product of two doubles is the same on every machine.
  const auto millionths = [](double x) { return static_cast<uint64_t>(std::llround(x * 1e6)); };
  Rate r;
  if (by_packets) r.micropackets = millionths(t.number(packets, 0, 0.01, 1e9));
  if (by_bits) r.bits = millionths(t.number(mbps, 0, 0.01, 1e6));
  return r;
}

bool is_set(const Rate& r) {
  return r.micropackets != 0 || r.bits != 0;
}

// The keys of one [[flow]], with defaults from [default].
class FlowReader {
public:
  FlowReader(TomlTable& flow, TomlTable& fallback) : flow_(flow), fallback_(fallback) {}

  Flow read() {
    Flow f;
    f.where = flow_.where();
    f.cpu = at("cpu").text("cpu", "");
    f.bandwidth = at("bandwidth").text("bandwidth", "");
    f.port = static_cast<unsigned>(at("port").integer("port", 0, 0, kMaxPorts - 1));
    f.output = static_cast<unsigned>(at("output").integer("output", 0, 0, 255));
    f.kinds = kinds();
    if (const TomlValue* v = at("resized_percent").find("resized_percent"))
      f.resized_percent = range(*v, flow_.called("resized_percent"), 1, 100);
    arrivals(f);
    return f;
  }

  GivenWeight weight() {
    constexpr double kLeast = 1e-9, kMost = 1e9;
    return {at("weight_cpu").number("weight_cpu", 0, kLeast, kMost),
            at("weight_bandwidth").number("weight_bandwidth", 0, kLeast, kMost)};
  }

private:
  // The table with `key`: the flow, or [default] if only that has it. Both mark the key as used.
  TomlTable& at(std::string_view key) {
    const bool there = fallback_.find(key) != nullptr;
    return flow_.find(key) || !there ? flow_ : fallback_;
  }

  std::vector<PacketKind> kinds() {
    TomlTable &t = at("kinds"), &bytes = at("bytes"), &cycles = at("cycles");
    const bool flow_has_bytes = &bytes == &flow_ && flow_.find("bytes");
    if (!t.find("kinds") || (&t == &fallback_ && flow_has_bytes))
      return {{bytes_of(bytes), cycles_of(cycles), 1}};
    for (const char* key : {"bytes", "cycles"})
      if (const TomlValue* v = t.find(key))
        throw InputError(v->where, fmt::format("{} has '{}' beside 'kinds', expected it in each "
                                               "of them",
                                               t.name(), key));
    std::vector<PacketKind> out;
    for (TomlTable& kind : t.tables("kinds")) {
      out.push_back({bytes_of(kind), cycles_of(kind), kind.integer("share", 1, 1, 1'000'000)});
      kind.finish();
    }
    if (out.empty())
      throw InputError(t.where("kinds"), fmt::format("{} is empty, expected e.g. kinds = [{{ bytes "
                                                     "= 60, cycles = 100 }}]",
                                                     t.called("kinds")));
    return out;
  }

  void arrivals(Flow& f) {
    static constexpr std::string_view kNames[] = {"cbr", "poisson", "onoff"};
    f.process = static_cast<Process>(at("arrivals").choice("arrivals", kNames, 1));
    f.rate = rate("packets_per_s", "mbps");
    if (!is_set(f.rate)) flow_.need("packets_per_s", "1000");
    f.peak = rate("peak_packets_per_s", "peak_mbps");
    f.burst_packets = at("burst_packets").integer("burst_packets", 16, 1, 100'000);
    if (f.process == Process::OnOff && !is_set(f.peak)) flow_.need("peak_packets_per_s", "10000");
    if (TomlTable& t = at("bucket_packets"); t.find("bucket_packets"))
      f.buckets = Buckets{t.integer("bucket_packets", 0, 0, 100'000)};
    if (const TomlValue* v = at("start_ns").find("start_ns"))
      f.start_ns = range(*v, flow_.called("start_ns"), 0, kMostNs);
    if (const TomlValue* v = at("packets").find("packets"))
      f.packets = toml_integer(*v, flow_.called("packets"), 1, kMostPackets);
    if (TomlTable& t = at("duration_ms"); t.find("duration_ms"))
      f.duration_ns =
          static_cast<uint64_t>(std::llround(t.number("duration_ms", 0, 0.001, 1e9) * 1e6));
    if (!f.packets && !f.duration_ns)
      throw InputError(flow_.where(), fmt::format("{} never ends; set 'packets' or 'duration_ms', "
                                                  "here or in [default]",
                                                  flow_.name()));
  }

  // A rate in the flow replaces both kinds of rate in [default].
  Rate rate(const std::string& packets, const std::string& mbps) {
    const Rate general = read_rate(fallback_, packets, mbps);
    const Rate own = read_rate(flow_, packets, mbps);
    return is_set(own) ? own : general;
  }

  TomlTable &flow_, &fallback_;
};

// Consecutive numbers, `flows` of them, from `first` on.
std::vector<unsigned> numbers_from(TomlTable& t, unsigned first) {
  if (first > FLOW_NUMBER_MAX)
    throw InputError(t.where(), fmt::format("{} has no 'number', and flow {} is the last possible "
                                            "one; give it a number that is free",
                                            t.name(), FLOW_NUMBER_MAX));
  std::vector<unsigned> out(t.integer("flows", 1, 1, FLOW_NUMBER_MAX + 1 - first));
  std::iota(out.begin(), out.end(), first);
  return out;
}

// `number = 3`, or `number = [1, 5]` for similar flows, or `flows = 8` from `number` on. Without a
// number: the next free ones.
std::vector<unsigned> numbers_of(TomlTable& t, unsigned next) {
  const TomlValue* v = t.find("number");
  if (!v) return numbers_from(t, next);
  const auto one = [&](const TomlValue& n) {
    return static_cast<unsigned>(toml_integer(n, t.called("number"), 0, FLOW_NUMBER_MAX));
  };
  if (v->kind != TomlValue::Kind::Array) return numbers_from(t, one(*v));
  if (v->items.empty())
    throw InputError(v->where,
                     fmt::format("{} is empty, expected e.g. [1, 5]", t.called("number")));
  std::vector<unsigned> out;
  for (const TomlValue& n : v->items)
    out.push_back(one(n));
  return out;
}

// Names become file names.
std::string name_of(TomlTable& t, unsigned number, bool several) {
  const std::string name = t.text("name", "flow");
  constexpr std::string_view kGood =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "_-";
  if (name.empty() || name.find_first_not_of(kGood) != name.npos)
    throw InputError(t.where("name"), fmt::format("{} is '{}', expected letters, digits, _ and -",
                                                  t.called("name"), name));
  const std::string whole =
      several || !t.find("name") ? fmt::format("{}{:02}", name, number) : name;
  if (whole.size() > 4 && whole.starts_with("port") &&
      whole.find_first_not_of("0123456789", 4) == whole.npos)
    throw InputError(t.where("name"),
                     fmt::format("a flow is named '{0}', but {0}.pcap is the stream of a port; "
                                 "choose another name",
                                 whole));
  return whole;
}

class FileReader {
public:
  FileReader(const TomlValue& root, const std::string& path) : root_(root, "") {
    file_.path = path;
  }

  FlowFile read() {
    file_.seed = root_.integer("seed", 1, 0, ~uint64_t{0} >> 1);
    if (auto t = root_.table("resources")) resources(*t);
    static const TomlValue kNothing{};
    auto fallback = root_.table("default").value_or(TomlTable(kNothing, "[default]"));
    for (TomlTable& t : root_.tables("flow"))
      flows(t, fallback);
    if (file_.flows.empty())
      throw InputError(root_.where(), "no flow is described, expected at least one [[flow]]");
    fallback.finish();
    std::ranges::sort(file_.flows, {}, &Flow::number);
    set_weights();
    set_buckets();
    root_.finish();
    return std::move(file_);
  }

private:
  void resources(TomlTable& t) {
    Resources& r = file_.resources;
    r.cpu_hz = t.number("cpu_mhz", 0, 0.001, 1e6) * 1e6;
    r.link_bps = t.number("link_mbps", 0, 0.001, 1e6) * 1e6;
    r.link_overhead_bytes = t.integer("link_overhead_bytes", r.link_overhead_bytes, 0, 1000);
    t.finish();
  }

  void flows(TomlTable& t, TomlTable& fallback) {
    FlowReader reader(t, fallback);
    const Flow common = reader.read();
    const GivenWeight weight = reader.weight();
    const auto numbers = numbers_of(t, next_number());
    const uint64_t seed = t.integer("seed", file_.seed, 0, ~uint64_t{0} >> 1);
    for (unsigned number : numbers) {
      Flow f = common;
      f.number = number;
      f.seed = seed;
      f.name = name_of(t, number, numbers.size() > 1);
      if (!named_.emplace(f.name, number).second)
        throw InputError(t.where("name"), fmt::format("two flows are named '{}'", f.name));
      if (!weights_.try_emplace(number, weight).second)
        throw InputError(t.where("number"), fmt::format("flow {} is described twice", number));
      file_.flows.push_back(std::move(f));
    }
    t.finish();
  }

  void set_weights() {
    static constexpr std::string_view kNames[] = {"demand", "equal"};
    const bool said = root_.find("weights");
    const auto otherwise =
        root_.choice("weights", kNames, 0) == 0 ? WeightsFrom::Demand : WeightsFrom::Equal;
    file_.weights = ixp::set_weights(file_.flows, weights_, otherwise);
    file_.weights.said = said;
  }

  void set_buckets() {
    const Resources& r = file_.resources;
    for (Flow& f : file_.flows) {
      if (!f.buckets) continue;
      file_.need_resources("bucket_packets");
      f.buckets->cycles_per_s = f.phi_cpu * r.cpu_hz;
      f.buckets->link_bps = f.phi_bw * r.link_bps;
      f.buckets->link_overhead_bytes = r.link_overhead_bytes;
    }
  }

  unsigned next_number() const { return weights_.empty() ? 1 : weights_.rbegin()->first + 1; }

  TomlTable root_;
  FlowFile file_;
  std::map<std::string, unsigned> named_;
  GivenWeights weights_;
};

} // namespace

std::string Flow::category() const {
  return cpu.empty() && bandwidth.empty() ? "" : cpu + '/' + bandwidth;
}

static double mean_over(const std::vector<PacketKind>& kinds, Range PacketKind::* what) {
  double sum = 0, shares = 0;
  for (const PacketKind& k : kinds) {
    const Range& r = k.*what;
    sum += static_cast<double>(k.share) * static_cast<double>(r.lo + r.hi) / 2;
    shares += static_cast<double>(k.share);
  }
  return sum / shares;
}
double Flow::mean_bytes() const {
  return mean_over(kinds, &PacketKind::bytes);
}
uint64_t Flow::bytes_left(uint64_t bytes, uint64_t percent) {
  return percent == 0 ? bytes
                      : FLOW_FRAME_BYTES_MIN + (bytes - FLOW_FRAME_BYTES_MIN) * percent / 100;
}
double Flow::mean_cycles() const {
  return mean_over(kinds, &PacketKind::cycles);
}
double Flow::packets_per_s() const {
  if (rate.micropackets) return static_cast<double>(rate.micropackets) / 1e6;
  return static_cast<double>(rate.bits) / (8 * mean_bytes());
}

const Flow* FlowFile::find(unsigned number) const {
  const auto it = std::ranges::lower_bound(flows, number, {}, &Flow::number);
  return it == flows.end() || it->number != number ? nullptr : &*it;
}

void FlowFile::need_resources(std::string_view why) const {
  if (resources.cpu_hz == 0 || resources.link_bps == 0)
    throw InputError({path},
                     fmt::format("{} needs the resources that the flows share; add [resources] "
                                 "with cpu_mhz and link_mbps",
                                 why));
}

void FlowFile::warn_of_weights(bool cpu, bool bw) const {
  std::string keys;
  if (cpu && weights.cpu != WeightsFrom::Flows) keys = "weight_cpu";
  if (bw && weights.bw != WeightsFrom::Flows)
    keys += std::string(keys.empty() ? "" : " and ") + "weight_bandwidth";
  if (keys.empty() || weights.said) return;
  const WeightsFrom from = cpu && weights.cpu != WeightsFrom::Flows ? weights.cpu : weights.bw;
  complain(
      {Severity::Warning,
       {path},
       fmt::format("flows have no {}; {} is assumed. Give flows the weights of the scheduler, "
                   "or say weights = \"demand\" or \"equal\"",
                   keys, from == WeightsFrom::Demand ? "each flow's demand" : "the same for all"),
       {}});
}

FlowFile parse_flows(std::string_view text, const std::string& path,
                     const std::vector<std::string>& overrides) {
  TomlValue root = parse_toml(text, path);
  apply_overrides(root, overrides);
  return FileReader(root, path).read();
}

FlowFile read_flows(const std::string& path, const std::vector<std::string>& overrides) {
  return parse_flows(read_file(path), path, overrides);
}

} // namespace ixp
