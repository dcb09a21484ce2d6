// Maximum lag of flows behind ideal GPS, and lead ahead of it: in service not divided by shares, as
// in the bounds (guarantee.h). The ideal serves continuously. A packet's service counts on the
// processor when its transmission begins, and on the link from then to its end. So the lag is
// maximal just before a packet of the flow begins, the lead just after that or when one ends.
#include "tools/ixplog/fairness.h"
#include "tools/ixplog/fluid_gps.h"

#include <algorithm>

namespace ixp {

namespace {

struct Change {
  enum class Kind : uint8_t { Arrives, Ends, Begins }; // order at equal times
  double time;
  Kind kind;
  const ServedPacket* packet;
  bool operator<(const Change& o) const { return time != o.time ? time < o.time : kind < o.kind; }
};

std::vector<double> weights(const FlowFile& flows, double Flow::* share) {
  std::vector<double> out;
  for (const Flow& f : flows.flows)
    out.push_back(f.*share > 0 ? f.*share : 1); // never has work
  return out;
}

class FluidAccounts {
public:
  explicit FluidAccounts(const FlowFile& flows)
      : cpu_(weights(flows, &Flow::phi_cpu)), link_(weights(flows, &Flow::phi_bw)),
        got_(flows.flows.size(), 0) {}

  void happens(const Change& e, bool reported, FlowFairness& flow) {
    cpu_.advance(e.time);
    link_.advance(e.time);
    const ServedPacket& p = *e.packet;
    const auto number = static_cast<unsigned>(p.flow);
    if (e.kind == Change::Kind::Arrives) {
      cpu_.add(e.time, number, p.cpu_s);
      link_.add(e.time, number, p.link_s);
      return;
    }
    const double ideal = cpu_.served(number) + link_.served(number);
    double& got = got_[p.flow];
    const bool begins = e.kind == Change::Kind::Begins;
    flow.compared |= reported;
    if (reported && begins) flow.behind_s = std::max(flow.behind_s, ideal - got);
    got += begins ? p.cpu_s : p.link_s;
    if (reported) flow.ahead_s = std::max(flow.ahead_s, got - ideal);
  }

private:
  FluidGps cpu_, link_;
  std::vector<double> got_; // of both resources
};

} // namespace

void greatest_lags(const std::vector<ServedPacket>& packets, const FlowFile& flows,
                   const Span& span, std::vector<FlowFairness>& fairness) {
  std::vector<Change> events;
  for (const ServedPacket& p : packets) {
    events.push_back({p.arrival_s, Change::Kind::Arrives, &p});
    events.push_back({p.begin_s, Change::Kind::Begins, &p});
    events.push_back({p.end_s, Change::Kind::Ends, &p});
  }
  std::ranges::sort(events, std::less{});
  FluidAccounts accounts(flows);
  for (const Change& e : events)
    accounts.happens(e, span.holds(e.time), fairness[e.packet->flow]);
}

} // namespace ixp
