#include "tools/ixplog/jitter.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace ixp {

Jitter jitter_of(const Group& group) {
  constexpr double kGain = 16; // RFC 3550
  Jitter j;
  j.name = group.name;
  j.frames = group.frames.size();
  if (group.frames.empty()) return j;
  const auto [least, most] = std::ranges::minmax(group.frames, {}, &Passage::cycles);
  j.range = most->cycles() - least->cycles();
  double sum = 0, rfc3550 = 0, max_rfc3550 = 0;
  uint64_t latest = group.frames[0]->rx_eop;
  for (size_t i = 1; i < group.frames.size(); ++i) {
    const Passage &p = *group.frames[i], &before = *group.frames[i - 1];
    const double d =
        std::fabs(static_cast<double>(p.cycles()) - static_cast<double>(before.cycles()));
    sum += d;
    rfc3550 += (d - rfc3550) / kGain;
    max_rfc3550 = std::max(max_rfc3550, rfc3550);
    j.reordered += p.rx_eop < latest;
    latest = std::max(latest, p.rx_eop);
  }
  if (j.frames < 2) return j;
  j.change = sum / static_cast<double>(j.frames - 1);
  j.rfc3550 = rfc3550;
  j.max_rfc3550 = max_rfc3550;
  return j;
}

static Jitter over_flows(const Group& category, const std::vector<Jitter>& flows) {
  Jitter j;
  j.kind = "category";
  j.name = category.name;
  j.frames = category.frames.size();
  const auto [least, most] = std::ranges::minmax(category.frames, {}, &Passage::cycles);
  j.range = most->cycles() - least->cycles();
  const auto n = static_cast<double>(
      std::ranges::count_if(flows, [](const Jitter& f) { return f.change.has_value(); }));
  for (const Jitter& f : flows) {
    if (!f.change) continue;
    j.change = j.change.value_or(0) + *f.change / n;
    j.rfc3550 = j.rfc3550.value_or(0) + *f.rfc3550 / n;
    j.max_rfc3550 = std::max(j.max_rfc3550, f.max_rfc3550);
    j.reordered += f.reordered;
  }
  return j;
}

JitterReport measure_jitter(const Passages& passages, const FlowFile* flows) {
  JitterReport report;
  report.me_hz = passages.me_hz;
  Passages others;
  for (const Passage& p : passages.frames)
    if (!p.id) others.frames.push_back(p);
  const auto add = [&](const char* kind, const Group& g) {
    Jitter j = jitter_of(g);
    j.kind = kind;
    report.rows.push_back(std::move(j));
  };
  for (const Group& g : by_port(others))
    add("port", g);
  const auto flow_groups = by_flow(passages, flows);
  for (const Group& g : flow_groups)
    add("flow", g);
  if (!flows) return report;
  for (const Group& c : by_category(passages, *flows)) {
    std::vector<Jitter> members;
    for (const Group& g : flow_groups)
      if (flows->find(g.frames[0]->id->flow)->category() == c.name) members.push_back(jitter_of(g));
    report.rows.push_back(over_flows(c, members));
  }
  return report;
}

std::string print_jitter(const JitterReport& report, Format format) {
  Table table({{"", "kind"},
               {"", "name"},
               {"frames", "frames"},
               {"range", "range_ns"},
               {"change", "change_ns"},
               {"rfc3550", "rfc3550_ns"},
               {"max rfc3550", "max_rfc3550_ns"},
               {"reordered", "reordered"}});
  const double ns = report.me_hz ? 1e9 / static_cast<double>(report.me_hz) : 0;
  const auto time = [&](std::optional<double> cycles) { return cycles ? *cycles * ns : Cell{}; };
  for (const Jitter& j : report.rows)
    table.row({j.kind, j.name, j.frames, static_cast<double>(j.range) * ns, time(j.change),
               time(j.rfc3550), time(j.max_rfc3550), j.reordered});
  if (format == Format::Csv) return table.csv();
  if (format == Format::Json)
    return nlohmann::ordered_json{{"jitter", table.json()}}.dump(2) + '\n';
  return "Jitter in ns: greatest minus least delay, mean change from frame to frame, RFC 3550\n" +
         table.text();
}

} // namespace ixp
