#include "tools/ixplog/guarantee.h"

#include "tools/ixplog/service.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ixp {

namespace {

struct Most {
  double cpu = 0, link = 0, sum = 0; // of the packets of a flow or of all
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

// Bytes and cycles are independent within a kind: its worst packet has the most of both.
Most most_of(const Flow& f, const Resources& r, double cpu_share, double link_share) {
  Most m;
  for (const PacketKind& k : f.kinds)
    m.see(normalised(r.cpu_seconds(static_cast<double>(k.cycles.hi)), cpu_share),
          normalised(r.link_seconds(
                         static_cast<double>(Flow::bytes_left(k.bytes.hi, f.resized_percent.hi))),
                     link_share));
  return m;
}

} // namespace

std::vector<Guarantee> guarantees(const FlowFile& flows) {
  flows.need_resources("ixplog guarantee");
  Most all;
  for (const Flow& f : flows.flows)
    all.see(most_of(f, flows.resources, 1, 1));
  std::vector<Guarantee> out;
  for (const Flow& f : flows.flows) {
    const Most own = most_of(f, flows.resources, f.phi_cpu, f.phi_bw);
    out.push_back(
        {f.name, f.category(), own.cpu + all.cpu + own.link + all.link, own.sum + all.sum});
  }
  return out;
}

std::string print_guarantees(const std::vector<Guarantee>& guarantees, Format format) {
  Table table({{"flow", "flow"},
               {"category", "category"},
               {"separate WFQ, ms", "wfq_ms", 3},
               {"PCFQ, ms", "pcfq_ms", 3}});
  for (const Guarantee& g : guarantees)
    table.row({g.flow, g.category, g.wfq_s * 1e3, g.pcfq_s * 1e3});
  if (format == Format::Csv) return table.csv();
  if (format == Format::Json)
    return nlohmann::ordered_json{{"guarantees", table.json()}}.dump(2) + '\n';
  return "Greatest delay promised\n" + table.text();
}

} // namespace ixp
