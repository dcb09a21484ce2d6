// How many cycles things take, on both engines: branches, defer slots, swaps, the command FIFO, and
// the closed forms of a loop of reads.
#include "tests/catch.h"
#include "tests/unit/me/machine.h"

using namespace ixp;
using namespace ixp::test;

namespace {
// Cycles from start to the issue of the first cap write, one context.
uint64_t cycles_to_mark(EngineKind kind, const std::string& text) {
  Machine m(kind);
  m.load(0, text + "\nscratch[incr, --, a0, 0x0]\nctx_arb[kill]\n");
  m.run(400);
  REQUIRE(m.unit->trace.size() == 1);
  return m.unit->trace[0].issued / m.params.clock_me_div;
}
} // namespace

TEST_CASE("lost slots of branches") {
  const auto [text, cycles] = GENERATE(table<std::string, uint64_t>({
      {"nop", 1},
      {"br[t#]\nnop\nt#:", 3},
      {"br[t#], defer[1]\nnop\nnop\nt#:", 3},
      {"br[t#], defer[2]\nnop\nnop\nnop\nt#:", 3},
      {"br=ctx[0, t#]\nnop\nt#:", 3},
      {"br!=ctx[0, t#]\nnop\nt#:", 2},
      {"alu[--, --, B, 0x0]\nbeq[t#]\nnop\nt#:", 5},
      {"alu[--, --, B, 0x1]\nbeq[t#]\nnop\nt#:", 3},
      {"alu[--, --, B, 0x0]\nbeq[t#], defer[1]\nnop\nnop\nt#:", 5},
      {"alu[--, --, B, 0x0]\nbeq[t#], defer[3]\nnop\nnop\nnop\nnop\nt#:", 5},
      {"alu[--, --, B, 0x1]\nbeq[t#], defer[3]\nnop\nnop\nnop\nnop\nt#:", 6},
      {"br_bclr[a0, 3, t#]\nnop\nt#:", 4},
      {"br_bset[a0, 3, t#]\nnop\nt#:", 2},
      {"br=byte[a0, 1, 0x0, t#]\nnop\nt#:", 4},
      {"br!=byte[a0, 1, 0x0, t#]\nnop\nt#:", 2},
      {"immed[a1, 0x4]\njump[a1, t#]\nt#:\nnop\nnop\nnop\nnop", 5},
      {"immed[a1, 0x4]\njump[a1, t#], defer[2]\nt#:\nnop\nnop\nnop\nnop\n", 5},
      {"br_!signal[s3, t#]\nnop\nt#:", 4},
      {"br_signal[s3, t#]\nnop\nt#:", 2},
      {"br_inp_state[nn_empty, t#]\nnop\nt#:", 4},
      {"br_inp_state[nn_full, t#]\nnop\nt#:", 2},
      {"ctx_arb[voluntary]", 3},
      {"ctx_arb[voluntary], defer[1]\nnop", 3},
      {"ctx_arb[voluntary], defer[2]\nnop\nnop", 3},
      {"ctx_arb[voluntary], br[t#]\nnop\nt#:", 3},
  }));
  for (const EngineKind kind : kEngines) {
    INFO(text << (kind == EngineKind::Reference ? " reference" : " threaded"));
    std::string program = text;
    CHECK(cycles_to_mark(kind, program) == cycles);
  }
}

TEST_CASE("defer slots execute, taken or not") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, R"(
      alu[--, --, B, 0x0]
      beq[t#], defer[2]
      alu[a1, a1, +, 0x1]
      alu[a1, a1, +, 0x2]
      alu[a1, a1, +, 0x10]
      t#:
      bne[u#], defer[1]          ; the flags are those of the last slot: 3 != 0, taken
      alu[a2, a2, +, 0x1]
      alu[a2, a2, +, 0x10]
      u#:
      ctx_arb[kill])");
    m.run(100);
    CHECK(m.reg("a1") == 3);
    CHECK(m.reg("a2") == 1);
  }
}

TEST_CASE("a loop of reads: closed forms") {
  // Microbenchmark: latency 60, one context 63 cycles a turn; eight contexts are
  // bounded by the six busy cycles of a turn.
  const std::string loop = "l#:\nscratch[read, $0, a0, 0x0, 1], ctx_swap[s1]\nbr[l#]\n";
  for (const EngineKind kind : kEngines) {
    Machine one(kind);
    one.load(0, loop, 0x01);
    one.run(6300);
    CHECK(one.unit->trace.size() == 100);
    for (size_t i = 0; i < one.unit->trace.size(); ++i)
      REQUIRE(one.unit->trace[i].issued == one.params.me(63 * i));
    const MeStatistics s = one.statistics();
    CHECK(s.contexts[0].executing == 200);
    CHECK(s.contexts[0].aborted == 400);
    CHECK(s.idle == 5700);
    CHECK(s.contexts[0].swapped_out == 5700);

    Machine eight(kind);
    eight.load(0, loop, 0xff);
    eight.run(6000);
    const uint64_t turns = eight.unit->trace.size();
    CHECK(turns >= 6000 / 8 - 20); // 63 cycles a turn of eight contexts: 7.875 each
    CHECK(turns <= 6000 * 8 / 63 + 8);
    eight.unit->read_latency = 30; // now the issue slots are the limit
    eight.run(12000);
    const uint64_t more = eight.unit->trace.size() - turns;
    CHECK(more >= 1000 - 10);
    CHECK(more <= 1000);
  }
}

TEST_CASE("the arbiter goes round") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, "l#:\nscratch[incr, --, a0, 0x0]\nctx_arb[voluntary]\nbr[l#]\n", 0xb5);
    m.run(300);
    const unsigned order[] = {0, 2, 4, 5, 7};
    REQUIRE(m.unit->trace.size() > 10);
    for (size_t i = 0; i < m.unit->trace.size(); ++i)
      CHECK(m.unit->trace[i].ctx == order[i % 5]);
  }
}

TEST_CASE("a full command FIFO stalls") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.build();
    m.unit->grant_gap = 40; // one command every 20 ME cycles
    const auto counts = std::make_unique<InstructionCounts>();
    m.mes[0]->count_instructions(*counts);
    m.load(0, "l#:\nscratch[incr, --, a0, 0x0]\nbr[l#]\n");
    m.run(1000);
    const MeStatistics s = m.statistics();
    CHECK(s.contexts[0].stalled > 700);
    CHECK(counts->stalled[0] <= s.contexts[0].stalled); // without the stall at the end
    CHECK(counts->stalled[0] + 20 >= s.contexts[0].stalled);
    CHECK(s.contexts[0].executing + s.contexts[0].aborted + s.contexts[0].stalled == 1000);
    CHECK(s.idle == 0);
    CHECK(m.unit->trace.size() >= 49);
    CHECK(m.unit->trace.size() <= 51);
  }
}

TEST_CASE("statistics cut at the end of a run") {
  // The run ends within lost slots, within a stall, within idleness.
  for (uint64_t end = 1; end < 80; ++end) {
    MeStatistics s[2];
    for (unsigned k = 0; k < 2; ++k) {
      Machine m(kEngines[k]);
      m.build();
      m.unit->grant_gap = 24;
      m.load(0,
             "l#:\nscratch[incr, --, a0, 0x0]\nscratch[read, $0, a0, 0x0, 1], ctx_swap[s1]\n"
             "scratch[incr, --, a0, 0x0]\nbr[l#]\n",
             0x3);
      m.run(end);
      s[k] = m.statistics();
      const ContextStatistics t = s[k].total();
      CHECK(t.executing + t.aborted + t.stalled + s[k].idle == end);
    }
    INFO(end);
    CHECK(s[0] == s[1]);
  }
}

TEST_CASE("a loop that waits for a clock, cut anywhere, leaves the state of its last iteration") {
  const std::string text = GENERATE(as<std::string>(),
                                    // flags of a field that overflows, in no register
                                    R"(l#:
                                       local_csr_rd[PROFILE_COUNT]
                                       immed[a2, 0x0]
                                       alu[--, a2, AND, 0x3f]
                                       immed[a0, 0x5]
                                       br_bclr[a2, 8, l#])",
                                    // the same field as a previous operand, by filler of B
                                    R"(l#:
                                       local_csr_rd[PROFILE_COUNT]
                                       immed[a2, 0x0]
                                       alu[a0, a2, AND, 0x3f]
                                       alu[--, --, B, b2]
                                       immed[a0, 0x5]
                                       br_bclr[a2, 8, l#])",
                                    // another read of the clock, after lost slots
                                    R"(local_csr_wr[PROFILE_COUNT, 0x2c]
                                       nop
                                       nop
                                       nop
                                       nop
                                       l#:
                                       local_csr_rd[PROFILE_COUNT]
                                       immed[a2, 0x0]
                                       br_bclr[a2, 6, m#]
                                       br[n#]
                                       nop
                                       n#:
                                       local_csr_rd[PROFILE_COUNT]
                                       immed[a3, 0x0]
                                       m#:
                                       br_bclr[a2, 8, l#])");
  INFO(text);
  for (uint64_t end = 130; end < 150; ++end) {
    INFO(end);
    std::vector<std::unique_ptr<Machine>> on;
    for (const EngineKind kind : kEngines) {
      on.push_back(std::make_unique<Machine>(kind));
      on.back()->load(0, text + "\nctx_arb[kill]\n");
      on.back()->run(end);
    }
    const me::MeState &a = on[0]->state(), &b = on[1]->state();
    for (const char* name : {"a0", "a2", "a3"})
      REQUIRE(on[0]->reg(name) == on[1]->reg(name));
    REQUIRE(a.instructions == b.instructions);
    REQUIRE(a.flags.wide == b.flags.wide);
    REQUIRE(a.flags.v == b.flags.v);
    REQUIRE(a.prev_a == b.prev_a);
    REQUIRE(a.prev_b == b.prev_b);
    REQUIRE(a.prev_result == b.prev_result);
    REQUIRE(on[0]->statistics() == on[1]->statistics());
    REQUIRE(on[1]->mes[0]->skipped() > 0);
  }
}

TEST_CASE("an idle microengine starts at the first edge at or after the signal") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, "ctx_arb[s2]\nscratch[incr, --, a0, 0x0]\nctx_arb[kill]\n");
    m.run(50);
    struct Once final : Agent {
      Microengine* me = nullptr;
      IXP_OFTEN void step(Tick now) override {
        me->signal(0, signal_bit(2), now);
        schedule(kNever);
      }
      void at(Tick t) { schedule(t); }
    } once;
    once.me = m.mes[0].get();
    m.kernel->add(once, Slot::Msf);
    once.at(131);
    m.run(100);
    REQUIRE(m.unit->trace.size() == 1);
    CHECK(m.unit->trace[0].issued == 132);
  }
}
