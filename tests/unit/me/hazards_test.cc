// Errors of microcode are modelled and reported, and some of them end the run.
#include "tests/catch.h"
#include "tests/unit/me/machine.h"

#include "base/diagnostic.h"

namespace hazards_test {

using namespace ixp;
using namespace ixp::test;

namespace {
template <class F>
void on_both(const std::string& text, F look, uint8_t contexts = 1, bool check = false) {
  for (const EngineKind kind : kEngines) {
    Machine m(kind, 1, check);
    m.load(0, text, contexts);
    m.run(300);
    INFO((kind == EngineKind::Reference ? "reference" : "threaded"));
    look(m);
  }
}
} // namespace

TEST_CASE("reading a transfer register before its signal") {
  on_both(R"(
    scratch[read, $0, 0x4, 0x0, 2], sig_done[s1]
    alu[a0, --, B, $1]
    ctx_arb[s1]
    alu[a1, --, B, $1]
    ctx_arb[kill])",
          [](Machine& m) {
            REQUIRE(m.hazards.seen.size() == 1);
            const Hazard& h = m.hazards.seen[0];
            CHECK(h.kind == HazardKind::ReadBeforeSignal);
            CHECK(h.tick == m.params.me(1));
            CHECK(h.pc == 1);
            CHECK(h.ctx == 0);
            CHECK(m.reg("a0") == 0);
            CHECK(m.reg("a1") == 2 * 0x9e3779b9u);
          });
}

TEST_CASE("writing a transfer register before it is taken") {
  on_both(R"(
    immed[$0, 0x11]
    scratch[write, $0, 0x0, 0x0, 1], sig_done[s1]
    immed[$0, 0x22]
    ctx_arb[s1]
    immed[$0, 0x33]
    ctx_arb[kill])",
          [](Machine& m) {
            CHECK(m.hazards.seen.size() == 1);
            CHECK(m.hazards.count(HazardKind::WriteBeforePull) == 1);
            CHECK(m.unit->memory[0] == 0x22); // the word that the chip would write
          });
}

TEST_CASE("a signal that was already set is lost") {
  on_both(R"(
    local_csr_wr[SAME_ME_SIGNAL, 0x18]
    nop
    local_csr_wr[SAME_ME_SIGNAL, 0x18]
    nop
    nop
    nop
    ctx_arb[kill])",
          [](Machine& m) { CHECK(m.hazards.count(HazardKind::LostSignal) == 1); });
}

TEST_CASE("running off the program stops the run") {
  on_both("nop\nnop\n", [](Machine& m) {
    REQUIRE(m.hazards.count(HazardKind::StoreOverrun) == 1);
    CHECK(m.hazards.seen[0].pc == 2);
    CHECK(m.hazards.seen[0].tick == m.params.me(2));
    CHECK(m.end == m.params.me(2 + 32));
    CHECK(m.state().halted);
  });
  on_both("br[l4000#]", [](Machine& m) { CHECK(m.hazards.count(HazardKind::StoreOverrun) == 1); });
}

TEST_CASE("branches and swaps in defer slots are illegal") {
  for (const std::string slot : {"br[l0#]", "ctx_arb[voluntary]", "jump[a0, l0#]",
                                 "scratch[read, $0, a0, 0x0, 1], ctx_swap[s1]"})
    on_both("br[l3#], defer[1]\n" + slot + "\nnop\nctx_arb[kill]\n", [](Machine& m) {
      CHECK(m.hazards.count(HazardKind::IllegalInstruction) == 1);
      CHECK(m.hazards.seen[0].pc == 1);
    });
}

TEST_CASE("undefined words stop the run when they are reached") {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    std::vector<uint64_t> words = assemble("br[l2#]\nnop\nnop\nctx_arb[kill]");
    words[1] = 0xff00000000; // jumped over
    m.load(0, words);
    m.run(50);
    CHECK(m.hazards.seen.empty());
    Machine n(kind);
    words[2] = 0xff00000000;
    n.load(0, words);
    n.run(50);
    REQUIRE(n.hazards.count(HazardKind::IllegalInstruction) == 1);
    CHECK(n.hazards.seen[0].pc == 2);
  }
}

TEST_CASE("local memory ends at 640 longwords") {
  on_both(R"(
    immed[a0, 0xa00]
    local_csr_wr[ACTIVE_LM_ADDR_0, a0]
    nop
    nop
    nop
    alu[*l$index0, --, B, 0x1]
    alu[a1, --, B, *l$index0]
    alu[a2, --, B, *l$index0--]
    alu[a3, a3, +, *l$index0]
    ctx_arb[kill])",
          [](Machine& m) {
            CHECK(m.hazards.count(HazardKind::BadAddress) == 3);
            CHECK(m.hazards.seen.size() == 3);
          });
}

TEST_CASE("--uninitialised reports registers that were never written") {
  on_both(
      "alu[a1, a0, +, b0]\nalu[a2, a1, +, 0x1]\nalu[a3, *l$index0, +, 0x1]\nctx_arb[kill]\n",
      [](Machine& m) {
        CHECK(m.hazards.count(HazardKind::Uninitialised) == 3);
        CHECK(m.hazards.seen.size() == 3);
      },
      1, true);
}

TEST_CASE("unknown CSRs are reported") {
  on_both("local_csr_rd[ACTIVE_CTX_STS]\nimmed[a0, 0x0]\nctx_arb[kill]\n",
          [](Machine& m) { CHECK(m.hazards.seen.empty()); });
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, "ctx_arb[kill]");
    m.mes[0]->write_csr_from_outside(0x3f8, 1, 200);
    m.run(200);
    CHECK(m.hazards.count(HazardKind::BadCsr) == 1);
  }
}

TEST_CASE("what cannot be loaded is refused with a reason") {
  Machine m(EngineKind::Threaded);
  m.build();
  mecc::Image image;
  image.name = "big";
  image.words.assign(4097, mev2::kNop);
  CHECK_THROWS_AS(m.mes[0]->load(image), InputError);
  image.words.assign(4, mev2::kNop);
  image.registers = {{"a16", -1, 1}};
  CHECK_THROWS_AS(m.mes[0]->load(image), InputError);
  image.registers = {{"@a200", -1, 1}};
  CHECK_THROWS_AS(m.mes[0]->load(image), InputError);
  image.registers = {{"x3", -1, 1}};
  CHECK_THROWS_AS(m.mes[0]->load(image), InputError);
  image.registers = {{"a3", 2, 7}, {"@b7", -1, 9}};
  image.csrs = {{0x070, 3}};
  m.mes[0]->load(image);
  CHECK(m.reg("a3", 2) == 7);
  CHECK(m.reg("a3", 1) == 0);
  CHECK(m.reg("@b7") == 9);
  CHECK(m.state().byte_index == 3);
  image.mode = mev2::ContextMode::Four;
  m.mes[0]->load(image);
  CHECK_THROWS_AS(m.mes[0]->start(0x02), InputError);
}

} // namespace hazards_test
