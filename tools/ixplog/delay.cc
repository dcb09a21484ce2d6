#include "tools/ixplog/delay.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>

namespace ixp {

static uint64_t percentile(const std::vector<uint64_t>& sorted, double fraction) {
  const auto rank = static_cast<size_t>(std::ceil(fraction * static_cast<double>(sorted.size())));
  return sorted[std::max<size_t>(rank, 1) - 1];
}

DelaySummary summarise(std::string name, std::vector<uint64_t> cycles) {
  DelaySummary s;
  s.name = std::move(name);
  s.count = cycles.size();
  if (cycles.empty()) return s;
  std::ranges::sort(cycles);
  const double n = static_cast<double>(cycles.size());
  double squares = 0;
  s.sum = std::accumulate(cycles.begin(), cycles.end(), uint64_t{0});
  s.mean = static_cast<double>(s.sum) / n;
  for (uint64_t c : cycles)
    squares += (static_cast<double>(c) - s.mean) * (static_cast<double>(c) - s.mean);
  s.deviation = std::sqrt(squares / n);
  s.min = cycles.front();
  s.max = cycles.back();
  s.p50 = percentile(cycles, 0.5);
  s.p90 = percentile(cycles, 0.9);
  s.p99 = percentile(cycles, 0.99);
  s.p999 = percentile(cycles, 0.999);
  return s;
}

static uint64_t bin_width(const Passages& p, unsigned bins) {
  if (bins == 0 || p.frames.empty()) return 0;
  return std::ranges::max(p.frames, {}, &Passage::cycles).cycles() / bins + 1;
}

void summarise_groups(DelayReport& report, const std::vector<GroupsOfKind>& kinds, unsigned bins) {
  report.bin_cycles = bin_width(report, bins);
  for (const GroupsOfKind& k : kinds)
    for (const Group& g : k.groups) {
      std::vector<uint64_t> cycles;
      for (const Passage* p : g.frames)
        cycles.push_back(p->cycles());
      DelaySummary s = summarise(g.name, cycles);
      s.kind = k.kind;
      if (report.bin_cycles != 0) {
        s.bins.resize(bins);
        for (uint64_t c : cycles)
          ++s.bins[c / report.bin_cycles];
      }
      report.summaries.push_back(std::move(s));
    }
}

DelayReport measure_delay(OpenLogs logs, const DelayOptions& options) {
  DelayReport report{match_frames(std::move(logs)), {}, 0};
  keep(report, options.window);
  std::vector<GroupsOfKind> kinds = {{"port", by_port(report)},
                                     {"all", {all_frames(report)}},
                                     {"flow", by_flow(report, options.flows)}};
  if (options.flows) kinds.push_back({"category", by_category(report, *options.flows)});
  summarise_groups(report, kinds, options.bins);
  return report;
}

// ---- output

namespace {

constexpr const char* kBreaks[] = {"flow", "category",
                                   "path"}; // kinds that start a table, as does the first

std::string accounts(const DelayReport& r) {
  std::string out =
      fmt::format("{} frames received, {} of them not transmitted", r.received, r.not_transmitted);
  if (r.made_by_microcode) out += fmt::format("; {} made by microcode", r.made_by_microcode);
  if (r.unmatched) out += fmt::format("; {} transmitted without a record of arrival", r.unmatched);
  return out + '\n';
}

std::string bars(const DelayReport& r) {
  constexpr double kWidth = 50;
  std::string out;
  for (const DelaySummary& s : r.summaries) {
    if (s.bins.empty()) continue;
    const double most = static_cast<double>(std::ranges::max(s.bins));
    out += fmt::format("\n{}, delay in ns\n", s.name);
    for (size_t i = 0; i < s.bins.size(); ++i)
      out += fmt::format(
          "{:>10} {:>9} {}\n", nanoseconds(i * r.bin_cycles, r.me_hz), s.bins[i],
          std::string(
              static_cast<size_t>(std::ceil(static_cast<double>(s.bins[i]) / most * kWidth)), '#'));
  }
  return out;
}

std::string delay_text(const DelayReport& r) {
  const double ns = r.me_hz ? 1e9 / static_cast<double>(r.me_hz) : 0;
  size_t width = 8;
  for (const DelaySummary& s : r.summaries)
    width = std::max(width, s.name.size());
  std::string out = "Delay in ns, last byte in to last byte out\n", kind;
  for (const DelaySummary& s : r.summaries) {
    const bool breaks = std::ranges::find(kBreaks, s.kind) != std::end(kBreaks);
    if (kind.empty() || (kind != s.kind && breaks))
      out += fmt::format("{:<{}} {:>9} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}\n",
                         kind.empty() ? "to" : s.kind, width, "frames", "min", "mean", "max", "std",
                         "50 %", "90 %", "99 %", "99.9 %");
    kind = s.kind;
    const auto text = [&](double value) {
      return s.count ? fmt::format("{:.0f}", value) : std::string("-");
    };
    const auto t = [&](uint64_t cycles) {
      return text(static_cast<double>(nanoseconds(cycles, r.me_hz)));
    };
    out += fmt::format("{:<{}} {:>9} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}\n",
                       s.name, width, s.count, t(s.min),
                       text(static_cast<double>(mean_nanoseconds(s.sum, s.count, r.me_hz))),
                       t(s.max), text(s.deviation * ns), t(s.p50), t(s.p90), t(s.p99), t(s.p999));
  }
  return out + accounts(r) + bars(r);
}

std::string delay_csv(const DelayReport& r, const FlowFile* flows) {
  std::string out = "tag,rx_port,tx_port,bytes,rx_eop_cycle,tx_eop_cycle,delay_cycles,delay_ns,"
                    "flow,sequence,category\n";
  for (const Passage& f : r.frames) {
    out += fmt::format("{},{},{},{},{},{},{},{},", f.tag.text(), f.rx_port, f.tx_port, f.bytes,
                       f.rx_eop, f.tx_eop, f.cycles(), nanoseconds(f.cycles(), r.me_hz));
    const Flow* flow = f.id && flows ? flows->find(f.id->flow) : nullptr;
    out += f.id
               ? fmt::format("{},{},{}\n", f.id->flow, f.id->sequence, flow ? flow->category() : "")
               : ",,\n";
  }
  return out;
}

std::string delay_json(const DelayReport& r) {
  nlohmann::ordered_json out;
  out["me_hz"] = r.me_hz;
  out["received"] = r.received;
  out["not_transmitted"] = r.not_transmitted;
  out["made_by_microcode"] = r.made_by_microcode;
  out["unmatched"] = r.unmatched;
  if (r.bin_cycles) out["bin_cycles"] = r.bin_cycles;
  for (const DelaySummary& s : r.summaries) {
    nlohmann::ordered_json one = {{"kind", s.kind}, {"name", s.name}, {"frames", s.count}};
    const auto add = [&](const char* key, auto value) {
      one[key] = s.count ? nlohmann::ordered_json(value) : nullptr;
    };
    add("min", s.min);
    add("mean", s.mean);
    add("max", s.max);
    add("std", s.deviation);
    add("p50", s.p50);
    add("p90", s.p90);
    add("p99", s.p99);
    add("p99.9", s.p999);
    if (!s.bins.empty()) one["histogram"] = s.bins;
    out["delay_cycles"].push_back(std::move(one));
  }
  return out.dump(2) + '\n';
}

} // namespace

std::string print_delay(const DelayReport& report, Format format, const FlowFile* flows) {
  switch (format) {
  case Format::Text: return delay_text(report);
  case Format::Csv: return delay_csv(report, flows);
  case Format::Json: return delay_json(report);
  }
  return {};
}

} // namespace ixp
