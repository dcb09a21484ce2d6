// Schedulers, step by step, on queues small enough to verify by hand.
#include "fabric/match.h"
#include "tests/catch.h"

#include <algorithm>
#include <string>

using namespace ixp::fabric;

namespace {

constexpr uint64_t kSeed = 1;

// Queues of a switch and a scheduler that serves them.
class Bench {
public:
  Bench(std::string_view name, unsigned ports, unsigned iterations = 1)
      : kind_(*std::ranges::find(schedulers(), name, &SchedulerKind::name)),
        buffers_(ports, kind_.short_queues, pool_),
        scheduler_(kind_.make(ports, iterations, kSeed)) {}

  void add(unsigned input, unsigned output, unsigned cells, Class of = Class::Long) {
    Packet p;
    p.arrival = now;
    p.cells = p.arrived = static_cast<uint16_t>(cells);
    p.input = static_cast<uint8_t>(input);
    p.output = static_cast<uint8_t>(output);
    p.of = of;
    buffers_.enter(pool_.add(p));
  }
  void add_short(unsigned input, unsigned output) { add(input, output, 1, Class::Short); }

  // The cells of a step, e.g. "0>1 2>0s": s for a short packet.
  std::string step() {
    Match match;
    scheduler_->schedule(buffers_, now++, match);
    std::string out;
    for_each(match.inputs, [&](unsigned i) {
      const Cell cell = buffers_.take(match.lane[i], i, match.output[i]);
      out += (out.empty() ? "" : " ") + std::to_string(i) + '>' + std::to_string(match.output[i]) +
             (pool_[cell.packet].of == Class::Short ? "s" : "");
    });
    return out;
  }

  Slot now = 0;

private:
  const SchedulerKind& kind_;
  PacketPool pool_;
  InputBuffers buffers_;
  std::unique_ptr<Scheduler> scheduler_;
};

void fill(Bench& bench, unsigned ports, unsigned packets, unsigned cells) {
  for (unsigned i = 0; i < ports; ++i)
    for (unsigned j = 0; j < ports; ++j)
      for (unsigned k = 0; k < packets; ++k)
        bench.add(i, j, cells);
}

} // namespace

TEST_CASE("iSLIP: pointers that agree drift apart") {
  Bench bench("islip", 2);
  fill(bench, 2, 4, 1);
  // Both outputs grant input 0, which takes output 0; output 1 was refused and does not move on.
  REQUIRE(bench.step() == "0>0");
  REQUIRE(bench.step() == "0>1 1>0");
  REQUIRE(bench.step() == "0>0 1>1");
  REQUIRE(bench.step() == "0>1 1>0");
}

TEST_CASE("iSLIP: later rounds match who is left, and move no pointers") {
  Bench bench("islip", 3, 3);
  fill(bench, 3, 4, 1);
  REQUIRE(bench.step() == "0>0 1>1 2>2"); // a pair a round: all outputs begin with input 0
  // Only output 0 and input 0 have moved. Output 0 grants 1; outputs 1 and 2 grant 0, which takes
  // 1; the remaining pair matches in the second round.
  REQUIRE(bench.step() == "0>1 1>0 2>2");
}

TEST_CASE("iSLIP: an input with cells for two outputs accepts them in turn") {
  Bench bench("islip", 2);
  for (int k = 0; k < 2; ++k)
    for (unsigned j : {0u, 1u})
      bench.add(0, j, 1);
  for (const char* expected : {"0>0", "0>1", "0>0", "0>1", ""})
    REQUIRE(bench.step() == expected);
}

TEST_CASE("iSLIP: three inputs for one output take turns") {
  Bench bench("islip", 3, 3);
  for (unsigned i = 0; i < 3; ++i)
    for (int k = 0; k < 2; ++k)
      bench.add(i, 1, 1);
  for (const char* expected : {"0>1", "1>1", "2>1", "0>1", "1>1", "2>1", ""})
    REQUIRE(bench.step() == expected);
}

TEST_CASE("Cell mode changes partners in the middle of packets, packet mode does not") {
  Bench cells("islip", 2), packets("packet-islip", 2);
  for (Bench* bench : {&cells, &packets}) {
    bench->add(0, 1, 3);
    bench->add(1, 1, 3);
  }
  for (const char* expected : {"0>1", "1>1", "0>1", "1>1", "0>1", "1>1", ""})
    REQUIRE(cells.step() == expected);
  for (const char* expected : {"0>1", "0>1", "0>1", "1>1", "1>1", "1>1", ""})
    REQUIRE(packets.step() == expected);
}

TEST_CASE("P-SPF: a short packet stands in for a cell of a long one, which resumes") {
  Bench bench("p-spf", 3, 3);
  bench.add(0, 0, 3);
  bench.add(1, 0, 2); // requests the same output
  REQUIRE(bench.step() == "0>0");
  bench.add_short(2, 0);
  bench.add(0, 1, 1); // input 0 is busy with its packet: it does not turn to another one
  REQUIRE(bench.step() == "2>0s");
  REQUIRE(bench.step() == "0>0");
  REQUIRE(bench.step() == "0>0");
  REQUIRE(bench.step() == "0>1 1>0");
  REQUIRE(bench.step() == "1>0");
  REQUIRE(bench.step() == "");
}

TEST_CASE("P-SPF: an input with both grants sends the short cell first") {
  Bench bench("p-spf", 2);
  bench.add(0, 0, 2);
  bench.add(1, 0, 2);
  bench.add_short(0, 1);
  REQUIRE(bench.step() == "0>1s"); // output 0 granted input 0, and waits for it
  REQUIRE(bench.step() == "0>0");
  REQUIRE(bench.step() == "0>0");
  REQUIRE(bench.step() == "1>0");
}

TEST_CASE("P-SPF: a packet of one cell does not make busy, so a grant that is not used is gone") {
  Bench bench("p-spf", 2);
  bench.add(0, 0, 1);
  bench.add(1, 0, 2);
  bench.add_short(0, 1);
  REQUIRE(bench.step() == "0>1s");
  REQUIRE(bench.step() == "1>0"); // OP_L(0) moved past input 0
  REQUIRE(bench.step() == "1>0");
  REQUIRE(bench.step() == "0>0");
}

TEST_CASE("P-SPF: outputs that were asked by short packets grant no long ones") {
  Bench bench("p-spf", 2);
  bench.add(0, 0, 2);
  bench.add_short(1, 0);
  REQUIRE(bench.step() == "1>0s");
  bench.add_short(1, 0); // not held: output 0 is free still
  REQUIRE(bench.step() == "1>0s");
  REQUIRE(bench.step() == "0>0");
}

TEST_CASE(
    "P-SPF: short packets of several inputs take turns at an output, and are FIFO at inputs") {
  Bench bench("p-spf", 3);
  for (unsigned i : {0u, 1u, 2u}) {
    bench.add_short(i, 2);
    bench.add_short(i, 0);
  }
  REQUIRE(bench.step() == "0>2s");
  REQUIRE(bench.step() == "0>0s 1>2s"); // input 1's packet for output 0 waits for its other one
  REQUIRE(bench.step() == "1>0s 2>2s");
  REQUIRE(bench.step() == "2>0s");
}

TEST_CASE("P-SPF: OP_S moves past who was served") {
  Bench bench("p-spf", 3);
  for (unsigned i : {0u, 1u, 2u})
    for (int k = 0; k < 2; ++k)
      bench.add_short(i, 2);
  for (const char* expected : {"0>2s", "1>2s", "2>2s", "0>2s", "1>2s", "2>2s", ""})
    REQUIRE(bench.step() == expected);
}

TEST_CASE("Preemptive schedulers leave the input of a short cell out of the long match") {
  Bench bench("p-msm", 2);
  bench.add(0, 0, 2);
  bench.add(1, 0, 2);
  bench.add_short(0, 1);
  REQUIRE(bench.step() == "0>1s 1>0"); // in P-SPF, output 0 would wait for input 0
  REQUIRE(bench.step() == "1>0");
  REQUIRE(bench.step() == "0>0");
}

TEST_CASE("With queues for each output short packets do not wait behind one for a busy output") {
  Bench fifo("p-spf", 2), voqs("p-spf-voqs", 2, 2);
  for (Bench* bench : {&fifo, &voqs}) {
    bench->add_short(0, 0);
    bench->add_short(1, 0);
    bench->add_short(1, 1);
  }
  REQUIRE(fifo.step() == "0>0s");
  REQUIRE(voqs.step() == "0>0s 1>1s");
}

TEST_CASE("SPF: short packets come first, but do not interrupt") {
  Bench bench("spf", 2);
  bench.add(0, 0, 2);
  REQUIRE(bench.step() == "0>0");
  bench.add(1, 0, 2);
  bench.add_short(1, 0);
  bench.add_short(0, 1);
  REQUIRE(bench.step() == "0>0"); // input 0 is held, too
  REQUIRE(bench.step() == "0>1s 1>0s");
  REQUIRE(bench.step() == "1>0");
}

TEST_CASE("Short first within a queue: behind the packet that has begun, before the others") {
  Bench bench("short-first-in-voq", 1);
  bench.add(0, 0, 2);
  bench.add(0, 0, 3);
  REQUIRE(bench.step() == "0>0");
  bench.add_short(0, 0);
  bench.add_short(0, 0);
  for (const char* expected : {"0>0", "0>0s", "0>0s", "0>0", "0>0"})
    REQUIRE(bench.step() == expected);
  bench.add_short(0, 0);
  REQUIRE(bench.step() == "0>0");
  REQUIRE(bench.step() == "0>0s");
}

TEST_CASE("MSM finds three pairs where the first come would leave two") {
  Bench bench("msm", 3);
  bench.add(0, 0, 1);
  bench.add(0, 1, 1);
  bench.add(1, 0, 1);
  bench.add(2, 0, 1);
  bench.add(2, 2, 1);
  REQUIRE(bench.step() == "0>1 1>0 2>2"); // the only one of size 3
}

TEST_CASE("MWM by length serves the long queues, by age the old cells") {
  for (const auto& [name, expected] :
       {std::pair{"mwm-ql", "0>1 1>0"}, std::pair{"mwm-ca", "0>0 1>1"}}) {
    Bench bench(name, 2);
    bench.add(0, 0, 1);
    bench.add(1, 1, 1);
    bench.now = 10;
    bench.add(0, 1, 3);
    bench.add(1, 0, 2);
    CAPTURE(name);
    // Lengths: 1 + 1 against 3 + 2. Ages: 11 + 11 against 1 + 1.
    REQUIRE(bench.step() == expected);
  }
}

TEST_CASE("MWM gives a pair up where one heavy queue outweighs two") {
  Bench bench("mwm-ql", 2);
  bench.add(0, 0, 5);
  bench.add(0, 1, 2);
  bench.add(1, 0, 2);
  REQUIRE(bench.step() == "0>0"); // 5 against 2 + 2
}

TEST_CASE("Packet-mode MSM and MWM keep pairs") {
  for (const char* name : {"packet-msm", "packet-mwm-ql", "packet-mwm-ca"}) {
    Bench bench(name, 2);
    CAPTURE(name);
    bench.add(0, 0, 2);
    REQUIRE(bench.step() == "0>0");
    for (int k = 0; k < 9; ++k)
      bench.add(1, 0, 1); // heavier, and one more pair with 0>1
    bench.add(0, 1, 1);
    REQUIRE(bench.step() == "0>0");
    REQUIRE(bench.step() == "0>1 1>0");
  }
}
