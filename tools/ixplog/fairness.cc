#include "tools/ixplog/fairness.h"

#include "tools/ixplog/fairness_parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ixp {

FairnessReport measure_fairness(const Passages& passages, const FlowFile& flows,
                                double interval_s) {
  FairnessReport r;
  r.shared = shared_resources(passages, flows);
  const auto packets = served_packets(passages, flows, r.shared);
  for (const Flow& f : flows.flows)
    r.flows.push_back({f.name, f.category(), f.phi_cpu, f.phi_bw});
  for (const ServedPacket& p : packets) {
    r.flows[p.flow].cpu_s += p.cpu_s;
    r.flows[p.flow].link_s += p.link_s;
  }
  r.span_s =
      packets.back().end_s - std::ranges::min(packets, {}, &ServedPacket::arrival_s).arrival_s;
  r.relative = relative_fairness(packets, flows);
  r.gini = gini_over_time(packets, flows, interval_s, r.flows);
  return r;
}

namespace {

double share(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

Table flow_table(const FairnessReport& r) {
  Table t({{"flow", "flow"},
           {"category", "category"},
           {"weight cpu", "phi_cpu", 4},
           {"used cpu", "cpu_utilisation", 4},
           {"weight link", "phi_bw", 4},
           {"used link", "link_utilisation", 4},
           {"most behind GPS, ms", "lag_ms", 3}});
  for (const FlowFairness& f : r.flows)
    t.row({f.name, f.category, f.phi_cpu, share(f.cpu_s, r.span_s), f.phi_bw,
           share(f.link_s, r.span_s), f.lag_s * 1e3});
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
  Table t({{"", "time_s"}, {"", "gini_cpu_s"}, {"", "gini_link_s"}, {"", "gini_s"}});
  for (const GiniSample& g : r.gini)
    t.row({g.time_s, g.cpu, g.link, g.both});
  return t;
}

std::string fairness_text(const FairnessReport& r) {
  std::string out = fmt::format("Shares of {:g} MHz of processors and {:g} Mbit/s of link: by "
                                "weight, and used in {:.6f} s\n",
                                r.shared.cpu_hz / 1e6, r.shared.link_bps / 1e6, r.span_s) +
                    flow_table(r).text();
  if (!r.relative.one.empty())
    out += fmt::format("Relative fairness bound, measured: {:.3f} ms of normalised service, {} "
                       "against {} from {:.6f} to {:.6f} s\n",
                       r.relative.seconds * 1e3, r.relative.one, r.relative.other,
                       r.relative.from_s, r.relative.to_s);
  const auto line = [&](const char* name, double GiniSample::* which) {
    const Spread s = spread(r.gini, which);
    out += fmt::format("Gini index, {}: mean {:.3f}, max {:.3f} ms in {} samples\n", name,
                       s.mean * 1e3, s.max * 1e3, r.gini.size());
  };
  line("processor", &GiniSample::cpu);
  line("link", &GiniSample::link);
  line("both", &GiniSample::both);
  return out;
}

std::string fairness_json(const FairnessReport& r) {
  nlohmann::ordered_json out;
  out["cpu_hz"] = r.shared.cpu_hz;
  out["link_bps"] = r.shared.link_bps;
  out["span_s"] = r.span_s;
  out["flows"] = flow_table(r).json();
  out["relative_fairness"] = {{"seconds", r.relative.seconds},
                              {"flows", {r.relative.one, r.relative.other}},
                              {"from_s", r.relative.from_s},
                              {"to_s", r.relative.to_s}};
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
