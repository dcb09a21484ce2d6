// Local CSRs: their values, and the time at which writes take effect.
#include "tests/catch.h"

#include "tests/unit/me/on_both.h"

using namespace ixp;
using namespace ixp::test;

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
