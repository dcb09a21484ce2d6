// Pulses of the common time reference become signals of a context, each at its tick.
#include "tests/unit/network/network_fixture.h"

#include <array>

using namespace ixp;
using namespace ixp::test;

namespace {

// Context 2 counts arrivals of signal 5 in a1.
const char* const kCount = "ctx_arb[s5]\n"
                           "alu[a1, a1, +, 0x1]\n"
                           "br[l0#]\n";

struct Counting {
  SystemConfig system =
      parse_system(microengines(2, 0x04) + "[stop]\ncycles = 10000000\n", "p.toml");
  Simulation sim;
  WireChip chip;
  explicit Counting(EngineKind engine, int64_t ppm = 0)
      : sim(system, place(system, assemble(kCount)), {engine}) {
    chip.clock = NetworkClock(1200, ppm);
    chip.chip = &sim.chip();
  }
  unsigned count_at(Tick tick) {
    sim.control().advance(tick);
    return sim.microengine(1).get_register("a1", 2);
  }
};

PulseInput input() {
  PulseInput p;
  p.me = 1;
  p.ctx = 2;
  p.signal = 5;
  return p;
}

constexpr NetTime kPeriod = net_time_of_ns(10'000); // 12000 ticks
constexpr Tick kSoon = 20;                          // cycles from a signal to the count

} // namespace

TEST_CASE("a pulse signals at its tick") {
  for (const EngineKind engine : {EngineKind::Threaded, EngineKind::Reference}) {
    Counting c(engine);
    PulseInput p = input();
    p.latency = 600;
    p.offset = 1200;
    Pulses pulses(c.chip, p, kPeriod, 1, 0);
    pulses.announce(5 * kPeriod);
    for (unsigned n = 1; n <= 3; ++n) {
      CHECK(c.count_at(n * kPeriod + 1800) == n - 1);
      CHECK(c.count_at(n * kPeriod + 1800 + kSoon) == n);
    }
    CHECK(pulses.given() == 4);
    CHECK(c.sim.microengine(0).get_register("a1", 2) == 0); // the other microengine receives none
  }
}

TEST_CASE("a pulse that is missed does not come, the others do") {
  Counting c(EngineKind::Threaded);
  PulseInput p = input();
  p.missed = {1, 2};
  Pulses pulses(c.chip, p, kPeriod, 1, 0);
  pulses.announce(10 * kPeriod);
  constexpr std::array<unsigned, 5> kCounts = {1, 1, 1, 2, 3}; // after pulses 0 to 4
  for (unsigned pulse = 0; pulse < kCounts.size(); ++pulse)
    CHECK(c.count_at((pulse + 1) * kPeriod + kSoon) == kCounts[pulse]);
}

TEST_CASE("jitter is within its bound, and the seed's") {
  std::vector<Tick> first;
  for (const EngineKind engine :
       {EngineKind::Threaded, EngineKind::Reference, EngineKind::Threaded}) {
    Counting c(engine);
    PulseInput p = input();
    p.jitter = 2400;
    Pulses pulses(c.chip, p, kPeriod, 7, 0);
    pulses.announce(20 * kPeriod);
    std::vector<Tick> came;
    for (unsigned n = 1; n < 8; ++n) {
      Tick t = n * kPeriod;
      while (c.count_at(t) < n)
        t += 2;
      CHECK(t >= n * kPeriod);
      CHECK(t <= n * kPeriod + 2400 + kSoon);
      came.push_back(t);
    }
    if (first.empty()) first = came;
    CHECK(came == first);
  }
  CHECK(first[1] - first[0] != first[2] - first[1]);
}

TEST_CASE("a chip whose clock is fast counts more ticks between pulses") {
  Counting c(EngineKind::Threaded, 1000);
  Pulses pulses(c.chip, input(), kPeriod, 1, 0);
  pulses.announce(100 * kPeriod);
  CHECK(c.count_at(50 * kPeriod) == 49); // nominally there were 50
  CHECK(c.count_at(50 * kPeriod * 1001 / 1000 + kSoon) == 50);
}
