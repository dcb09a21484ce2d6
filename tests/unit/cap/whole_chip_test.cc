// Sixty-four contexts use scratchpad, rings, hash unit and CAP at once: counters, a shared ring
// whose flag they poll, reflected writes, signals to the other cluster, interrupts. Both engines
// must agree on every figure, register and longword, and sums must be right.
#include "tests/unit/chip/chip_fixture.h"

using namespace ixp;
using namespace ixp::test;

namespace {

constexpr uint32_t kTurns = 0x3000, kSum = 0x3004, kLooks = 0x3008;
constexpr unsigned kSignal = 9;

const char* const kProgram = R"(scratch[test_and_incr, $0, a1, 0x0], sig_done[s2]
ctx_arb[s2, s3]
alu[$2, --, B, $0]
alu[$3, $0, +, 0x11]
hash_64[$2, 1], ctx_swap[s1]
alu[$2, --, B, $2]
scratch[put, $2, a2, 0x0, 1], ctx_swap[s1]
scratch[get, $4, a2, 0x0, 1], ctx_swap[s1]
alu[$5, --, B, $4]
cap[write, $5, a3, 0x0, 1], ctx_swap[s1]
alu[--, --, B, b4]
cap[fast_wr, ALU, 0x401c]
ctx_arb[s9]
cap[fast_wr, 0x0, 0x4b20]
br_inp_state[scr_ring0_status, l16#]
scratch[incr, --, a1, 0x8], ctx_swap[s1]
scratch[add, $5, a1, 0x4], ctx_swap[s1]
br[l0#]
)";

// Each context works with the same context of the microengine four further on.
std::string system_text() {
  std::string text = "[ring.0]\nsize = 128\nbase = 0\nstatus = \"empty\"\n[stop]\ncycles = 60000\n";
  for (unsigned i = 0; i < kMicroengines; ++i) {
    const unsigned partner = me_number(i ^ 4);
    text += fmt::format("[[microengine]]\nat = \"{}\"\nimage = \"test.hex\"\nstart = 0xff\n"
                        "registers = {{ ",
                        me_name(i));
    for (unsigned c = 0; c < kContexts; ++c)
      text +=
          fmt::format("{}\"ctx{}.a1\" = {}, \"ctx{}.a2\" = 0, \"ctx{}.a3\" = {}, "
                      "\"ctx{}.b4\" = {}",
                      c ? ", " : "", c, kTurns, c, c, 0x8000 + (partner << 10) + 4 * (16 * c + 15),
                      c, partner << 7 | c << 4 | kSignal);
    text += " }\n";
  }
  return text;
}

struct Outcome {
  std::string statistics;
  std::vector<uint32_t> memory, reflected;
  uint64_t interrupts = 0, hazards = 0;
};

Outcome run(EngineKind engine) {
  const SystemConfig system = parse_system(system_text(), "whole.toml");
  Simulation r(system, place(system, assemble(kProgram)), {engine});
  r.chip().hash.write_multiplier(2, 0x9e3779b9);
  r.chip().hash.write_multiplier(3, 0x7f4a7c15);
  const RunEnd end = r.run();
  Outcome out;
  out.statistics = to_json(r.statistics());
  for (uint32_t a = 0; a < kScratchBytes; a += 4)
    out.memory.push_back(r.chip().scratch.read(a));
  for (unsigned i = 0; i < kMicroengines; ++i)
    for (unsigned c = 0; c < kContexts; ++c)
      out.reflected.push_back(r.chip().microengines[i]->get_register("$15", c));
  out.interrupts = r.chip().control_core.interrupts();
  out.hazards = r.hazards().total();
  return out;
}

} // namespace

TEST_CASE("both engines agree on scratchpad, rings, hash unit and CAP under load") {
  const Outcome reference = run(EngineKind::Reference), threaded = run(EngineKind::Threaded);
  CHECK(reference.statistics == threaded.statistics);
  CHECK(reference.memory == threaded.memory);
  CHECK(reference.reflected == threaded.reflected);
  CHECK(reference.interrupts == threaded.interrupts);
  CHECK(reference.hazards == 0);

  const uint32_t turns = reference.memory[kTurns / 4];
  CHECK(turns > 1000);
  // A context is in its turn, or the interrupt of its turn has been raised.
  CHECK(reference.interrupts <= turns);
  CHECK(reference.interrupts + kMicroengines * kContexts >= turns);
  CHECK(reference.memory[kSum / 4] != 0);
  const uint32_t looks = reference.memory[kLooks / 4];
  CHECK(looks > 0); // the flag was "not empty" at times
  CHECK(looks <= turns);
  for (uint32_t word : reference.reflected)
    CHECK(word != 0);
}
