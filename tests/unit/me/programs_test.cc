// Small programs whose results follow from the manual, on both engines.
#include "tests/catch.h"

#include "base/diagnostic.h"
#include "tests/unit/me/machine.h"

using namespace ixp;
using namespace ixp::test;

namespace {
// Runs `text` on context 0 of both engines, then looks.
template <class F> void on_both(const std::string& text, F look, uint64_t cycles = 300) {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, text + "\nctx_arb[kill]\n");
    m.run(cycles);
    INFO((kind == EngineKind::Reference ? "reference" : "threaded"));
    CHECK(m.hazards.seen.empty());
    look(m);
  }
}
} // namespace

TEST_CASE("a new LM_ADDR is used by the fourth instruction after the write") {
  on_both(R"(
    local_csr_wr[ACTIVE_LM_ADDR_0, 0x40]
    immed[a0, 0x1]
    immed[a0, 0x2]
    immed[a0, 0x3]
    local_csr_wr[ACTIVE_LM_ADDR_0, 0x80]
    alu[*l$index0, --, B, 0x1]
    alu[*l$index0, --, B, 0x2]
    alu[*l$index0, --, B, 0x3]
    alu[*l$index0, --, B, 0x4])",
          [](const Machine& m) {
            CHECK(m.mes[0]->local_memory(16) == 3);
            CHECK(m.mes[0]->local_memory(32) == 4);
          });
}

TEST_CASE("writes of LM_ADDR follow each other, one an instruction") {
  on_both(R"(
    local_csr_wr[ACTIVE_LM_ADDR_0, 0x40]
    local_csr_wr[ACTIVE_LM_ADDR_0, 0x80]
    local_csr_wr[ACTIVE_LM_ADDR_0, 0xc0]
    nop
    alu[*l$index0, --, B, 0x1]
    alu[*l$index0, --, B, 0x2]
    alu[*l$index0, --, B, 0x3])",
          [](const Machine& m) {
            CHECK(m.mes[0]->local_memory(16) == 1);
            CHECK(m.mes[0]->local_memory(32) == 2);
            CHECK(m.mes[0]->local_memory(48) == 3);
          });
}

TEST_CASE("local memory: read, operate, write, then move; offsets are ORed") {
  on_both(R"(
    local_csr_wr[ACTIVE_LM_ADDR_0, 0x40]
    local_csr_wr[ACTIVE_LM_ADDR_1, 0x4c]
    nop
    nop
    nop
    alu[*l$index0++, --, B, 0x5]
    alu[*l$index0--, --, B, 0x6]
    alu[*l$index0++, *l$index0++, +, 0x10]   ; 16: 5 + 16, pointer moves once
    alu[a1, --, B, *l$index0]                ; 17
    alu[*l$index1[4], --, B, 0x7]            ; 19 | 4 = 23
    alu[*l$index1[1], --, B, 0x8]            ; 19 | 1 = 19
    local_csr_rd[ACTIVE_LM_ADDR_0]
    immed[a2, 0x0])",
          [](const Machine& m) {
            CHECK(m.mes[0]->local_memory(16) == 21);
            CHECK(m.reg("a1") == 6);
            CHECK(m.mes[0]->local_memory(23) == 7);
            CHECK(m.mes[0]->local_memory(19) == 8);
            CHECK(m.reg("a2") == 17 * 4);
          });
}

TEST_CASE("each context has its own pointers unless they are global") {
  for (const EngineKind kind : kEngines)
    for (const bool global : {false, true}) {
      Machine m(kind);
      m.build();
      mecc::Image image;
      image.lm0_global = global;
      image.words = assemble(R"(
        br!=ctx[0, other#]
        local_csr_wr[ACTIVE_LM_ADDR_0, 0x40]
        nop
        nop
        nop
        nop
        ctx_arb[voluntary]
        alu[*l$index0++, --, B, 0x1]
        ctx_arb[kill]
        other#:
        local_csr_wr[ACTIVE_LM_ADDR_0, 0x80]
        nop
        nop
        nop
        ctx_arb[voluntary]
        alu[*l$index0++, --, B, 0x2]
        ctx_arb[kill])");
      m.mes[0]->load(image);
      m.mes[0]->start(3);
      m.run(200);
      CHECK(m.mes[0]->local_memory(16) == (global ? 0u : 1u));
      CHECK(m.mes[0]->local_memory(32) == (global ? 1u : 2u));
      CHECK(m.mes[0]->local_memory(33) == (global ? 2u : 0u));
    }
}

TEST_CASE("T_INDEX names transfer registers, also across contexts") {
  on_both(R"(
    local_csr_wr[T_INDEX_BYTE_INDEX, 0x09]
    immed[$2, 0x100]
    immed[$3, 0x200]
    nop
    nop
    alu[*$index++, --, B, 0x31]
    alu[*$index--, --, B, 0x32]
    alu[*$$index, --, B, 0x33]
    local_csr_rd[T_INDEX_BYTE_INDEX]
    immed[a1, 0x0])",
          [](const Machine& m) {
            CHECK(m.reg("out:$2") == 0x31);
            CHECK(m.reg("out:$3") == 0x32);
            CHECK(m.reg("out:$$2") == 0x33);
            CHECK(m.reg("a1") == 0x09);
          });
  on_both(R"(
    local_csr_wr[T_INDEX, 0x50]   ; register 20: $4 of context 1
    nop
    nop
    nop
    alu[*$index, --, B, 0x7])",
          [](const Machine& m) { CHECK(m.reg("out:$4", 1) == 7); });
}

TEST_CASE("indirect shifts take the amount from the previous A operand") {
  on_both(R"(
    immed[a0, 0x8]
    immed[b0, 0xf0f0]
    alu[--, a0, OR, b0]
    alu_shf[a1, --, B, b0, >>indirect]
    alu[--, a0, B, b0]            ; a left operand that B ignores is still the amount
    alu_shf[a2, --, B, b0, <<indirect]
    alu[--, 0x4, OR, b0]
    dbl_shf[a3, a0, b0, >>indirect])",
          [](const Machine& m) {
            CHECK(m.reg("a1") == 0xf0);
            CHECK(m.reg("a2") == 0xf0f000);
            CHECK(m.reg("a3") == 0x80000f0f);
          });
}

TEST_CASE("asr copies the sign of the previous result") {
  on_both(R"(
    immed[b0, 0xffff8000]
    alu[--, --, B, b0]
    asr[a1, b0, >>4]
    immed[a2, 0x1]
    asr[a3, b0, >>4])",
          [](const Machine& m) {
            CHECK(m.reg("a1") == 0xfffff800);
            CHECK(m.reg("a3") == 0x0ffff800);
          });
}

TEST_CASE("byte_align over three words") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, R"(
      local_csr_wr[BYTE_INDEX, 0x2]
      nop
      nop
      nop
      byte_align_be[--, $0]
      byte_align_be[a0, $1]
      byte_align_be[a1, $2]
      byte_align_le[--, $3]
      byte_align_le[a2, $4]
      ctx_arb[kill])");
    m.mes[0]->set_register("$0", 0, 0x00010203);
    m.mes[0]->set_register("$1", 0, 0x04050607);
    m.mes[0]->set_register("$2", 0, 0x08090a0b);
    m.mes[0]->set_register("$3", 0, 0x03020100);
    m.mes[0]->set_register("$4", 0, 0x07060504);
    m.run(100);
    CHECK(m.reg("a0") == 0x02030405);
    CHECK(m.reg("a1") == 0x06070809);
    CHECK(m.reg("a2") == 0x05040302);
  }
}

TEST_CASE("multiplication, population count, immediates, fields") {
  on_both(R"(
    immed[a0, 0x1234]
    immed_w1[a0, 0xabcd]
    immed[b0, 0xffff, <<8]
    mul_step[a0, b0], start
    mul_step[a0, b0], 32x32_step1
    mul_step[a0, b0], 32x32_step2
    mul_step[a0, b0], 32x32_step3
    mul_step[a0, b0], 32x32_step4
    mul_step[a1, --], 32x32_last
    mul_step[a2, --], 32x32_last2
    pop_count1[b0]
    pop_count2[b0]
    pop_count3[a3, b0]
    ffs[a4, b0]
    ld_field[a0, 0101, b0, >>8]
    ld_field_w_clr[a5, 1000, b0, <<8]
    immed_b2[b0, 0x77])",
          [](const Machine& m) {
            const uint64_t p = uint64_t{0xabcd1234} * 0xffff00;
            CHECK(m.reg("a1") == static_cast<uint32_t>(p));
            CHECK(m.reg("a2") == p >> 32);
            CHECK(m.reg("a3") == 16);
            CHECK(m.reg("a4") == 8);
            CHECK(m.reg("a0") == 0xab0012ff);
            CHECK(m.reg("a5") == 0xff000000);
            CHECK(m.reg("b0") == 0x0077ff00);
          });
}

TEST_CASE("CC_ENABLE freezes the condition codes") {
  on_both(R"(
    alu[--, --, B, 0x0]
    local_csr_wr[CC_ENABLE, 0x0]
    nop
    nop
    nop
    nop
    alu[--, --, B, 0x1]
    beq[t#]
    immed[a1, 0x1]
    t#:)",
          [](const Machine& m) { CHECK(m.reg("a1") == 0); });
}

TEST_CASE("CRC_REMAINDER gives back what was written, and is no other register") {
  on_both(R"(
    immed[a1, 0x4321]
    local_csr_wr[PROFILE_COUNT, 0x0]
    local_csr_wr[CRC_REMAINDER, a1]
    nop
    nop
    nop
    nop
    nop
    nop
    local_csr_rd[CRC_REMAINDER]
    immed[a2, 0x0]
    local_csr_rd[PROFILE_COUNT]
    immed[a3, 0x0])",
          [](const Machine& m) {
            CHECK(m.reg("a2") == 0x4321);
            CHECK(m.reg("a3") < 100);
          });
}

TEST_CASE("writes of CSRs with other latencies come into force in their own order") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.params.me_csr_latency = 16;
    m.load(0, R"(
      local_csr_wr[CC_ENABLE, 0x1]
      local_csr_wr[ACTIVE_LM_ADDR_0, 0x40]
      nop
      nop
      nop
      local_csr_rd[ACTIVE_LM_ADDR_0]
      immed[a0, 0x0]
      ctx_arb[kill])");
    m.run(60);
    CHECK(m.reg("a0") == 0x40);
  }
}

TEST_CASE("addresses of local memory can be read with the byte index, by either name") {
  on_both(R"(
    local_csr_wr[BYTE_INDEX, 0x2]
    local_csr_wr[ACTIVE_LM_ADDR_0, 0x40]
    local_csr_wr[ACTIVE_LM_ADDR_1, 0x80]
    nop
    nop
    nop
    nop
    local_csr_rd[INDIRECT_LM_ADDR_0_BYTE_INDEX]
    immed[a0, 0x0]
    local_csr_rd[ACTIVE_LM_ADDR_0_BYTE_INDEX]
    immed[a1, 0x0]
    local_csr_rd[INDIRECT_LM_ADDR_1_BYTE_INDEX]
    immed[a2, 0x0]
    local_csr_rd[ACTIVE_LM_ADDR_1_BYTE_INDEX]
    immed[a3, 0x0]
    local_csr_wr[ACTIVE_LM_ADDR_0_BYTE_INDEX, 0xc3]
    nop
    nop
    nop
    local_csr_rd[ACTIVE_LM_ADDR_0_BYTE_INDEX]
    immed[a4, 0x0]
    local_csr_wr[ACTIVE_LM_ADDR_1_BYTE_INDEX, 0x41]
    nop
    nop
    nop
    local_csr_rd[ACTIVE_LM_ADDR_1_BYTE_INDEX]
    immed[a5, 0x0]
    local_csr_rd[ACTIVE_LM_ADDR_0]
    immed[a6, 0x0]
    local_csr_rd[ACTIVE_LM_ADDR_1]
    immed[a7, 0x0])",
          [](const Machine& m) {
            CHECK(m.reg("a0") == 0x42);
            CHECK(m.reg("a1") == 0x42);
            CHECK(m.reg("a2") == 0x82);
            CHECK(m.reg("a3") == 0x82);
            CHECK(m.reg("a4") == 0xc3);
            CHECK(m.reg("a5") == 0x41);
            CHECK(m.reg("a6") == 0xc0);
            CHECK(m.reg("a7") == 0x40);
          });
}

TEST_CASE("pointers of another context, and which context runs") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, R"(
      local_csr_wr[CSR_CTX_POINTER, 0x5]
      nop
      nop
      nop
      nop
      local_csr_wr[INDIRECT_LM_ADDR_0, 0x40]
      local_csr_wr[INDIRECT_LM_ADDR_1, 0x84]
      local_csr_rd[CTX_ARB_CNTL]
      immed[a0, 0x0]
      ctx_arb[kill])",
           1 << 3);
    m.run(100);
    CHECK(m.reg("a0", 3) == 0x33);
    CHECK(m.state().ctx[5].lm[0] == 0x10);
    CHECK(m.state().ctx[5].lm[1] == 0x21);
    CHECK(m.state().ctx[3].lm[0] == 0);
    CHECK(m.state().ctx[3].lm[1] == 0);
  }
}

TEST_CASE("a context's status names its microengine") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind, 6);
    for (const unsigned n : {0u, 5u}) {
      m.load(n, "local_csr_rd[ACTIVE_CTX_STS]\nimmed[a0, 0x0]\nctx_arb[kill]\n", 4);
    }
    m.run(50);
    CHECK((m.reg("a0", 2, 0) & 0xff) == 2);
    CHECK((m.reg("a0", 2, 5) & 0xff) ==
          (0x11 << 3 | 2)); // number 0x11: the second cluster's second
  }
}

TEST_CASE("CRC_REMAINDER can be read five cycles after the step") {
  on_both(R"(
    local_csr_wr[CRC_REMAINDER, 0x0]
    immed[b0, 0x1234]
    nop
    nop
    nop
    crc_be[crc_ccitt, a0, b0]
    local_csr_rd[CRC_REMAINDER]
    immed[a1, 0x0]
    nop
    nop
    local_csr_rd[CRC_REMAINDER]
    immed[a2, 0x0])",
          [](const Machine& m) {
            CHECK(m.reg("a0") == 0x1234);
            CHECK(m.reg("a1") == 0);
            CHECK(m.reg("a2") == 0x13c6); // CRC-16/XMODEM of 00 00 12 34
          });
}

TEST_CASE("cam_lookup loads LM_ADDR with the latency of a write") {
  on_both(R"(
    cam_clear
    immed[a0, 0x77]
    immed[b1, 0x3]
    cam_write[b1, a0, 5]
    cam_lookup[a1, a0], lm_addr0[1]
    alu[*l$index0[2], --, B, 0x1]
    alu[*l$index0[2], --, B, 0x2]
    alu[*l$index0[2], --, B, 0x3]
    alu[*l$index0[2], --, B, 0x4]
    cam_lookup[a2, b1]
    cam_read_tag[a3, b1]
    cam_read_state[a4, b1])",
          [](const Machine& m) {
            CHECK(m.reg("a1") == (5u << 8 | 1u << 7 | 3u << 3));
            CHECK(m.mes[0]->local_memory(2) == 3);
            CHECK(m.mes[0]->local_memory(256 + 3 * 16 + 2) == 4);
            CHECK(m.reg("a2") == 0); // a miss: entry 0 is the oldest
            CHECK(m.reg("a3") == 0x77);
            CHECK(m.reg("a4") == 5u << 8);
          });
}

TEST_CASE("reading a CSR: number, context, time, random") {
  on_both(R"(
    local_csr_rd[ACTIVE_CTX_STS]
    immed[a0, 0x0]
    local_csr_rd[PROFILE_COUNT]
    immed[a1, 0x0]
    local_csr_wr[PSEUDO_RANDOM_NUMBER, 0x1]
    nop
    nop
    nop
    nop
    local_csr_rd[PSEUDO_RANDOM_NUMBER]
    immed[a2, 0x0]
    local_csr_rd[PSEUDO_RANDOM_NUMBER]
    immed[a3, 0x0]
    nop
    nop
    nop
    local_csr_rd[TIMESTAMP_LOW]
    immed[a4, 0x0])",
          [](const Machine& m) {
            CHECK(m.reg("a0") == 0x80000000);
            CHECK(m.reg("a1") == 2);
            CHECK(m.reg("a2") == 1);
            CHECK(m.reg("a3") == 0x80200003);
            CHECK(m.reg("a4") == 1); // cycle 16
          });
}

TEST_CASE("the random number stays what it was when it stops to change with every cycle") {
  std::vector<uint32_t> seen;
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, R"(
      local_csr_wr[PSEUDO_RANDOM_NUMBER, 0x1]
      nop
      nop
      nop
      nop
      nop
      nop
      immed[a0, 0x100]
      local_csr_wr[CTX_ENABLES, a0]
      nop
      nop
      nop
      nop
      nop
      local_csr_rd[PSEUDO_RANDOM_NUMBER]
      immed[a1, 0x0]
      ctx_arb[kill])");
    m.mes[0]->set_csr(0x018, 1u << 30);
    m.run(100);
    seen.push_back(m.reg("a1"));
  }
  CHECK(seen[0] != 1);
  CHECK(seen[0] == seen[1]);
}

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
    m.mes[0]->expect_look(200); // as whoever reads announces
    m.run(200);
    const uint32_t status = m.mes[0]->read_csr_from_outside(0x044, m.kernel->now());
    CHECK((status >> 31) == 1);
    CHECK((status >> 8 & 0x1fff) == 2);
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
    m.mes[0]->signal(0, 5, m.kernel->now());
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
            CHECK(m.reg("a1") == 0); // it waits for nothing: it executes
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

TEST_CASE("the byte index can be written with T_INDEX, and is read by the fourth instruction") {
  on_both(R"(
    local_csr_wr[T_INDEX_BYTE_INDEX, 0x13]
    nop
    nop
    local_csr_rd[BYTE_INDEX]
    immed[a0, 0x0]
    local_csr_rd[T_INDEX_BYTE_INDEX]
    immed[a1, 0x0]
    local_csr_wr[T_INDEX_BYTE_INDEX, 0x22]
    nop
    nop
    nop
    local_csr_rd[BYTE_INDEX]
    immed[a2, 0x0])",
          [](const Machine& m) {
            CHECK(m.reg("a0") == 0);
            CHECK(m.reg("a1") == 0x13);
            CHECK(m.reg("a2") == 2);
          });
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

TEST_CASE("who has announced a look from outside sees the microengine as it is then") {
  struct Look final : Agent {
    const Machine& machine;
    uint32_t seen = 0;
    explicit Look(const Machine& m) : machine(m) {}
    void at(Tick tick) { schedule_by(tick); }
    void step(Tick now) override {
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
    m.mes[0]->expect_look(at);
    look.at(at);
    m.run(400);
    seen.push_back(look.seen);
  }
  CHECK(seen[0] == seen[1]);
  CHECK(seen[0] > 10);
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

TEST_CASE("indirect_ref replaces count, register and microengine") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind, 2);
    m.load(0, R"(
      alu_shf[--, --, B, 0x19, <<21]          ; [25] and [24:21] = 9: ten longwords
      sram[read, $0, a0, 0x0, 1], indirect_ref, ctx_swap[s1]
      immed[a1, 0x10]
      immed[b1, 0x8400, <<16]                 ; [31], ME number 1
      alu_shf[a1, a1, OR, 0x25, <<5]          ; [4], register 37
      alu[--, a1, OR, b1]
      sram[read, $0, a0, 0x4, 1], indirect_ref, ctx_swap[s1]
      ctx_arb[kill])");
    m.load(1, "l#:\nctx_arb[voluntary]\nbr[l#]\n");
    m.run(300);
    REQUIRE(m.unit->trace.size() == 2);
    CHECK(m.unit->trace[0].count == 10);
    CHECK(m.reg("$9") == 9 * 0x9e3779b9u);
    CHECK(m.unit->trace[1].data_me == 1);
    CHECK(m.unit->trace[1].me == 0);
    CHECK(m.reg("$5", 2, 1) == 0x9e3779b9);
    CHECK(m.hazards.seen.empty());
  }
}

TEST_CASE("cap fast_wr carries the previous result") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, R"(
      immed[a0, 0x123]
      alu[--, a0, +, 0x1]
      cap[fast_wr, ALU, 0x401c]
      cap[fast_wr, 0x55, 0x4b20]
      ctx_arb[kill])");
    m.run(100);
    REQUIRE(m.unit->trace.size() == 2);
    CHECK(m.unit->trace[0].data == 0x124);
    CHECK(m.unit->trace[0].address == 0x401c);
    CHECK(m.unit->trace[1].data == 0x55);
  }
}

TEST_CASE("the control store can be read, with the parity of both halves") {
  const std::string text = "alu[a1, a1, +, b2]\nimmed[a0, 0x1234]\nalu[b3, a7, AND, 0x5]\n";
  const std::vector<uint64_t> words = assemble(text);
  Machine m(EngineKind::Reference);
  m.load(0, text + "ctx_arb[kill]\n");
  m.run(50);
  for (unsigned address = 0; address < words.size(); ++address) {
    m.mes[0]->write_csr_from_outside(0x000, address, m.kernel->now() + 200);
    m.run(100 * (address + 2));
    const Tick now = m.kernel->now();
    CHECK(m.mes[0]->read_csr_from_outside(0x004, now) == static_cast<uint32_t>(words[address]));
    const auto odd = [&](uint64_t bits) { return static_cast<uint32_t>(std::popcount(bits) & 1); };
    CHECK(m.mes[0]->read_csr_from_outside(0x008, now) ==
          (static_cast<uint32_t>(words[address] >> 32) | odd(words[address] & 0xfffff) << 8 |
           odd(words[address] >> 20) << 9));
  }
}

TEST_CASE("an image says in which mode its microengine runs") {
  Machine m(EngineKind::Threaded);
  m.build();
  const auto enables = [&](auto change) {
    mecc::Image image;
    image.words = assemble("ctx_arb[kill]");
    change(image);
    m.mes[0]->load(image);
    return m.state().ctx_enables;
  };
  CHECK(enables([](mecc::Image&) {}) == 0);
  CHECK(enables([](mecc::Image& i) { i.mode = mev2::ContextMode::Four; }) == 1u << 31);
  CHECK(enables([](mecc::Image& i) { i.nn_self = true; }) == 1u << 20);
  CHECK(enables([](mecc::Image& i) { i.lm0_global = true; }) == 1u << 16);
  CHECK(enables([](mecc::Image& i) { i.lm1_global = true; }) == 1u << 17);
}

TEST_CASE("an image initialises local memory up to its end and not beyond") {
  Machine m(EngineKind::Threaded);
  m.build();
  mecc::Image image;
  image.words = assemble("ctx_arb[kill]");
  image.local_memory.push_back({"lmem", 4 * 639, {0x12, 0x34, 0x56, 0x78}});
  m.mes[0]->load(image);
  CHECK(m.mes[0]->local_memory(639) == 0x12345678);
  image.local_memory[0].bytes.push_back(0);
  CHECK_THROWS_AS(m.mes[0]->load(image), InputError);
}

TEST_CASE("a program can be replaced through the control store CSRs") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, "l#:\nalu[a0, a0, +, 0x1]\nctx_arb[voluntary]\nbr[l#]\n");
    m.run(50);
    const uint64_t word = assemble("alu[a1, a1, +, 0x1]")[0];
    Tick t = m.kernel->now() + 100;
    m.mes[0]->write_csr_from_outside(0x000, 0x80000000, t);
    m.mes[0]->write_csr_from_outside(0x004, static_cast<uint32_t>(word), t);
    m.mes[0]->write_csr_from_outside(0x008, static_cast<uint32_t>(word >> 32), t);
    m.run(100);
    const uint32_t before = m.reg("a0");
    m.run(200);
    CHECK(m.reg("a0") == before);
    CHECK(m.reg("a1") > 5);
    CHECK(m.hazards.seen.empty());
  }
}
