// Signals, and contexts that wait for them.
#include "tests/catch.h"

#include "tests/unit/me/on_both.h"

namespace signals_test {

using namespace ixp;
using namespace ixp::test;

TEST_CASE("signals: all clears what was waited for, any clears nothing") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, R"(
      local_csr_wr[SAME_ME_SIGNAL, 0x18]   ; signal 3 to context 0
      nop
      local_csr_wr[SAME_ME_SIGNAL, 0x20]   ; signal 4
      ctx_arb[s3, s4]
      local_csr_wr[SAME_ME_SIGNAL, 0x18]
      nop
      ctx_arb[s3, s5], any
      br_signal[s5, bad#]
      br_signal[s3, good#]
      bad#:
      immed[a0, 0x1]
      good#:
      br_signal[s3, bad2#]                 ; br_signal cleared it
      br_signal[s4, bad2#]
      immed[a1, 0x1]
      bad2#:
      ctx_arb[kill])");
    m.run(200);
    CHECK(m.reg("a0") == 0);
    CHECK(m.reg("a1") == 1);
    CHECK(m.state().ctx[0].signals == 0);
    CHECK(m.hazards.seen.empty());
  }
}

TEST_CASE("SAME_ME_SIGNAL to the next context goes round") {
  for (const EngineKind kind : kEngines)
    for (const auto mode : {mev2::ContextMode::Eight, mev2::ContextMode::Four}) {
      Machine m(kind);
      const uint8_t contexts = mode == mev2::ContextMode::Eight ? 0xff : 0x55;
      // Context 0 begins; each waits for its turn, counts and passes the token on.
      m.load(0, R"(
        br=ctx[0, turn#]
        wait#:
        ctx_arb[s7]
        turn#:
        alu[@a100, @a100, +, 0x1]
        alu[@b100, --, B, @a100]
        alu[b1, --, B, @b100]
        local_csr_wr[SAME_ME_SIGNAL, 0xb8]
        br[wait#])",
             contexts, mode);
      m.run(500);
      const unsigned step = mode == mev2::ContextMode::Eight ? 1 : 2;
      for (unsigned c = step; c < 8; c += step) {
        const uint32_t before = m.reg("b1", c - step), here = m.reg("b1", c);
        CHECK((here == before + 1 || before == here + 8 / step - 1));
      }
      CHECK(m.reg("@a100") > 20);
      CHECK(m.hazards.seen.empty());
    }
}

TEST_CASE("FUTURE_COUNT signals when the timestamp gets there") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, R"(
      local_csr_wr[ACTIVE_FUTURE_COUNT_SIGNAL, 0x6]
      local_csr_wr[ACTIVE_CTX_FUTURE_COUNT, 0x14]
      ctx_arb[s6]
      scratch[incr, --, a0, 0x0]
      ctx_arb[kill])");
    m.run(1000);
    REQUIRE(m.unit->trace.size() == 1);
    CHECK(m.unit->trace[0].issued == m.params.me(20 * 16));
  }
}

TEST_CASE("a timestamp that is set anew moves what waits for it") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, R"(
      local_csr_wr[ACTIVE_FUTURE_COUNT_SIGNAL, 0x6]
      local_csr_wr[ACTIVE_CTX_FUTURE_COUNT, 0x64]
      local_csr_wr[TIMESTAMP_LOW, 0x32]
      ctx_arb[s6]
      scratch[incr, --, a0, 0x0]
      ctx_arb[kill])");
    m.run(3000);
    REQUIRE(m.unit->trace.size() == 1);
    CHECK(m.unit->trace[0].issued <= m.params.me(16 * 51));
    CHECK(m.unit->trace[0].issued >= m.params.me(16 * 49));
  }
}

TEST_CASE("ctx_arb: bpt stops everything until contexts are enabled again") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.build();
    std::vector<Tick> attention;
    m.mes[0]->on_attention([&](Tick t) { attention.push_back(t); });
    m.load(0, R"(
      br=ctx[1, other#]
      ctx_arb[bpt]
      immed[a0, 0x1]
      ctx_arb[kill]
      other#:
      alu[a1, a1, +, 0x1]
      ctx_arb[voluntary], br[other#])",
           3);
    m.run(100);
    REQUIRE(attention.size() == 1);
    CHECK(attention[0] == m.params.me(4)); // br=ctx, bpt, two lost slots
    CHECK((m.state().ctx_enables >> 27 & 1) == 1);
    CHECK((m.state().ctx_enables & 0xff00) == 0);
    CHECK(m.reg("a1", 1) == 0);
    m.mes[0]->write_csr_from_outside(0x018, 0x300 | 1u << 27, m.kernel->now() + 200);
    m.run(400);
    CHECK((m.state().ctx_enables >> 27 & 1) == 0); // written 1: cleared
    CHECK(m.reg("a0", 0) == 1);
    CHECK(m.reg("a1", 1) > 10);
  }
}

TEST_CASE("ctx_arb[--] waits for the mask that software wrote") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, R"(
      local_csr_wr[ACTIVE_CTX_WAKEUP_EVENTS, 0x20]
      nop
      nop
      nop
      nop
      ctx_arb[--]
      immed[a0, 0x1]
      ctx_arb[kill])");
    m.run(50);
    CHECK(m.reg("a0") == 0);
    m.mes[0]->signal(0, signal_bit(5), m.kernel->now());
    m.run(100);
    CHECK(m.reg("a0") == 1);
  }
}

TEST_CASE("software may set and read the signals of its context and what it waits for") {
  on_both(R"(
    local_csr_wr[ACTIVE_CTX_SIG_EVENTS, 0x24]
    nop
    nop
    nop
    nop
    local_csr_rd[ACTIVE_CTX_SIG_EVENTS]
    immed[a0, 0x0]
    local_csr_rd[ACTIVE_CTX_WAKEUP_EVENTS]
    immed[a1, 0x0]
    ctx_arb[s5]
    local_csr_rd[ACTIVE_CTX_SIG_EVENTS]
    immed[a2, 0x0])",
          [](const Machine& m) {
            CHECK(m.reg("a0") == 0x24);
            CHECK(m.reg("a1") == 0); // an executing context waits for no signal
            CHECK(m.reg("a2") == 4); // signal 5 was taken
          });
}

TEST_CASE("a signal can be sent as a transfer register says") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.build();
    m.unit->memory[1] = 3 << 3; // signal 3 to context 0
    m.load(0, R"(
      scratch[read, $0, 0x4, 0x0, 1], ctx_swap[s1]
      local_csr_wr[SAME_ME_SIGNAL, $0]
      ctx_arb[s3]
      immed[a0, 0x1]
      ctx_arb[kill])");
    m.run(300);
    CHECK(m.reg("a0") == 1);
  }
}

TEST_CASE("a signal that came before software writes the signals is overwritten") {
  on_both(R"(
    local_csr_wr[SAME_ME_SIGNAL, 0x18]
    nop
    nop
    nop
    nop
    nop
    local_csr_wr[ACTIVE_CTX_SIG_EVENTS, 0x20]
    nop
    nop
    nop
    nop
    nop
    local_csr_rd[ACTIVE_CTX_SIG_EVENTS]
    immed[a0, 0x0])",
          [](const Machine& m) { CHECK(m.reg("a0") == 0x20); });
}

TEST_CASE("a swap on a two-signal command waits for both") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, R"(
      dram[read, $$0, a0, 0x0, 1], ctx_swap[s4]
      alu[a1, $$0, +, $$0]
      alu[b1, --, B, $$1]
      ctx_arb[kill])");
    m.run(200);
    CHECK(m.reg("b1") == 0x9e3779b9);
    CHECK(m.state().ctx[0].signals == 0);
    CHECK(m.hazards.seen.empty());
  }
}

} // namespace signals_test
