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

namespace {
// Announces at one tick that it will read ALU_OUT at a later one.
struct Look final : Agent {
  const Machine& machine;
  uint32_t seen = 0;
  explicit Look(const Machine& m) : machine(m) {}
  void at(Tick announced, Tick tick) {
    look_ = tick;
    schedule_by(announced);
  }
  IXP_OFTEN void step(Tick now) override {
    if (now < look_) machine.mes[0]->expect(look_);
    if (now == look_) seen = machine.mes[0]->read_csr_from_outside(0x010, now);
    schedule(now < look_ ? look_ : kNever);
  }

private:
  Tick look_ = 0;
};

const char* const kClockLoop = "l#:\nlocal_csr_rd[PROFILE_COUNT]\nimmed[a0, 0x0]\n"
                               "br_bclr[a0, 12, l#]\n";
} // namespace

TEST_CASE("who has announced a look from outside sees the microengine as it is then") {
  const std::string text =
      GENERATE(as<std::string>(), "l#:\nalu[a0, a0, +, 0x1]\nnop\nbr[l#]\n", kClockLoop);
  std::vector<uint32_t> seen;
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    Look look(m);
    m.load(0, text);
    m.kernel->add(look, Slot::ControlCore);
    const Tick at = m.params.me(2 * m.params.kernel_lookahead) + 51;
    look.at(at - m.params.me(m.params.kernel_lookahead), at);
    m.run(400);
    seen.push_back(look.seen);
  }
  CHECK(seen[0] == seen[1]);
  CHECK(seen[0] > 10);
}

TEST_CASE("a signal at the tick at which a run ends is not part of it") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, kClockLoop);
    m.mes[0]->signal_later(0, signal_bit(3), m.params.me(100));
    m.run(100);
    CHECK(m.state().ctx[0].signals == 0);
    m.run(101);
    CHECK(m.state().ctx[0].signals == signal_bit(3));
  }
}

TEST_CASE("nor if the end is requested while the microengine waits for a clock") {
  struct Stop final : Agent {
    Kernel& kernel;
    Tick end;
    Stop(Kernel& k, Tick e) : kernel(k), end(e) { schedule(end / 2); }
    IXP_OFTEN void step(Tick) override {
      kernel.stop_at(end);
      schedule(kNever);
    }
  };
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, kClockLoop);
    const Tick end = m.params.me(500);
    Stop stop(*m.kernel, end);
    m.kernel->add(stop, Slot::ControlCore);
    m.mes[0]->signal_later(0, signal_bit(3), end);
    m.run(2000);
    CHECK(m.end == end);
    CHECK(m.state().ctx[0].signals == 0);
    m.run(2000);
    CHECK(m.state().ctx[0].signals == signal_bit(3));
  }
}
