#include "tools/ixplog/fairness.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ixp {

FairnessReport measure_fairness(const Passages& passages, const FlowFile& flows, double interval_s,
                                const Window& window) {
  FairnessReport r;
  r.shared = shared_resources(passages, flows);
  r.weights = flows.weights;
  const auto packets = served_packets(passages, flows, r.shared);
  Span span{window.from_ms / 1e3};
  if (window.to_ms) span.to = *window.to_ms / 1e3;
  const double first = std::ranges::min(packets, {}, &ServedPacket::arrival_s).arrival_s;
  r.from_s = std::max(span.from, first);
  r.to_s = std::min(span.to, packets.back().end_s);
  if (r.to_s <= r.from_s)
    throw InputError(fmt::format("no frame left in this time; frames were received from {:.3f} ms "
                                 "on, the last left at {:.3f} ms",
                                 first * 1e3, packets.back().end_s * 1e3));
  for (const Flow& f : flows.flows)
    r.flows.push_back({f.name, f.category(), f.phi_cpu, f.phi_bw});
  for (const ServedPacket& p : packets) {
    if (!span.holds(p.end_s)) continue;
    r.flows[p.flow].cpu_s += p.cpu_s;
    r.flows[p.flow].link_s += p.link_s;
  }
  r.relative = relative_fairness(packets, flows, span);
  greatest_lags(packets, flows, span, r.flows);
  r.gini = gini_over_time(packets, flows, interval_s, span, r.flows);
  return r;
}

namespace {

double share(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

// Table columns; the processor's only if it is described.
class Columns {
public:
  explicit Columns(const FairnessReport& r) : cpu_(r.shared.cpu_hz > 0) {}
  Columns& add(Column column) {
    columns_.push_back(std::move(column));
    return *this;
  }
  Columns& add_cpu(Column column) { return cpu_ ? add(std::move(column)) : *this; }
  Table table() const { return Table(columns_); }

private:
  bool cpu_;
  std::vector<Column> columns_;
};

Table flow_table(const FairnessReport& r) {
  const bool cpu = r.shared.cpu_hz > 0;
  Table t = Columns(r)
                .add({"flow", "flow"})
                .add({"category", "category"})
                .add_cpu({"weight cpu", "phi_cpu", 4})
                .add_cpu({"used cpu", "cpu_utilisation", 4})
                .add({"weight link", "phi_bw", 4})
                .add({"used link", "link_utilisation", 4})
                .add({"most behind GPS, ms", "lag_ms", 3})
                .add({"in service, ms", "behind_ms", 3})
                .add({"ahead, ms", "ahead_ms", 3})
                .table();
  const double span = r.to_s - r.from_s;
  for (const FlowFairness& f : r.flows) {
    std::vector<Cell> row{f.name, f.category};
    if (cpu) row.insert(row.end(), {f.phi_cpu, share(f.cpu_s, span)});
    const auto ms = [](bool known, double seconds) { return known ? seconds * 1e3 : Cell{}; };
    row.insert(row.end(), {f.phi_bw, share(f.link_s, span), ms(!r.gini.empty(), f.lag_s),
                           ms(f.compared, f.behind_s), ms(f.compared, f.ahead_s)});
    t.row(std::move(row));
  }
  return t;
}

struct Spread {
  double mean = 0, max = 0;
};
Spread spread(const std::vector<GiniSample>& samples, double GiniSample::* which) {
  Spread s;
  for (const GiniSample& g : samples) {
    s.mean += g.*which / static_cast<double>(samples.size());
    s.max = std::max(s.max, g.*which);
  }
  return s;
}

Table gini_table(const FairnessReport& r) {
  const bool cpu = r.shared.cpu_hz > 0;
  Table t = Columns(r)
                .add({"", "time_s"})
                .add_cpu({"", "gini_cpu_s"})
                .add({"", "gini_link_s"})
                .add_cpu({"", "gini_s"})
                .table();
  for (const GiniSample& g : r.gini)
    t.row(cpu ? std::vector<Cell>{g.time_s, g.cpu, g.link, g.both}
              : std::vector<Cell>{g.time_s, g.link});
  return t;
}

const char* described(WeightsFrom from) {
  switch (from) {
  case WeightsFrom::Flows: return "as given";
  case WeightsFrom::Demand: return "as flows demand, none is given";
  case WeightsFrom::Equal: return "equal, none is given";
  }
  return "";
}

std::string heading(const FairnessReport& r) {
  const bool cpu = r.shared.cpu_hz > 0;
  const std::string link = fmt::format("{:g} Mbit/s of link", r.shared.link_bps / 1e6);
  std::string out =
      fmt::format("Shares of {}{}: by weight, and used from {:.6f} to {:.6f} s\n",
                  cpu ? fmt::format("{:g} MHz of processors and ", r.shared.cpu_hz / 1e6) : "",
                  link, r.from_s, r.to_s);
  if (!cpu) out += "Processors are not described (cpu_mhz), only the link is measured\n";
  if (cpu) out += fmt::format("Weights of processors: {}; ", described(r.weights.cpu));
  return out + fmt::format("{}of the link: {}\n", cpu ? "" : "Weights ", described(r.weights.bw));
}

std::string fairness_text(const FairnessReport& r) {
  std::string out = heading(r) + flow_table(r).text();
  if (!r.relative.one.empty())
    out += fmt::format("Relative fairness bound, measured: {:.3f} ms of normalised service, {} "
                       "against {} from {:.6f} to {:.6f} s\n",
                       r.relative.seconds * 1e3, r.relative.one, r.relative.other,
                       r.relative.from_s, r.relative.to_s);
  const auto line = [&](const char* name, double GiniSample::* which) {
    if (r.gini.empty()) {
      out += fmt::format("Gini index, {}: mean -, max - in 0 samples\n", name);
      return;
    }
    const Spread s = spread(r.gini, which);
    out += fmt::format("Gini index, {}: mean {:.3f}, max {:.3f} ms in {} samples\n", name,
                       s.mean * 1e3, s.max * 1e3, r.gini.size());
  };
  const bool cpu = r.shared.cpu_hz > 0;
  if (cpu) line("processor", &GiniSample::cpu);
  line("link", &GiniSample::link);
  if (cpu) line("both", &GiniSample::both);
  return out;
}

std::string fairness_json(const FairnessReport& r) {
  nlohmann::ordered_json out;
  if (r.shared.cpu_hz > 0) out["cpu_hz"] = r.shared.cpu_hz;
  out["link_bps"] = r.shared.link_bps;
  if (r.shared.cpu_hz > 0) out["weights"]["cpu"] = name(r.weights.cpu);
  out["weights"]["link"] = name(r.weights.bw);
  out["from_s"] = r.from_s;
  out["to_s"] = r.to_s;
  out["flows"] = flow_table(r).json();
  out["relative_fairness"] = {{"seconds", r.relative.seconds},
                              {"flows", {r.relative.one, r.relative.other}},
                              {"from_s", r.relative.from_s},
                              {"to_s", r.relative.to_s},
                              {"bound_s", r.relative.bound_s}};
  if (r.relative.one.empty()) // no two flows were backlogged together
    for (auto& value : out["relative_fairness"])
      value = nullptr;
  out["gini"] = gini_table(r).json();
  return out.dump(2) + '\n';
}

} // namespace

std::string print_fairness(const FairnessReport& report, Format format) {
  switch (format) {
  case Format::Text: return fairness_text(report);
  case Format::Csv: return gini_table(report).csv();
  case Format::Json: return fairness_json(report);
  }
  return {};
}

} // namespace ixp
