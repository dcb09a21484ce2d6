// Small cases worked by hand.
#include "tests/catch.h"
#include "tools/oracle/scheduler.h"

using namespace ixp::oracle;

static std::vector<size_t> order(Scheduler& s, double time) {
  std::vector<size_t> out;
  while (auto t = s.dequeue(time))
    out.push_back(t->packet);
  return out;
}

// Shares 1/4 and 3/4 of the processor, 1/2 and 1/2 of a link of 1 Mbit/s.
static Scheduler two(Charges charges, FairQueueOptions options = {}) {
  return Scheduler(charges, {{0.25, 0.5}, {0.75, 0.5}}, 1, options);
}

TEST_CASE("PCFQ: tags of three packets") {
  Scheduler s = two(Charges::Both);
  // 1 ms of processor, 125 bytes = 1 ms of link: 1/0.25 + 1/0.5 = 6 ms
  const Tags a = s.enqueue(0, 0, 125, 0.001);
  CHECK(a.start == 0);
  CHECK(a.finish == Approx(0.006));
  // 3 ms after: only flow 0 is backlogged, weights 0.75: V = 4 ms. 3/0.75 + 2/0.5 = 8 ms
  const Tags b = s.enqueue(0.003, 1, 250, 0.003);
  CHECK(b.virtual_time == Approx(0.004));
  CHECK(b.start == Approx(0.004));
  CHECK(b.finish == Approx(0.012));
  // 2 ms after: both, weights 2: V = 5 ms, but flow 0's last finish is 6 ms
  const Tags c = s.enqueue(0.005, 0, 125, 0);
  CHECK(c.virtual_time == Approx(0.005));
  CHECK(c.start == Approx(0.006));
  CHECK(c.finish == Approx(0.008));
  CHECK(order(s, 0.005) == std::vector<size_t>{0, 2, 1});
}

TEST_CASE("Each WFQ sees its own resource") {
  Scheduler cpu = two(Charges::Cpu), link = two(Charges::Link);
  CHECK(cpu.enqueue(0, 0, 125, 0.001).finish == Approx(0.004));
  CHECK(link.enqueue(0, 0, 125, 0.001).finish == Approx(0.002));
  CHECK(cpu.enqueue(0.001, 1, 500, 0.0006).finish == Approx(0.004 + 0.0008)); // V = 1 ms / 0.25
  CHECK(link.enqueue(0.001, 1, 500, 0.0006).finish == Approx(0.002 + 0.008)); // V = 1 ms / 0.5
}

TEST_CASE("Clocks differ in when the sum of weights counts") {
  // Flow 1 leaves the queue at 2 ms; flow 0 arrives again at 4 ms.
  const auto v = [](Clock clock) {
    Scheduler s = two(Charges::Cpu, {clock, false});
    s.enqueue(0, 0, 0, 0.010);
    s.enqueue(0, 1, 0, 0.0015);
    CHECK(s.dequeue(0.002)->flow == 1); // finish 2 ms against 40 ms
    return s.enqueue(0.004, 0, 0, 0.001).virtual_time;
  };
  CHECK(v(Clock::AtArrival) == Approx(0.016));          // 4 ms / 0.25
  CHECK(v(Clock::Continuous) == Approx(0.002 + 0.008)); // 2 ms / 1, then 2 ms / 0.25
  // The fluid system serves flow 1 until V = 2 ms, too; V passes there at 2 ms
  CHECK(v(Clock::Gps) == Approx(0.010));
}

TEST_CASE("V of the fluid system follows flows that the packet system has served long ago") {
  FairQueue q({0.5, 0.5}, {Clock::Gps, false});
  q.enqueue(0, 0, 4); // 2 s of the resource: until V = 4
  q.enqueue(0, 1, 2); // until V = 2
  q.dequeue(0);
  q.dequeue(0);
  // both until t = 2 (V = 2), flow 0 alone until t = 3 (V = 4), then idle
  CHECK(q.enqueue(2.5, 1, 0).virtual_time == Approx(3));
  CHECK(q.enqueue(10, 1, 0).virtual_time == Approx(4));
}

TEST_CASE("V stands still while nothing is backlogged") {
  for (Clock clock : {Clock::AtArrival, Clock::Continuous}) {
    FairQueue q({1, 1}, {clock, false});
    q.enqueue(0, 0, 1);
    q.enqueue(1, 0, 1);
    CHECK(q.virtual_time() == 1);
    q.dequeue(1);
    q.dequeue(1);
    CHECK_FALSE(q.dequeue(1));
    CHECK(q.enqueue(100, 1, 1).virtual_time == 1);
  }
}

TEST_CASE("An empty flow's last finish time is kept or forgotten") {
  for (bool forget : {false, true}) {
    FairQueue q({1, 1}, {Clock::AtArrival, forget});
    q.enqueue(0, 0, 5);
    q.dequeue(0);
    CHECK(q.enqueue(0, 0, 1).start == (forget ? 0 : 5));
  }
}

TEST_CASE("Of equal finish times the lower flow goes first") {
  FairQueue q({1, 1, 1}, {});
  q.enqueue(0, 2, 1);
  q.enqueue(0, 1, 1);
  CHECK(q.dequeue(0)->flow == 1);
  CHECK(q.dequeue(0)->flow == 2);
}

TEST_CASE("Smoothing follows the cost, rounded when asked") {
  Prediction p(0.4);
  p.measured(100);
  CHECK(p.value() == Approx(40));
  p.measured(100);
  CHECK(p.value() == Approx(64));
  p.measured(50, 2); // the next packet is twice as long
  CHECK(p.value() == Approx((0.4 * 50 + 0.6 * 64) * 2));
  Prediction r(0.5, true, 10);
  r.measured(11);
  CHECK(r.value() == 11); // 10.5
  r.measured(12);
  CHECK(r.value() == 12); // 11.5
}

TEST_CASE("rho is 1 at first, then the ratio of the means, and scales the link's cost") {
  Scheduler s = two(Charges::Both);
  CHECK(s.rho(0) == 1);
  s.processed(0, 100, 50);
  s.processed(0, 300, 150);
  CHECK(s.rho(0) == 0.5);
  CHECK(s.rho(1) == 1);
  CHECK(s.cost(0, 125, 0.001) == Approx(0.004 + 0.001));
}
