// Next-neighbour registers and ring, towards the neighbour and in self mode.
#include "tests/catch.h"
#include "tests/unit/me/machine.h"

using namespace ixp;
using namespace ixp::test;

namespace {
// Nops that fill cycles.
std::string nops(unsigned n) {
  std::string s;
  while (n--)
    s += "nop\n";
  return s;
}
std::string hex(unsigned n) {
  std::ostringstream s;
  s << std::showbase << std::hex << n;
  return s.str();
}
} // namespace

TEST_CASE("a register write reaches the neighbour after its latency") {
  for (const EngineKind kind : kEngines)
    for (unsigned delay = 4; delay < 9; ++delay) {
      Machine m(kind, 2);
      m.load(0, "alu[n$3, --, B, 0x55]\nctx_arb[kill]\n"); // issued in cycle 0
      m.load(1, nops(delay) + "alu[a0, --, B, n$3]\nctx_arb[kill]\n");
      m.run(50);
      CHECK(m.reg("a0", 0, 1) == (delay >= m.params.nn_put_visible_neighbour ? 0x55u : 0u));
    }
}

TEST_CASE("self mode: visible after its own latency") {
  for (const EngineKind kind : kEngines)
    for (unsigned between = 2; between < 7; ++between) {
      Machine m(kind);
      m.load(0, "alu[n$3, --, B, 0x55]\n" + nops(between) + "alu[a0, --, B, n$3]\nctx_arb[kill]\n",
             1, mev2::ContextMode::Eight, true);
      m.run(50);
      CHECK(m.reg("a0") == (between + 1 >= m.params.nn_put_visible_self ? 0x55u : 0u));
    }
}

TEST_CASE("a ring between neighbours keeps order and loses nothing") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind, 2);
    m.load(0, R"(
      l#:
      br_inp_state[nn_full, l#]
      alu[*n$index++, --, B, a0]
      alu[a0, a0, +, 0x1]
      br[l#])");
    m.load(1, R"(
      l#:
      br_inp_state[nn_empty, l#]
      alu[a1, *n$index++, -, a0]     ; always equal to what is expected
      beq[good#]
      alu[b1, b1, +, 0x1]
      good#:
      alu[a0, a0, +, 0x1]
      br[l#])");
    m.run(3000);
    CHECK(m.reg("a0", 0, 1) > 200);
    CHECK(m.reg("b1", 0, 1) == 0);
    CHECK(m.reg("a0", 0, 0) >= m.reg("a0", 0, 1));
    CHECK(m.reg("a0", 0, 0) - m.reg("a0", 0, 1) < 110);
    CHECK(m.hazards.seen.empty());
  }
}

TEST_CASE("nn_full is asserted on the sender's side") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind, 2);
    m.load(0, R"(
      l#:
      br_inp_state[nn_full, done#]
      alu[*n$index++, --, B, a0]
      alu[a0, a0, +, 0x1]
      br[l#]
      done#:
      ctx_arb[kill])");
    m.load(1, "ctx_arb[kill]");
    m.run(2000);
    CHECK(m.reg("a0") >= m.params.nn_full_at);
    CHECK(m.reg("a0") <= m.params.nn_full_at + 4); // puts in flight
  }
}

TEST_CASE("nn_full is asserted with exactly as many entries as the parameter says") {
  for (const EngineKind kind : kEngines)
    for (const bool self : {false, true}) {
      Machine m(kind, 2);
      m.load(0,
             "l#:\nalu[*n$index++, --, B, a0]\nalu[a0, a0, +, 0x1]\n" + nops(12) +
                 "br_inp_state[nn_full, done#]\nbr[l#]\ndone#:\nctx_arb[kill]\n",
             1, mev2::ContextMode::Eight, self);
      m.load(1, "ctx_arb[kill]");
      m.run(4000);
      CHECK(m.reg("a0") == m.params.nn_full_at);
      CHECK(m.hazards.seen.empty());
    }
}

TEST_CASE("a put too many empties the ring, and is reported") {
  for (const EngineKind kind : kEngines)
    for (const unsigned puts : {127u, 128u}) {
      Machine m(kind, 2);
      m.load(0, "l#:\nalu[*n$index++, --, B, a0]\nalu[a0, a0, +, 0x1]\nalu[--, a0, -, " +
                    hex(puts - 1) + "]\nble[l#]\nctx_arb[kill]\n");
      m.load(1, nops(4) + "ctx_arb[kill]");
      m.run(2000);
      INFO(puts);
      CHECK(m.reg("a0") == puts);
      REQUIRE(m.hazards.count(HazardKind::PutIntoFullRing) == (puts == 128 ? 1u : 0u));
      if (puts < 128) continue;
      CHECK(m.hazards.seen[0].ctx == -1); // the ring belongs to no context
      CHECK(m.hazards.seen[0].pc == -1);
    }
}

TEST_CASE("the empty threshold of CTX_ENABLES") {
  for (const EngineKind kind : kEngines)
    for (unsigned threshold = 0; threshold < 4; ++threshold) {
      Machine m(kind);
      m.load(0,
             "alu[*n$index++, --, B, 0x1]\nalu[*n$index++, --, B, 0x2]\n" + nops(8) +
                 "br_inp_state[nn_empty, e#]\nimmed[a0, 0x1]\ne#:\nctx_arb[kill]\n",
             1, mev2::ContextMode::Eight, true);
      m.mes[0]->set_csr(0x018, 1u << 20 | threshold << 18);
      m.run(50);
      CHECK(m.reg("a0") == (2 > threshold ? 1u : 0u));
    }
}

TEST_CASE("peeking does not pop") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind, 2);
    m.load(0, "alu[*n$index++, --, B, 0x11]\nalu[*n$index++, --, B, 0x22]\nctx_arb[kill]\n");
    m.load(1, nops(12) + "alu[a0, --, B, *n$index]\nalu[a1, --, B, *n$index++]\n"
                         "alu[a2, --, B, *n$index]\nctx_arb[kill]\n");
    m.run(60);
    CHECK(m.reg("a0", 0, 1) == 0x11);
    CHECK(m.reg("a1", 0, 1) == 0x11);
    CHECK(m.reg("a2", 0, 1) == 0x22);
  }
}

TEST_CASE("words of the last microengine reach no neighbour") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind, 2);
    m.load(1, "alu[n$3, --, B, 0x55]\nalu[*n$index++, --, B, 0x66]\n" + nops(12) +
                  "alu[a0, n$3, +, 0x7]\nctx_arb[kill]\n");
    m.load(0, nops(20) + "alu[a0, n$3, +, 0x7]\nctx_arb[kill]\n");
    m.run(60);
    for (const unsigned me : {0u, 1u}) {
      CHECK(m.reg("a0", 0, me) == 0x7);
      CHECK(m.mes[me]->neighbour_words().empty());
    }
    CHECK(m.hazards.seen.empty());
  }
}

TEST_CASE("signals to both neighbours") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind, 3);
    m.load(1, R"(
      local_csr_wr[NEXT_NEIGHBOR_SIGNAL, 0x1a]  ; signal 3 to context 2
      nop
      local_csr_wr[PREV_NEIGHBOR_SIGNAL, 0x98]  ; signal 3, same context as the writer
      ctx_arb[kill])");
    for (const unsigned other : {0u, 2u})
      m.load(other, "ctx_arb[s3]\nscratch[incr, --, a0, 0x0]\nctx_arb[kill]\n", 0xff);
    m.run(100);
    REQUIRE(m.unit->trace.size() == 2);
    const Command &a = m.unit->trace[0], &b = m.unit->trace[1];
    CHECK(a.me + b.me == 2);
    CHECK((a.me == 0 ? a : b).ctx == 0);
    CHECK((a.me == 0 ? b : a).ctx == 2);
  }
}
