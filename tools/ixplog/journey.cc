#include "tools/ixplog/journey.h"
#include "base/diagnostic.h"
#include "base/figure.h"
#include "base/files.h"
#include "base/run_folder.h"
#include "config/region.h"
#include "emu/record/frame_name.h"
#include "emu/record/log_file.h"
#include "tools/ixplog/flow_key.h"
#include "tools/ixplog/logs.h"
#include "tools/ixplog/table.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ixp {

namespace {

// Ring events of each frame in a ring log: the times it was put on a ring and taken from it.
struct RingStep {
  FrameName frame;
  uint64_t cycle = 0;
  uint32_t line = 0; // of the log
  uint32_t ring = 0; // index into RingSteps::rings
  bool put = false;
};
struct RingSteps {
  std::vector<std::string> rings; // names
  std::vector<RingStep> steps;    // by frame, then by time
  std::span<const RingStep> of(FrameName frame) const;
};

constexpr const char* kRemedy =
    "run again with --rings all --ring-frames, and --out for the folder";

std::string path_in(const std::string& folder) {
  namespace fs = std::filesystem;
  for (const Packing p : {Packing::None, Packing::Zstd})
    if (const fs::path path = fs::path(folder) / (std::string("rings.log") + suffix(p));
        fs::exists(path))
      return path.string();
  throw InputError({folder}, fmt::format("has no rings.log; {}", kRemedy));
}

// The next word of a line.
std::string_view word(std::string_view& line) {
  const size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const size_t end = std::min(line.find(' ', begin), line.size());
  const std::string_view out = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return out;
}

void check_run(std::string_view first, const std::string& run, const std::string& path) {
  if (!first.starts_with("# ixp ring log 1 "))
    throw InputError({path, 1}, "is no ring log; expected '# ixp ring log 1' in its first line");
  const size_t at = first.find(" run=");
  if (at == first.npos || first.substr(at + 5, run.size()) != run)
    throw InputError({path, 1}, fmt::format("is of another run than the port logs (run={}); give "
                                            "the folder of one run",
                                            run));
}

uint32_t number_of(std::string_view ring, const LogLines& lines, std::vector<std::string>& rings) {
  const auto known = std::ranges::find(rings, ring);
  const auto number = static_cast<uint32_t>(known - rings.begin());
  if (number == kScratchRings)
    throw InputError({lines.name(), lines.number()},
                     fmt::format("'{}' is one more than the {} rings of a chip; the log is damaged",
                                 ring, kScratchRings));
  if (known == rings.end()) rings.emplace_back(ring);
  return number;
}

// Reads one line; most lines of a log have no frame.
void read_step(std::string_view line, const LogLines& lines, RingSteps& out) {
  constexpr std::string_view kFrame = " frame=";
  const size_t tag = line.find(kFrame);
  RingStep step;
  const std::string_view cycle = word(line), ring = word(line), action = word(line);
  const auto [at, error] = std::from_chars(cycle.data(), cycle.data() + cycle.size(), step.cycle);
  step.put = action == "put";
  if (error != std::errc() || at != cycle.data() + cycle.size() ||
      (!step.put && action != "get" && action != "set"))
    throw InputError({lines.name(), lines.number()},
                     "expected '633 RING put 0:0.0 2 ...'; the log is damaged");
  if (tag == std::string_view::npos || action == "set") return;
  line = lines.line().substr(tag + kFrame.size());
  const auto frame = parse_frame_name(word(line));
  if (!frame) return; // the run no longer knew its name
  step.frame = *frame;
  step.line = lines.number();
  step.ring = number_of(ring, lines, out.rings);
  out.steps.push_back(step);
}

std::span<const RingStep> RingSteps::of(FrameName frame) const {
  return std::ranges::equal_range(steps, frame, {}, &RingStep::frame);
}

// Reads rings.log or rings.log.zst of the folder, which must be of this run and name frames. Throws
// InputError.
RingSteps read_ring_steps(const std::string& folder, const std::string& run) {
  const std::string path = path_in(folder);
  check_run_file(path);
  LogLines lines(file_input(path));
  RingSteps out;
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (lines.number() == 1) check_run(line, run, lines.name());
    if (!line.empty() && line[0] != '#') read_step(line, lines, out);
  }
  if (out.steps.empty())
    throw InputError({lines.name()}, fmt::format("names no frames; {}", kRemedy));
  std::ranges::sort(out.steps, {}, [](const RingStep& s) { return std::pair(s.frame, s.line); });
  return out;
}

struct Part {
  std::string stage;
  uint64_t from = 0, to = 0; // cycles
};

// Splits a frame's delay. A frame is at one place at a time, so ring events before its arrival or
// after its departure belong to no stage.
std::vector<Part> parts_of(const Passage& frame, const RingSteps& rings) {
  std::vector<Part> out;
  uint64_t now = frame.rx_eop;
  std::string at = "the line";
  bool on_ring = false;
  const auto until = [&](uint64_t cycle, std::string stage) {
    const uint64_t to = std::clamp(cycle, now, frame.tx_eop);
    out.push_back({std::move(stage), now, to});
    now = to;
  };
  for (const RingStep& s : rings.of(frame.tag)) {
    if (s.cycle > frame.tx_sop) break;
    const std::string& ring = rings.rings[s.ring];
    if (s.put)
      until(s.cycle, fmt::format("from {} to {}", at, ring));
    else
      until(s.cycle,
            on_ring && at == ring ? "on " + ring : fmt::format("from {} out of {}", at, ring));
    at = ring;
    on_ring = s.put;
  }
  until(frame.tx_sop, on_ring ? "on " + at : fmt::format("from {} to the line", at));
  until(frame.tx_eop, "transmission");
  return out;
}

// Groups in report order, by a key compared as bytes.
struct Named {
  std::string order, name;
  bool operator<(const Named& other) const { return order < other.order; }
};

// Group of each received frame, if its content decides that.
class Groups {
public:
  explicit Groups(const JourneyOptions& options) : options_(options), keys_(options.flows) {}
  void received(const PortLogLine& line, unsigned port) {
    if (options_.by != JourneyBy::Flow && options_.by != JourneyBy::Category) return;
    const FlowKey key = keys_.of(line, port);
    const Named named = options_.by == JourneyBy::Flow
                            ? Named{key.order, key.name}
                            : Named{key.category, key.category.empty() ? "(none)" : key.category};
    frames_.emplace_back(*line.tag, &*known_.insert(named).first);
  }
  void all_received() { std::ranges::sort(frames_); }
  Named of(const Passage& frame) const {
    if (options_.by == JourneyBy::Port)
      return {fmt::format("{:08}", frame.tx_port), fmt::format("port {}", frame.tx_port)};
    return *std::ranges::lower_bound(frames_, frame.tag, {}, &Frame::first)->second;
  }

private:
  using Frame = std::pair<FrameName, const Named*>;
  const JourneyOptions& options_;
  FlowKeys keys_;
  std::set<Named> known_;
  std::vector<Frame> frames_; // by tag
};

// Times of a group's frames, by stage.
class Collected {
public:
  void add(const Passage& frame, const std::vector<Part>& parts) {
    whole_.push_back(frame.cycles());
    std::map<std::string, uint64_t> cycles; // a frame may pass twice
    for (const Part& p : parts) {
      cycles[p.stage] += p.to - p.from;
      Stage& s = stages_[p.stage];
      s.offset += p.from - frame.rx_eop;
      ++s.visits;
    }
    for (const auto& [stage, c] : cycles)
      stages_[stage].cycles.push_back(c);
  }
  JourneyGroup group(std::string name) const {
    JourneyGroup g{name, summarise(name, whole_), {}};
    std::vector<std::pair<uint64_t, const std::string*>> order; // by mean time of arrival
    for (const auto& [stage, s] : stages_)
      order.emplace_back(s.offset / s.visits, &stage);
    std::ranges::sort(order, {}, [](const auto& o) { return std::pair(o.first, *o.second); });
    for (const auto& [offset, stage] : order)
      g.stages.push_back(summarise(*stage, stages_.at(*stage).cycles));
    return g;
  }

private:
  struct Stage {
    uint64_t offset = 0, visits = 0;
    std::vector<uint64_t> cycles;
  };
  std::map<std::string, Stage> stages_;
  std::vector<uint64_t> whole_;
};

Cell share(const DelaySummary& stage, const JourneyGroup& g) {
  if (!g.whole.sum) return {};
  return static_cast<double>(stage.sum) / static_cast<double>(g.whole.sum) * 100;
}

} // namespace

JourneyReport measure_journey(const std::string& folder, const JourneyOptions& options) {
  OpenLogs logs = open_logs({folder});
  const std::string run = logs.front().header().mark.run;
  Groups groups(options);
  Passages passages = match_frames(std::move(logs), [&](const PortLogLine& line, unsigned port) {
    groups.received(line, port);
  });
  groups.all_received();
  const RingSteps steps = read_ring_steps(folder, run);
  keep(passages, options.window);
  if (passages.frames.empty())
    throw InputError({folder}, "no frame left that was received in this time; expected some");
  JourneyReport report{passages.me_hz, {}, passages.not_transmitted, 0};
  std::map<Named, Collected> collected;
  Collected all;
  for (const Passage& frame : passages.frames) {
    report.on_no_ring += steps.of(frame.tag).empty();
    const auto parts = parts_of(frame, steps);
    all.add(frame, parts);
    if (options.by != JourneyBy::All) collected[groups.of(frame)].add(frame, parts);
  }
  for (const auto& [named, c] : collected)
    report.groups.push_back(c.group(named.name));
  report.groups.push_back(all.group("all"));
  return report;
}

std::string print_journey(const JourneyReport& r, Format format) {
  const double ns = 1e9 / static_cast<double>(r.me_hz);
  Table t({{"frames of", "group"},
           {"stage", "stage"},
           {"frames", "frames"},
           {"mean ns", "mean_ns"},
           {"share %", "share_percent", 1},
           {"50 %", "p50_ns"},
           {"99 %", "p99_ns"},
           {"max", "max_ns"}});
  const auto row = [&](const JourneyGroup& g, const DelaySummary& s, const std::string& stage) {
    const auto time = [&](auto cycles) { return static_cast<double>(cycles) * ns; };
    // The mean is over frames that reach the stage.
    t.row(
        {g.name, stage, s.count, time(s.mean), share(s, g), time(s.p50), time(s.p99), time(s.max)});
  };
  for (const JourneyGroup& g : r.groups) {
    for (const DelaySummary& s : g.stages)
      row(g, s, s.name);
    row(g, g.whole, "all");
  }
  if (format == Format::Csv) return t.csv();
  if (format == Format::Json) return t.json().dump(2) + '\n';
  std::string out = "Where frames spent their time, last byte in to last byte out\n" + t.text();
  if (r.not_transmitted) out += fmt::format("{} frames were not transmitted\n", r.not_transmitted);
  if (r.on_no_ring)
    out += fmt::format("{} frames are on no line of rings.log: several at once on a ring, or rings "
                       "that were not logged\n",
                       r.on_no_ring);
  return out;
}

using Json = nlohmann::ordered_json;

static Json figure_of(const JourneyReport& r) {
  constexpr int kWidth = 560, kBar = 28;
  Json names = Json::array(), stages = Json::array(), bars = Json::array(), totals = Json::array();
  for (const DelaySummary& s : r.groups.back().stages) // has the stages of all groups
    stages.push_back(s.name);
  const double us = 1e6 / static_cast<double>(r.me_hz);
  double longest = 0;
  for (const JourneyGroup& g : r.groups) {
    names.push_back(g.name);
    double from = 0;
    for (const DelaySummary& s : g.stages) {
      const double to = from + static_cast<double>(s.sum) * us / static_cast<double>(g.whole.count);
      bars.push_back({{"group", g.name}, {"stage", s.name}, {"from", from}, {"to", to}});
      from = to;
    }
    totals.push_back({{"group", g.name}, {"to", from}, {"text", fmt::format("{:.2f} us", from)}});
    longest = std::max(longest, from);
  }
  const Json x = {{"field", "to"},
                  {"type", "quantitative"},
                  {"title", "mean time, us, last byte in to last byte out"},
                  {"scale", {{"domain", {0, longest * 1.1}}}}};
  const Json y = {{"field", "group"},
                  {"type", "nominal"},
                  {"sort", nullptr},
                  {"title", nullptr},
                  {"scale", {{"domain", names}, {"paddingInner", 0.25}}}};
  const Json colour = {{"field", "stage"}, {"type", "nominal"}, {"scale", {{"domain", stages}}}};
  const Json bar = {{"mark", {{"type", "bar"}}},
                    {"data", {{"values", bars}}},
                    {"encoding", {{"x2", {{"field", "from"}}}, {"color", colour}}}};
  const Json text = {{"mark", {{"type", "text"}, {"align", "left"}, {"dx", 6}, {"dy", 4}}},
                     {"data", {{"values", totals}}},
                     {"encoding", {{"text", {{"field", "text"}}}}}};
  return {{"$schema", kVegaLite},
          {"title", "Mean time of frames by stage"},
          {"width", kWidth},
          {"height", kBar * r.groups.size()},
          {"encoding", {{"x", x}, {"y", y}}},
          {"layer", Json::array({bar, text})}};
}

void draw_journey(const JourneyReport& report, const std::string& path) {
  const Json figure = figure_of(report);
  write_file(path, draw_figure(figure));
  if (path.ends_with(".svg"))
    write_file(path.substr(0, path.size() - 3) + "vl.json", figure.dump() + '\n');
}

} // namespace ixp
