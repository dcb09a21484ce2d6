// The measured relative fairness bound. While both flows are backlogged, the maximum of |W_i - W_j|
// over all intervals is the range of the difference of their services: one pass over the events of
// the two.
#include "tools/ixplog/fairness.h"
#include "tools/ixplog/guarantee.h"

#include <algorithm>

namespace ixp {

namespace {

struct ServiceChange {
  double time;
  int arrived = 0;    // 1: a packet arrived, -1: one left
  double service = 0; // normalised, of the packet that left
  bool operator<(const ServiceChange& o) const {
    return time != o.time ? time < o.time : arrived > o.arrived; // arrivals first
  }
};

std::vector<ServiceChange> events_of(const std::vector<ServedPacket>& packets, size_t flow,
                                     const Flow& shares) {
  std::vector<ServiceChange> out;
  for (const ServedPacket& p : packets) {
    if (p.flow != flow) continue;
    out.push_back({p.arrival_s, 1});
    out.push_back(
        {p.end_s, -1, normalised(p.cpu_s, shares.phi_cpu) + normalised(p.link_s, shares.phi_bw)});
  }
  std::ranges::sort(out, std::less{});
  return out;
}

// The difference of a pair since both became backlogged or the span began, with its extremes and
// their times.
class Pair {
public:
  explicit Pair(const Span& reported) : reported_(reported) {}
  // sign: +1 for the one flow, -1 for the other.
  void happens(const ServiceChange& e, int sign) {
    int& queued = sign > 0 ? one_ : other_;
    // A packet that ended at the start belongs to the time before.
    if (both() && e.arrived < 0 && e.time > began_ && reported_.holds(e.time))
      moves(e.time, sign * e.service);
    const bool before = both();
    queued += e.arrived;
    if (!before && both()) begins(e.time);
  }
  double span = 0, from = 0, to = 0;

private:
  bool both() const { return one_ > 0 && other_ > 0; }
  void begins(double time) {
    difference_ = least_ = most_ = 0;
    least_at_ = most_at_ = began_ = std::max(time, reported_.from);
  }
  void moves(double time, double by) {
    difference_ += by;
    if (difference_ < least_) least_ = difference_, least_at_ = time;
    if (difference_ > most_) most_ = difference_, most_at_ = time;
    if (most_ - least_ <= span) return;
    span = most_ - least_;
    from = std::min(least_at_, most_at_);
    to = std::max(least_at_, most_at_);
  }
  const Span& reported_;
  int one_ = 0, other_ = 0;
  double difference_ = 0, least_ = 0, most_ = 0, least_at_ = 0, most_at_ = 0;
  double began_ = 0;
};

Pair compare(const std::vector<ServiceChange>& one, const std::vector<ServiceChange>& other,
             const Span& span) {
  Pair pair(span);
  size_t i = 0, j = 0;
  while (i < one.size() || j < other.size()) {
    if (j == other.size() || (i < one.size() && !(other[j] < one[i])))
      pair.happens(one[i++], 1);
    else
      pair.happens(other[j++], -1);
  }
  return pair;
}

} // namespace

RelativeFairness relative_fairness(const std::vector<ServedPacket>& packets, const FlowFile& flows,
                                   const Span& span) {
  std::vector<std::vector<ServiceChange>> events;
  for (size_t i = 0; i < flows.flows.size(); ++i)
    events.push_back(events_of(packets, i, flows.flows[i]));
  RelativeFairness worst;
  for (size_t i = 0; i < events.size(); ++i)
    for (size_t j = i + 1; j < events.size(); ++j) {
      const Pair pair = compare(events[i], events[j], span);
      if (pair.span <= worst.seconds) continue;
      worst = {pair.span, flows.flows[i].name, flows.flows[j].name, pair.from, pair.to};
      if (flows.resources.cpu_hz > 0 && flows.resources.link_bps > 0)
        worst.bound_s = fairness_bound(flows, i, j);
    }
  return worst;
}

} // namespace ixp
