#include "fabric/config.h"

#include "base/files.h"
#include "base/frames/fcs.h"
#include "base/frames/frame_reader.h"
#include "config/toml_override.h"
#include "fabric/classify.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ixp::fabric {

namespace {

constexpr uint64_t kMostSlots = 1'000'000'000'000;
constexpr uint64_t kMostSeed = ~uint64_t{0} >> 1;
// Upper bounds: arrival probabilities are fractions of 64-bit numbers, see Source::beginning().
constexpr uint64_t kMostKinds = 100, kMostShare = 10'000, kMostBurst = 1000;
constexpr size_t kMostFrames = 1'000'000;

// The only rounding of a floating-point value: all later arithmetic is in integers.
uint64_t millionths(double x) {
  return static_cast<uint64_t>(std::llround(x * static_cast<double>(kMillion)));
}

void read_scheduler(TomlTable& table, FabricConfig& config) {
  if (!table.find("scheduler"))
    throw InputError(table.where(), "there is no [scheduler], expected e.g. scheduler = { name = "
                                    "\"p-spf\" }");
  TomlTable t = *table.table("scheduler");
  std::vector<std::string_view> names;
  for (const SchedulerKind& k : schedulers())
    names.push_back(k.name);
  t.need("name", "\"p-spf\"");
  config.scheduler = &schedulers()[t.choice("name", names, 0)];
  if (t.find("iterations") && !config.scheduler->iterates)
    throw InputError(t.where("iterations"),
                     fmt::format("{} has no iterations; leave them out", config.scheduler->name));
  config.iterations =
      static_cast<unsigned>(t.integer("iterations", config.iterations, 1, kMaxPorts));
  t.finish();
}

class FabricReader {
public:
  FabricReader(const TomlValue& root, const std::string& path) : root_(root, "") {
    config_.path = path;
  }

  FabricConfig read() {
    read_switch(root_, config_);
    config_.slots = root_.integer("slots", config_.slots, 1, kMostSlots);
    config_.seed = root_.integer("seed", config_.seed, 0, kMostSeed);
    config_.input_cells = root_.integer("input_cells", 0, 0, kMostSlots);
    periods();
    if (root_.find("tcp")) tcp();
    if (root_.find("traffic") || !config_.tcp.enabled()) traffic();
    loads();
    root_.finish();
    return std::move(config_);
  }

private:
  void periods() {
    config_.warmup = root_.integer("warmup", config_.slots / 10, 0, kMostSlots);
    config_.batches = static_cast<unsigned>(root_.integer("batches", config_.batches, 1, 1000));
    if (config_.warmup + config_.batches > config_.slots)
      throw InputError(root_.where("slots"),
                       fmt::format("{} slots, {} of them before statistics begin, leave none for "
                                   "each of {} batches; raise 'slots', or lower 'warmup' or "
                                   "'batches'",
                                   config_.slots, config_.warmup, config_.batches));
  }

  void tcp() {
    TomlTable t = *root_.table("tcp");
    config_.tcp = read_tcp(t);
  }

  void loads() const {
    const uint64_t of_traffic = config_.traffic.load, of_tcp = config_.tcp.load;
    if (of_traffic + of_tcp > kMillion)
      throw InputError(root_.where("traffic"),
                       fmt::format("[traffic] and [tcp] have a load of {} together; a line takes 1",
                                   static_cast<double>(of_traffic + of_tcp) / kMillion));
    if (config_.tcp.enabled() && config_.traffic.arrivals == Arrivals::Bernoulli)
      throw InputError(
          root_.where("traffic"),
          "arrivals = \"bernoulli\", of whole packets at once, cannot share lines with "
          "[tcp]; expected \"onoff\" or \"bursty\"");
  }

  void traffic() {
    if (!root_.find("traffic"))
      throw InputError(root_.where(),
                       "there is no [traffic], expected e.g. traffic = { load = 0.8, "
                       "packets = [{ cells = 1 }] }, or [tcp]");
    TomlTable t = *root_.table("traffic");
    TrafficConfig& c = config_.traffic;
    if (t.find("cells")) return arrivals_of_file(t);
    t.need("load", "0.8");
    c.load = millionths(t.number("load", 0, 0.000001, 1));
    arrivals(t);
    destinations(t);
    sizes(t);
    t.finish();
  }

  void arrivals_of_file(TomlTable& t) {
    if (config_.tcp.enabled())
      throw InputError(t.where("cells"), "cells of a file cannot share lines with [tcp]");
    const std::string file = toml_path(t.need("cells", "\"cells.txt\""), t.called("cells"));
    t.finish();
    config_.arrivals = parse_arrivals(read_named_file(file), file, config_.ports);
  }

  void arrivals(TomlTable& t) {
    static constexpr std::string_view kArrivals[] = {"onoff", "bursty", "bernoulli"};
    static constexpr std::string_view kEnter[] = {"cells", "packets"};
    TrafficConfig& c = config_.traffic;
    c.arrivals = static_cast<Arrivals>(t.choice("arrivals", kArrivals, 0));
    if (t.find("burst_packets") && c.arrivals != Arrivals::Bursty)
      throw InputError(t.where("burst_packets"),
                       fmt::format("{} is for arrivals = \"bursty\"", t.called("burst_packets")));
    c.burst_packets = t.integer("burst_packets", c.burst_packets, 1, kMostBurst);
    c.enter = static_cast<Enter>(t.choice("enter", kEnter, 0));
    if (t.find("enter") && c.arrivals == Arrivals::Bernoulli)
      throw InputError(t.where("enter"), fmt::format("{} is not for arrivals = \"bernoulli\", "
                                                     "which are of whole packets",
                                                     t.called("enter")));
  }

  void destinations(TomlTable& t) {
    static constexpr std::string_view kNames[] = {"uniform", "hotspot", "diagonal", "flows"};
    TrafficConfig& c = config_.traffic;
    c.destinations = static_cast<Destinations>(t.choice("destinations", kNames, 0));
    for (const char* key : {"hot_output", "hot_share"})
      if (t.find(key) && c.destinations != Destinations::HotSpot)
        throw InputError(t.where(key),
                         fmt::format("{} is for destinations = \"hotspot\"", t.called(key)));
    if (c.destinations == Destinations::Flows)
      if (!t.find("captures") || c.arrivals == Arrivals::Bursty)
        throw InputError(t.where("destinations"),
                         "destinations = \"flows\" is for 'captures', whose "
                         "packets say their flow, and not for bursts");
    c.hot_output = static_cast<unsigned>(t.integer("hot_output", 0, 0, config_.ports - 1));
    c.hot_share = millionths(t.number("hot_share", 0.5, 0, 1));
  }

  void sizes(TomlTable& t) {
    if (t.find("packets") && t.find("captures"))
      throw InputError(
          t.where("captures"),
          fmt::format("{} has 'packets' and 'captures', expected one of them", t.name()));
    if (t.find("captures"))
      config_.traffic.sizes = Sizes::played(captures(t), flows_.count());
    else
      config_.traffic.sizes = Sizes::drawn(kinds(t));
  }

  std::vector<SharedKind> kinds(TomlTable& t) {
    t.need("packets", "[{ cells = 1, share = 7 }, { cells = 24, share = 3 }]");
    std::vector<SharedKind> out;
    for (TomlTable& of : t.tables("packets")) {
      SharedKind k;
      k.cells = static_cast<uint16_t>(of.need_integer("cells", 1, kMaxCells, "9"));
      k.share = of.integer("share", 1, 1, kMostShare);
      const bool is_short = of.boolean("short", k.cells == 1);
      if (is_short && k.cells > 1)
        throw InputError(of.where("short"), fmt::format("{} has {} cells; a short packet has one",
                                                        of.name(), k.cells));
      k.of = is_short ? Class::Short : Class::Long;
      k.content = is_short ? Content::Short : Content::Long;
      of.finish();
      out.push_back(k);
    }
    if (out.empty() || out.size() > kMostKinds)
      throw InputError(t.where("packets"),
                       fmt::format("{} has {} kinds of packets, expected 1 to {}",
                                   t.called("packets"), out.size(), kMostKinds));
    return out;
  }

  std::vector<Kind> captures(TomlTable& t) {
    std::vector<Kind> out;
    for (const std::string& file : t.paths("captures")) {
      try {
        read_capture(file, out);
      } catch (const InputError& e) {
        Diagnostic d = e.diagnostic();
        d.notes.push_back({Severity::Note, t.where("captures"), "named here"});
        throw InputError(d);
      }
    }
    if (out.empty())
      throw InputError(t.where("captures"), fmt::format("{} has no frame", t.called("captures")));
    return out;
  }

  void read_capture(const std::string& file, std::vector<Kind>& out) {
    const auto reader = open_frames(file_input(file));
    if (reader->link() != Link::Ethernet)
      throw InputError({file},
                       fmt::format("has frames of {}, expected Ethernet", reader->link_name()));
    for (FileFrame frame; reader->next(frame);) {
      if (out.size() == kMostFrames)
        reader->fail(
            fmt::format("captures may have {} frames together; name fewer of them", kMostFrames));
      const uint32_t fcs = frame.has_fcs ? std::min<uint32_t>(frame.length, kFcsBytes) : 0;
      const uint32_t length = frame.length - fcs;
      const auto bytes = frame.bytes.first(std::min<size_t>(frame.bytes.size(), length));
      out.push_back(classify(bytes, length));
      out.back().flow = flows_.number(bytes);
    }
  }

  TomlTable root_;
  FabricConfig config_;
  FlowNumbers flows_; // flow numbers across all captures
};

} // namespace

void read_switch(TomlTable& t, FabricConfig& config) {
  config.ports = static_cast<unsigned>(t.integer("ports", config.ports, 1, kMaxPorts));
  const double speedup = t.number("speedup", 1, 1, 64) * 1000;
  config.speedup = static_cast<uint64_t>(std::llround(speedup));
  if (std::abs(speedup - static_cast<double>(config.speedup)) > 1e-6)
    throw InputError(
        t.where("speedup"),
        fmt::format("'speedup' is {}, expected at most three decimals", speedup / 1000));
  read_scheduler(t, config);
}

FabricConfig parse_fabric(std::string_view text, const std::string& path,
                          std::span<const std::string> overrides) {
  TomlValue root = parse_toml(text, path);
  apply_overrides(root, overrides);
  return FabricReader(root, path).read();
}

FabricConfig read_fabric(const std::string& path, std::span<const std::string> overrides) {
  return parse_fabric(read_file(path), path, overrides);
}

} // namespace ixp::fabric
