// One server fed by random arrivals, under each discipline.
#include "base/random.h"
#include "tests/catch.h"
#include "tools/oracle/fluid_gps.h"
#include "tools/oracle/scheduler.h"

#include <algorithm>

using namespace ixp::oracle;

namespace {

struct Packet {
  double arrival;
  unsigned flow;
  double amount; // seconds of the server
  double begun = -1, finished = -1;
};

constexpr unsigned kFlows = 5;
const std::vector<double> kWeights = {0.4, 0.25, 0.2, 0.1, 0.05};

std::vector<Packet> random_packets(uint64_t seed, double load, size_t n) {
  ixp::Random random(seed);
  std::vector<Packet> out;
  double time = 0;
  for (size_t i = 0; i < n; ++i) {
    const double amount = 0.1 + 0.9 * static_cast<double>(random.below(1000)) / 1000;
    time += 0.55 / load * static_cast<double>(random.exponential(1'000'000)) / 1e6;
    out.push_back({time, static_cast<unsigned>(random.below(kFlows)), amount});
  }
  return out;
}

// Serves packet after packet in the queue's order, never idle with something queued.
void run(FairQueue& queue, std::vector<Packet>& packets) {
  double free_at = 0;
  size_t next = 0, done = 0;
  const auto arrive = [&] {
    const Packet& p = packets[next++];
    queue.enqueue(p.arrival, p.flow, p.amount / kWeights[p.flow]);
  };
  while (done < packets.size()) {
    if (queue.queued() == 0) {
      free_at = std::max(free_at, packets[next].arrival);
      arrive();
    }
    while (next < packets.size() && packets[next].arrival <= free_at)
      arrive();
    Packet& p = packets[queue.dequeue(free_at)->packet];
    p.begun = free_at;
    p.finished = free_at += p.amount;
    ++done;
  }
}

double most_amount(const std::vector<Packet>& packets) {
  return std::ranges::max(packets, {}, &Packet::amount).amount;
}

} // namespace

TEST_CASE("WFQ ends no packet later than GPS plus the longest packet") {
  for (uint64_t seed = 1; seed <= 10; ++seed)
    for (double load : {0.5, 0.95, 1.3}) {
      auto packets = random_packets(seed, load, 2000);
      FairQueue wfq(kWeights, {Clock::Gps, false});
      FluidGps gps(kWeights);
      run(wfq, packets);
      for (const Packet& p : packets)
        gps.add(p.arrival, p.flow, p.amount);
      gps.advance(1e9);
      const double bound = most_amount(packets) + 1e-6;
      double worst = -1e9;
      for (size_t i = 0; i < packets.size(); ++i)
        worst = std::max(worst, packets[i].finished - gps.finished(i));
      INFO("seed " << seed << " load " << load);
      CHECK(worst <= bound);
    }
}

TEST_CASE("Work is conserved: every discipline is busy at the same times") {
  for (Clock clock : {Clock::AtArrival, Clock::Continuous, Clock::Gps}) {
    auto packets = random_packets(3, 0.9, 2000);
    FairQueue queue(kWeights, {clock, clock == Clock::AtArrival});
    run(queue, packets);
    double free_at = 0; // first come, first served
    for (const Packet& p : packets)
      free_at = std::max(free_at, p.arrival) + p.amount;
    double last = 0;
    for (const Packet& p : packets) {
      CHECK(p.begun >= p.arrival);
      last = std::max(last, p.finished);
    }
    CHECK(last == Approx(free_at));
    CHECK(queue.queued() == 0);
  }
}

TEST_CASE("Packets of a flow stay in order, finish times grow, V never goes back") {
  for (Clock clock : {Clock::AtArrival, Clock::Continuous, Clock::Gps}) {
    auto packets = random_packets(4, 1.1, 3000);
    FairQueue queue(kWeights, {clock, false});
    std::vector<double> last_finish(kFlows, 0);
    double v = 0;
    for (const Packet& p : packets) {
      const Tags t = queue.enqueue(p.arrival, p.flow, p.amount / kWeights[p.flow]);
      CHECK(t.virtual_time >= v);
      CHECK(t.start >= t.virtual_time);
      CHECK(t.start >= last_finish[p.flow]);
      CHECK(t.finish == Approx(t.start + p.amount / kWeights[p.flow]));
      v = t.virtual_time;
      last_finish[p.flow] = t.finish;
    }
    std::vector<size_t> last(kFlows, 0);
    const double end = packets.back().arrival;
    double finish = 0;
    while (auto t = queue.dequeue(end)) {
      CHECK(t->packet >= last[t->flow]);
      last[t->flow] = t->packet;
      CHECK(t->finish >= finish); // all are queued: the order is that of finish times
      finish = t->finish;
    }
  }
}

TEST_CASE("GPS serves all that is there, and backlogged flows in proportion") {
  auto packets = random_packets(5, 1.5, 1000);
  FluidGps gps(kWeights);
  double arrived = 0, busy_since = packets[0].arrival;
  for (const Packet& p : packets) {
    gps.add(p.arrival, p.flow, p.amount);
    arrived += p.amount;
  }
  const double end = packets.back().arrival;
  double served = 0;
  for (unsigned f = 0; f < kFlows; ++f)
    served += gps.served(f);
  CHECK(served <= end - busy_since + 1e-6);
  CHECK(served >= 0.95 * (end - busy_since)); // overloaded: hardly ever idle
  std::vector<double> before;
  for (unsigned f = 0; f < kFlows; ++f)
    before.push_back(gps.served(f));
  gps.advance(end + 5);
  if (gps.backlogged(0) && gps.backlogged(4))
    CHECK((gps.served(0) - before[0]) / kWeights[0] ==
          Approx((gps.served(4) - before[4]) / kWeights[4]));
  gps.advance(1e9);
  served = 0;
  for (unsigned f = 0; f < kFlows; ++f)
    served += gps.served(f);
  CHECK(served == Approx(arrived));
}

TEST_CASE("PCFQ shares cost among flows that are always backlogged by their weights") {
  const std::vector<Share> shares = {{0.5, 0.2}, {0.3, 0.3}, {0.2, 0.5}};
  Scheduler pcfq(Charges::Both, shares, 10);
  ixp::Random random(9);
  std::vector<double> charged(3), cost;
  double most = 0;
  std::vector<unsigned> flow_of;
  for (unsigned i = 0; i < 3000; ++i) {
    const unsigned flow = i % 3;
    const double bytes = 40 + static_cast<double>(random.below(1400)),
                 predicted = 1e-6 * static_cast<double>(random.below(1000));
    cost.push_back(pcfq.cost(flow, bytes, predicted));
    most = std::max(most, cost.back());
    flow_of.push_back(flow);
    pcfq.enqueue(0, flow, bytes, predicted);
  }
  for (unsigned i = 0; i < 2000; ++i) {
    const auto t = pcfq.dequeue(1);
    charged[t->flow] += cost[t->packet];
    if (pcfq.queue().queued(0) == 0 || pcfq.queue().queued(1) == 0 || pcfq.queue().queued(2) == 0)
      break;
    const auto [lo, hi] = std::ranges::minmax(charged);
    CHECK(hi - lo <= most * (1 + 1e-9));
  }
}
