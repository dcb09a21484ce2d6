// Contents of commands to units.
#include "tests/catch.h"

#include "tests/unit/me/machine.h"

using namespace ixp;
using namespace ixp::test;

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
