#include "tools/ixplog/guarantee.h"

#include "tools/ixplog/service.h"

#include <algorithm>
#include <compare>
#include <functional>
#include <nlohmann/json.hpp>

namespace ixp {

namespace {

struct Most {
  double cpu = 0, link = 0, sum = 0; // maxima over packets
  void see(double c, double l) {
    cpu = std::max(cpu, c);
    link = std::max(link, l);
    sum = std::max(sum, c + l);
  }
  void see(const Most& o) {
    cpu = std::max(cpu, o.cpu);
    link = std::max(link, o.link);
    sum = std::max(sum, o.sum);
  }
};

// Bytes and cycles are independent within a kind, so its most expensive packet has the maximum of
// both.
Most most_of(const Flow& f, const Resources& r, double cpu_share, double link_share) {
  Most m;
  for (const PacketKind& k : f.kinds)
    m.see(normalised(r.cpu_seconds(static_cast<double>(k.cycles.hi)), cpu_share),
          normalised(r.link_seconds(
                         static_cast<double>(Flow::bytes_left(k.bytes.hi, f.resized_percent.hi))),
                     link_share));
  return m;
}

// The most expensive packet of a kind, and the shares of its flow.
struct Cost {
  double cpu_s, link_s, phi_cpu, phi_bw;
  auto operator<=>(const Cost&) const = default;
  double cpu() const { return normalised(cpu_s, phi_cpu); }
  double link() const { return normalised(link_s, phi_bw); }
  double sum_for(const Flow& f) const {
    return normalised(cpu_s, phi_cpu / f.phi_cpu) + normalised(link_s, phi_bw / f.phi_bw);
  }
};

// The costs that may have the maximum sum for some flow: no other exceeds them in both resources,
// by more than rounding.
std::vector<Cost> maximal_costs(const FlowFile& flows) {
  constexpr double kMore = 1 + 1e-12;
  std::vector<Cost> all;
  for (const Flow& f : flows.flows)
    for (const PacketKind& k : f.kinds)
      all.push_back({flows.resources.cpu_seconds(static_cast<double>(k.cycles.hi)),
                     flows.resources.link_seconds(
                         static_cast<double>(Flow::bytes_left(k.bytes.hi, f.resized_percent.hi))),
                     f.phi_cpu, f.phi_bw});
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  std::ranges::sort(all, std::greater{}, &Cost::cpu);
  std::vector<Cost> out;
  double link = -1; // maximum of the costs with more work: those before `more`
  auto more = all.begin();
  for (const Cost& c : all) {
    for (; more != all.end() && more->cpu() > c.cpu() * kMore; ++more)
      link = std::max(link, more->link());
    if (link <= c.link() * kMore) out.push_back(c);
  }
  return out;
}

} // namespace

std::vector<Guarantee> guarantees(const FlowFile& flows) {
  flows.need_resources("ixplog guarantee");
  Most all;
  for (const Flow& f : flows.flows)
    all.see(most_of(f, flows.resources, 1, 1));
  const double others = static_cast<double>(flows.flows.size() - 1);
  const std::vector<Cost> costs = maximal_costs(flows);
  std::vector<Guarantee> out;
  for (const Flow& f : flows.flows) {
    const Most own = most_of(f, flows.resources, f.phi_cpu, f.phi_bw);
    double ahead = 0;
    for (const Cost& c : costs)
      ahead = std::max(ahead, c.sum_for(f));
    out.push_back({f.name, f.category(), own.cpu + all.cpu + own.link + all.link, own.sum + all.sum,
                   all.sum, std::min(others * all.sum, ahead)});
  }
  return out;
}

double fairness_bound(const FlowFile& flows, size_t one, size_t other) {
  const Resources& r = flows.resources;
  const auto& all = flows.flows;
  // The maximum normalised cost of a packet of `of`, at the shares of `by`.
  const auto greatest = [&](const Flow& of, const Flow& by) {
    return most_of(of, r, by.phi_cpu, by.phi_bw).sum;
  };
  const auto of_any = [&](const Flow& by) {
    double most = 0;
    for (const Flow& f : all)
      most = std::max(most, greatest(f, by));
    return most;
  };
  double own = 0;
  for (const Flow& f : all)
    own = std::max(own, greatest(f, f));
  const auto side = [&](const Flow& i, const Flow& j) {
    const double c = std::min(static_cast<double>(all.size() - 1) * of_any(j), own);
    return c + of_any(i) + greatest(j, j);
  };
  return std::max(side(all[one], all[other]), side(all[other], all[one]));
}

std::string print_guarantees(const std::vector<Guarantee>& guarantees, Format format) {
  Table table({{"flow", "flow"},
               {"category", "category"},
               {"separate WFQ, ms", "wfq_ms", 3},
               {"PCFQ, ms", "pcfq_ms", 3},
               {"behind GPS, ms", "behind_ms", 3},
               {"ahead, ms", "ahead_ms", 3}});
  for (const Guarantee& g : guarantees)
    table.row(
        {g.flow, g.category, g.wfq_s * 1e3, g.pcfq_s * 1e3, g.behind_s * 1e3, g.ahead_s * 1e3});
  if (format == Format::Csv) return table.csv();
  if (format == Format::Json)
    return nlohmann::ordered_json{{"guarantees", table.json()}}.dump(2) + '\n';
  return "Greatest delay promised, and greatest distance from ideal GPS in service\n" +
         table.text();
}

} // namespace ixp
