// Unloaded commands take their parameter exactly, from issue to signal; loaded ones run at the
// service rate.
#include "tests/catch.h"

#include "tests/unit/scratch/shac_rig.h"

using namespace ixp;
using namespace ixp::test;
using enum mev2::Opcode;

namespace {
constexpr unsigned kSignal = 2;

// Cycles from issue to each of the two signals (0 if it is not sent).
struct Latency {
  uint64_t first, second;
};
Latency latency(Command c, Tick issue, Params params = {}) {
  ShacRig rig({.params = params});
  rig.me[0]->add(issue, c);
  rig.run(issue + 2000);
  REQUIRE(rig.count(RigEvent::Pull) == words_pulled(c));
  REQUIRE(rig.count(RigEvent::Push) == words_pushed(c));
  const auto cycles = [&](unsigned number) {
    const auto t = rig.signals(0, number);
    REQUIRE(t.size() <= 1);
    return t.empty() ? 0 : (t[0] - issue) / rig.params.me(1);
  };
  return {cycles(kSignal), cycles(kSignal + 1)};
}
} // namespace

TEST_CASE("unloaded scratch commands take their parameter") {
  const Params p;
  for (Tick issue : {100, 102, 104, 106}) { // any phase to the bus
    for (unsigned n : {1, 2, 7, 16}) {
      const uint64_t more = (n - 1) * p.scratch_service_per_lw;
      CHECK(latency(command(SCRATCH_READ, 0x40, 0, n, 2), issue).first == p.scratch_read + more);
      CHECK(latency(command(SCRATCH_WRITE, 0x40, 0, n, 2), issue).first == p.scratch_write + more);
      CHECK(latency(command(SCRATCH_GET, 4, 0, n, 2), issue).first == p.scratch_ring_get + more);
      CHECK(latency(command(SCRATCH_PUT, 4, 0, n, 2), issue).first == p.scratch_ring_put + more);
    }
    for (auto op :
         {SCRATCH_SET, SCRATCH_CLR, SCRATCH_ADD, SCRATCH_SUB, SCRATCH_INCR, SCRATCH_DECR}) {
      const Latency l = latency(command(op, 0x40, 0, 1, 2), issue);
      CHECK(l.first == p.scratch_write);
      CHECK(l.second == 0);
    }
    for (auto op : {SCRATCH_SWAP, SCRATCH_TEST_AND_SET, SCRATCH_TEST_AND_CLR, SCRATCH_TEST_AND_ADD,
                    SCRATCH_TEST_AND_SUB, SCRATCH_TEST_AND_INCR, SCRATCH_TEST_AND_DECR}) {
      const Latency l = latency(command(op, 0x40, 0, 1, 2), issue);
      CHECK(l.first == p.scratch_write);
      CHECK(l.second == p.scratch_atomic);
    }
  }
}

TEST_CASE("other parameters count") {
  Params p;
  p.scratch_read = 101;
  p.scratch_service_per_lw = 5;
  p.bus_command_latency = 30;
  CHECK(latency(command(SCRATCH_READ, 0, 0, 4, 2), 100, p).first == 101 + 3 * 5);
  CHECK(latency(command(SCRATCH_WRITE, 0, 0, 4, 2), 100, p).first == p.scratch_write + 3 * 5);
}

TEST_CASE("each latency is a parameter of its own") {
  Params p;
  p.scratch_write = p.scratch_ring_put = 200;
  CHECK(latency(command(SCRATCH_WRITE, 0, 0, 1, 2), 100, p).first == 200);
  CHECK(latency(command(SCRATCH_ADD, 0, 0, 1, 2), 100, p).first == 200);
  CHECK(latency(command(SCRATCH_READ, 0, 0, 1, 2), 100, p).first == p.scratch_read);
  CHECK(latency(command(SCRATCH_SWAP, 0, 0, 1, 2), 100, p).second == p.scratch_atomic);
  CHECK(latency(command(SCRATCH_GET, 4, 0, 1, 2), 100, p).first == p.scratch_ring_get);
}

TEST_CASE("nobody is signalled who does not ask") {
  ShacRig rig;
  rig.scratch->write(0x40, 7);
  for (auto op : {SCRATCH_READ, SCRATCH_WRITE, SCRATCH_INCR, SCRATCH_TEST_AND_ADD})
    rig.me[0]->add(100, command(op, 0x40, 0, 1, 0));
  rig.run(2000);
  CHECK(rig.count(RigEvent::Signal) == 0);
  CHECK(rig.count(RigEvent::Push) == 2);
}

TEST_CASE("a saturated scratchpad runs at its service rate") {
  struct Case {
    mev2::Opcode op;
    unsigned words;
    uint64_t cycles; // each
  };
  const Params p;
  for (const Case& c : {Case{SCRATCH_READ, 1, p.scratch_service_per_lw},
                        Case{SCRATCH_WRITE, 1, p.scratch_service_per_lw},
                        Case{SCRATCH_READ, 8, 8 * p.scratch_service_per_lw},
                        Case{SCRATCH_INCR, 1, p.scratch_service_atomic},
                        Case{SCRATCH_TEST_AND_ADD, 1, p.scratch_service_atomic}}) {
    ShacRig rig;
    constexpr unsigned kEach = 100;
    for (unsigned i = 0; i < kEach; ++i)
      for (unsigned me = 0; me < kMicroengines; ++me)
        rig.me[me]->add(0, command(c.op, 0, 0, c.words, kSignal, me));
    rig.run(100'000);
    std::vector<Tick> all;
    const unsigned number = mev2::info(c.op).two_signals ? kSignal + 1 : kSignal;
    for (unsigned me = 0; me < kMicroengines; ++me)
      for (Tick t : rig.signals(me, number))
        all.push_back(t);
    REQUIRE(all.size() == kEach * kMicroengines);
    const auto [first, last] = std::minmax_element(all.begin(), all.end());
    const uint64_t between = (*last - *first) / rig.params.me(1);
    // Each cluster has data buses of its own, so only the service counts.
    CHECK(between == (all.size() - 1) * c.cycles);
    CHECK(rig.scratch->stats().commands == all.size());
    CHECK(rig.scratch->stats().busy == rig.params.me(all.size() * c.cycles));
    CHECK(rig.inlet->max() == rig.params.scratch_inlet_fifo);
    CHECK(rig.scratch->quiet());
  }
}

TEST_CASE("a command that comes while another is served waits, and the wait is counted") {
  ShacRig rig;
  rig.me[0]->add(0, command(SCRATCH_READ, 0, 0, 16, kSignal));
  rig.me[0]->add(2, command(SCRATCH_READ, 0, 16, 16, kSignal));
  rig.run(4000);
  // The second is issued 2 ticks later, but granted in the bus cycle after the first: 4 ticks.
  CHECK(rig.scratch->stats().waiting_ticks ==
        rig.params.me(16 * rig.params.scratch_service_per_lw) - 4 - 2);
}

TEST_CASE("the push bus of a cluster limits multi-word reads of a fast scratchpad") {
  Params p;
  p.scratch_service_per_lw = 1; // half a bus cycle
  ShacRig rig({.params = p});
  for (unsigned i = 0; i < 50; ++i)
    rig.me[i % 4]->add(0, command(SCRATCH_READ, 0, 0, 16, kSignal, i % 4));
  rig.run(100'000);
  Tick last = 0;
  for (const RigEvent& e : rig.log)
    if (e.kind == RigEvent::Signal) last = std::max(last, e.tick);
  const Tick first_word = rig.params.me(p.scratch_read);
  CHECK(last == first_word + (50 * 16 - 1) * p.clock_bus_div);
}

TEST_CASE("a pull that waits for its bus delays the effect and the answer alike") {
  const auto signals = [](unsigned slots_taken) {
    ShacRig rig;
    rig.data_bus.s_pull[0].reserve(0, slots_taken, rig.params.clock_bus_div);
    rig.me[0]->add(100, command(SCRATCH_TEST_AND_ADD, 0x40, 0, 1, kSignal));
    rig.run(4000);
    return std::pair{rig.signals(0, kSignal).at(0), rig.signals(0, kSignal + 1).at(0)};
  };
  const auto [effect, answer] = signals(0);
  const auto [late_effect, late_answer] = signals(static_cast<unsigned>(effect));
  CHECK(late_effect > effect + 100);
  CHECK(late_answer - late_effect == answer - effect);
}

TEST_CASE("effects happen in the order of commands whatever their kinds") {
  // A put is pulled two cycles later than a write; the next read must not see the old word.
  Params p;
  p.scratch_ring_put = 70;
  ShacRig rig({.params = p});
  rig.scratch->set_up_ring(1, 0x200, 128, RingStatus::NearlyFull);
  rig.me[0]->add(100, command(SCRATCH_PUT, 4, 5, 1, 2));
  rig.me[0]->add(102, command(SCRATCH_READ, 0x200, 10, 1, 4));
  rig.me[0]->add(104, command(SCRATCH_WRITE, 0x200, 6, 1, 6));
  rig.run(2000);
  CHECK(rig.me[0]->in[10] == rig.me[0]->out[5]);
  CHECK(rig.scratch->read(0x200) == rig.me[0]->out[6]);
  CHECK(rig.signals(0, 6)[0] >= rig.signals(0, 2)[0]);
}
