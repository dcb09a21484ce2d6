// PCFQ against two separate WFQ schedulers in a small model: four processors, then one link, no
// cost of scheduling. Table I's flows with weights by demand, both resources at 96 %.
#include "base/random.h"
#include "tests/catch.h"
#include "tools/oracle/scheduler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>

namespace two_stage_test {

using namespace ixp::oracle;

namespace {

struct Kind {
  const char* name;
  double cycles_lo, cycles_hi, bytes_lo, bytes_hi;
};
constexpr Kind kHighLow{"high/low", 2400, 3600, 42, 48}, kLowHigh{"low/high", 78, 134, 120, 127},
    kMedium{"medium/medium", 1200, 1800, 80, 88}, kLowLow{"low/low", 78, 134, 42, 48},
    kHighHigh{"high/high", 2400, 3600, 120, 127};
const std::vector<Kind> kFlows = {kHighLow, kLowHigh, kLowLow,   kHighHigh, kHighLow,  kLowHigh,
                                  kMedium,  kLowLow,  kHighLow,  kLowHigh,  kHighHigh, kLowLow,
                                  kHighLow, kLowHigh, kHighHigh, kMedium};
constexpr unsigned kProcessors = 4;
constexpr double kLinkMbps = 50, kLoad = 0.96, kNever = std::numeric_limits<double>::infinity();

struct Job {
  double arrival;
  unsigned flow;
  double work, bytes; // seconds of one processor; of the frame
};

double uniform(ixp::Random& r, double lo, double hi) {
  return lo + (hi - lo) * static_cast<double>(r.below(1'000'001)) / 1e6;
}

// Poisson arrivals of equal rates; works scaled so that both resources have the same load.
std::vector<Job> jobs(uint64_t seed, size_t n) {
  ixp::Random random(seed);
  double cycles = 0, bytes = 0;
  for (const Kind& k : kFlows) {
    cycles += (k.cycles_lo + k.cycles_hi) / 2 / static_cast<double>(kFlows.size());
    bytes += (k.bytes_lo + k.bytes_hi) / 2 / static_cast<double>(kFlows.size());
  }
  const double gap = 8 * bytes / (kLinkMbps * 1e6) / kLoad;
  const double second = kLoad * gap * kProcessors / cycles; // a cycle's
  std::vector<Job> out;
  double time = 0;
  for (size_t i = 0; i < n; ++i) {
    time += gap * static_cast<double>(random.exponential(1'000'000)) / 1e6;
    const auto flow = static_cast<unsigned>(random.below(kFlows.size()));
    const Kind& k = kFlows[flow];
    out.push_back({time, flow, second * uniform(random, k.cycles_lo, k.cycles_hi),
                   uniform(random, k.bytes_lo, k.bytes_hi)});
  }
  return out;
}

std::vector<Share> shares_by_demand() {
  std::vector<Share> out;
  double cpu = 0, bw = 0;
  for (const Kind& k : kFlows) {
    out.push_back({k.cycles_lo + k.cycles_hi, k.bytes_lo + k.bytes_hi});
    cpu += out.back().phi_cpu;
    bw += out.back().phi_bw;
  }
  for (Share& s : out) {
    s.phi_cpu /= cpu;
    s.phi_bw /= bw;
  }
  return out;
}

// A scheduler in front of servers that each take one packet at a time.
class Station {
public:
  Station(Charges charges, unsigned servers, bool forget)
      : scheduler_(charges, shares_by_demand(), kLinkMbps, {Clock::AtArrival, forget}),
        servers_(servers) {}
  void arrive(double time, size_t job, const Job& j, double predicted) {
    scheduler_.enqueue(time, j.flow, j.bytes, predicted);
    jobs_.push_back(job);
  }
  // Begins as many packets as servers are free; `service` returns the duration of each.
  template <class Service> void begin(double time, Service service) {
    while (busy_.size() < servers_) {
      const auto t = scheduler_.dequeue(time);
      if (!t) return;
      busy_.emplace(time + service(jobs_[t->packet]), jobs_[t->packet]);
    }
  }
  double next_end() const { return busy_.empty() ? kNever : busy_.begin()->first; }
  size_t end() {
    const size_t job = busy_.begin()->second;
    busy_.erase(busy_.begin());
    return job;
  }

private:
  Scheduler scheduler_;
  size_t servers_;
  std::vector<size_t> jobs_; // by ordinal of arrival here
  std::set<std::pair<double, size_t>> busy_;
};

// First come, first served: all flows are one.
class Fifo {
public:
  double leave(double time, double service) { return free_ = std::max(free_, time) + service; }

private:
  double free_ = 0;
};

// When each job left the link. `separate`: WFQ at both; else PCFQ, then a FIFO.
std::vector<double> departures(const std::vector<Job>& all, bool separate, bool forget) {
  Station cpu(separate ? Charges::Cpu : Charges::Both, kProcessors, forget),
      link(Charges::Link, 1, forget);
  Fifo fifo;
  std::vector<Prediction> predictions(kFlows.size(), Prediction(0.4));
  std::vector<double> out(all.size(), 0);
  const auto transmit_s = [&](size_t j) { return 8 * all[j].bytes / (kLinkMbps * 1e6); };
  size_t next = 0;
  while (true) {
    const double arrival = next < all.size() ? all[next].arrival : kNever;
    const double now = std::min({arrival, cpu.next_end(), link.next_end()});
    if (now == kNever) return out;
    if (now == link.next_end()) {
      out[link.end()] = now;
    } else if (now == cpu.next_end()) {
      const size_t j = cpu.end();
      predictions[all[j].flow].measured(all[j].work / kProcessors);
      if (separate)
        link.arrive(now, j, all[j], 0);
      else
        out[j] = fifo.leave(now, transmit_s(j));
    } else {
      cpu.arrive(now, next, all[next], predictions[all[next].flow].value());
      ++next;
    }
    cpu.begin(now, [&](size_t j) { return all[j].work; });
    link.begin(now, transmit_s);
  }
}

// Mean delay by category.
using Delays = std::map<std::string, double>;

Delays mean_delays(const std::vector<Job>& all, const std::vector<double>& left) {
  Delays sum, n;
  for (size_t i = 0; i < all.size(); ++i) {
    sum[kFlows[all[i].flow].name] += left[i] - all[i].arrival;
    ++n[kFlows[all[i].flow].name];
  }
  for (auto& [name, s] : sum)
    s /= n[name];
  return sum;
}

// How much less delay PCFQ gives, as a fraction; over several seeds.
Delays reductions(bool forget) {
  constexpr uint64_t kSeeds = 8;
  Delays pcfq, wfq;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto all = jobs(seed, 50'000);
    for (const auto& [name, delay] : mean_delays(all, departures(all, false, forget)))
      pcfq[name] += delay;
    for (const auto& [name, delay] : mean_delays(all, departures(all, true, forget)))
      wfq[name] += delay;
  }
  for (auto& [name, delay] : pcfq)
    delay = 1 - delay / wfq[name];
  return pcfq;
}

} // namespace

TEST_CASE("PCFQ that forgets empty flows lowers the delay of those with little work") {
  Delays less = reductions(true);
  CHECK(less["low/low"] > 0.1);
  CHECK(less["low/high"] > 0.1);
  CHECK(std::abs(less["medium/medium"]) < 0.1);
  CHECK(std::abs(less["high/low"]) < 0.15);
  CHECK(std::abs(less["high/high"]) < 0.15);
}

// Both weights count in the sum, so V grows at a quarter of the pace of finish times when both
// resources are busy: a flow that remembers its last finish time pays for service it got while
// the resource was otherwise idle.
TEST_CASE("PCFQ that remembers them loses that advantage") {
  Delays forgetting = reductions(true), remembering = reductions(false);
  CHECK(remembering["low/low"] < forgetting["low/low"] - 0.05);
  CHECK(remembering["low/high"] < forgetting["low/high"] - 0.05);
}

} // namespace two_stage_test
