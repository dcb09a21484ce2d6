// The Gini index of utilities against ideal GPS. Two fluid servers, one for the processor and one
// for the link, get the same packets at the same times; each flow's ideal service is compared with
// its actual service.
#include "tools/ixplog/fairness.h"
#include "tools/ixplog/fluid_gps.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace ixp {

double gini(std::vector<double> lags) {
  std::ranges::sort(lags, std::greater{}); // u ascending
  double sum = 0, partial = 0;
  for (double lag : lags) {
    partial += lag;
    sum += std::fabs(partial);
  }
  return sum;
}

namespace {

// One resource: ideal and actual service of flows.
class Side {
public:
  explicit Side(std::vector<double> shares) : shares_(std::move(shares)), got_(shares_.size(), 0) {
    std::vector<double> weights = shares_;
    for (double& w : weights)
      if (w <= 0) w = 1; // never has work
    ideal_ = FluidGps(std::move(weights));
  }
  void arrives(double time, size_t flow, double seconds) {
    ideal_.add(time, static_cast<unsigned>(flow), seconds);
  }
  void serves(size_t flow, double seconds) { got_[flow] += seconds; }
  void advance(double time) { ideal_.advance(time); }
  // `more`: service of a packet in transmission.
  double lag(size_t flow, double more) const {
    const double behind = ideal_.served(static_cast<unsigned>(flow)) - got_[flow] - more;
    return behind == 0 ? 0 : behind / shares_[flow];
  }
  bool wanted(size_t flow) const { return ideal_.backlogged(static_cast<unsigned>(flow)); }

private:
  std::vector<double> shares_, got_;
  FluidGps ideal_{{}};
};

class Sampler {
public:
  Sampler(const std::vector<ServedPacket>& packets, const FlowFile& flows)
      : departures_(packets), cpu_(shares(flows, &Flow::phi_cpu)),
        link_(shares(flows, &Flow::phi_bw)), queued_(flows.flows.size(), 0),
        under_way_(flows.flows.size(), 0) {
    for (const ServedPacket& p : packets) {
      arrivals_.push_back(&p);
      begins_.push_back(&p);
    }
    std::ranges::sort(arrivals_, {},
                      [](const ServedPacket* p) { return std::pair(p->arrival_s, p); });
    std::ranges::sort(begins_, {}, [](const ServedPacket* p) { return std::pair(p->begin_s, p); });
  }

  // Times must not decrease.
  GiniSample at(double time, std::vector<FlowFairness>& fairness) {
    for (; arrived_ < arrivals_.size() && arrivals_[arrived_]->arrival_s <= time; ++arrived_)
      arrive(*arrivals_[arrived_]);
    for (; begun_ < begins_.size() && begins_[begun_]->begin_s <= time; ++begun_)
      cpu_.serves(begins_[begun_]->flow, begins_[begun_]->cpu_s);
    for (; left_ < departures_.size() && departures_[left_].end_s <= time; ++left_) {
      link_.serves(departures_[left_].flow, departures_[left_].link_s);
      --queued_[departures_[left_].flow];
    }
    cpu_.advance(time);
    link_.advance(time);
    transmit_parts(time);
    return sample(time, fairness);
  }

private:
  static std::vector<double> shares(const FlowFile& flows, double Flow::* share) {
    std::vector<double> out;
    for (const Flow& f : flows.flows)
      out.push_back(f.*share);
    return out;
  }

  void arrive(const ServedPacket& p) {
    cpu_.arrives(p.arrival_s, p.flow, p.cpu_s);
    link_.arrives(p.arrival_s, p.flow, p.link_s);
    ++queued_[p.flow];
  }

  // Packets in transmission: a port sends one at a time, so they are among the next few departures.
  void transmit_parts(double time) {
    std::ranges::fill(under_way_, 0);
    const size_t look = std::min(departures_.size(), left_ + kMaxPorts);
    for (size_t i = left_; i < look; ++i) {
      const ServedPacket& p = departures_[i];
      if (p.begin_s < time && p.end_s > p.begin_s)
        under_way_[p.flow] += p.link_s * (time - p.begin_s) / (p.end_s - p.begin_s);
    }
  }

  GiniSample sample(double time, std::vector<FlowFairness>& fairness) {
    std::vector<double> cpu, link, both;
    for (size_t f = 0; f < queued_.size(); ++f) {
      const double c = cpu_.lag(f, 0), l = link_.lag(f, under_way_[f]);
      if (queued_[f] || cpu_.wanted(f)) cpu.push_back(c);
      if (queued_[f] || link_.wanted(f)) link.push_back(l);
      if (queued_[f] || cpu_.wanted(f) || link_.wanted(f)) both.push_back(c + l);
      fairness[f].lag_s = std::max(fairness[f].lag_s, c + l);
    }
    return {time, gini(cpu), gini(link), gini(both)};
  }

  const std::vector<ServedPacket>& departures_;
  std::vector<const ServedPacket*> arrivals_, begins_;
  size_t arrived_ = 0, begun_ = 0, left_ = 0;
  Side cpu_, link_;
  std::vector<unsigned> queued_;
  std::vector<double> under_way_;
};

} // namespace

std::vector<GiniSample> gini_over_time(const std::vector<ServedPacket>& packets,
                                       const FlowFile& flows, double interval_s, const Span& span,
                                       std::vector<FlowFairness>& fairness) {
  Sampler sampler(packets, flows);
  const double first = std::ranges::min(packets, {}, &ServedPacket::arrival_s).arrival_s;
  const double last = packets.back().end_s;
  std::vector<GiniSample> out;
  for (size_t n = 1;; ++n) {
    const double time = first + static_cast<double>(n) * interval_s;
    if (time > last || time >= span.to) return out;
    if (span.holds(time)) out.push_back(sampler.at(time, fairness));
  }
}

} // namespace ixp
