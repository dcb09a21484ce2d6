// Results of the ALU, the shifter, the multiplier and the field instructions.
#include "tests/catch.h"

#include "tests/unit/me/on_both.h"

using namespace ixp;
using namespace ixp::test;

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
