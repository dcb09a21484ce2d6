// Indices that programs move: LM_ADDR into local memory, T_INDEX over transfer registers, the byte
// index.
#include "tests/catch.h"

#include "tests/unit/me/on_both.h"

namespace pointers_test {

using namespace ixp;
using namespace ixp::test;

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

} // namespace pointers_test
