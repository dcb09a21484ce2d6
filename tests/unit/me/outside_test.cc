// State of a microengine that runs ahead, as others see it.
#include "tests/catch.h"

#include "tests/unit/me/machine.h"

using namespace ixp;
using namespace ixp::test;

TEST_CASE("others see where the executing context last started") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, R"(
      nop
      ctx_arb[voluntary]
      l#:
      alu[a0, a0, +, 0x1]
      nop
      br[l#])");
    m.mes[0]->expect(200); // readers announce the tick
    m.run(200);
    const uint32_t status = m.mes[0]->read_csr_from_outside(0x044, m.kernel->now());
    CHECK((status >> 31) == 1);
    CHECK((status >> 8 & 0x1fff) == 2);
  }
}

TEST_CASE("who has announced a look from outside sees the microengine as it is then") {
  struct Look final : Agent {
    const Machine& machine;
    uint32_t seen = 0;
    explicit Look(const Machine& m) : machine(m) {}
    void at(Tick tick) { schedule_by(tick); }
    IXP_OFTEN void step(Tick now) override {
      seen = machine.mes[0]->read_csr_from_outside(0x010, now); // ALU_OUT
      schedule(kNever);
    }
  };
  std::vector<uint32_t> seen;
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    Look look(m);
    m.load(0, "l#:\nalu[a0, a0, +, 0x1]\nnop\nbr[l#]\n");
    m.kernel->add(look, Slot::ControlCore);
    const Tick at = m.params.me(2 * m.params.kernel_lookahead) + 51;
    m.mes[0]->expect(at);
    look.at(at);
    m.run(400);
    seen.push_back(look.seen);
  }
  CHECK(seen[0] == seen[1]);
  CHECK(seen[0] > 10);
}
