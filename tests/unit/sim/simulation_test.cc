// Runs that others drive: however a run is cut into pieces, it is the same run.
#include "emu/me/state.h"
#include "tests/unit/chip/chip_fixture.h"

#include <random>

using namespace ixp;
using namespace ixp::test;

namespace {

// Two microengines put counts on a ring and sum the values they get from it, in all contexts.
const char* const kTalk = "alu[$0, --, B, a1]\n"
                          "scratch[put, $0, a2, 0x0, 1], ctx_swap[s1]\n"
                          "scratch[get, $1, a2, 0x0, 1], ctx_swap[s2]\n"
                          "alu[a3, a3, +, $1]\n"
                          "alu[$2, --, B, a3]\n"
                          "scratch[write, $2, a4, 0x0, 1], ctx_swap[s3]\n"
                          "alu[a1, a1, +, 0x1]\n"
                          "br[l0#]\n";

const char* const kMessages = "#define FIRST 0\n#define FIRST_HOLDS 128, NOTE\n"
                              "#define SECOND 1\n#define SECOND_HOLDS 128, NOTE\n"
                              "#define NOTE_VALUE 0, 31, 0, number\n";

SystemConfig talk() {
  return parse_system("messages = \"talk.h\"\n" +
                          microengines(2, 0x0f, "registers = { a2 = 0, a4 = 0x100 }") +
                          "[stop]\ncycles = 20000\n",
                      "talk.toml", [](const std::string&) { return kMessages; });
}

Simulation* made(EngineKind engine) {
  const SystemConfig system = talk();
  return new Simulation(system, place(system, assemble(kTalk)), {engine});
}

} // namespace

TEST_CASE("a run cut into pieces is the same run") {
  for (const EngineKind engine : {EngineKind::Threaded, EngineKind::Reference}) {
    const std::unique_ptr<Simulation> whole(made(engine)), cut(made(engine));
    whole->run();
    std::mt19937 random(7);
    unsigned pieces = 0;
    while (cut->run_for(1 + random() % 97)) {
      ++pieces;
      (void)cut->statistics(); // queries change nothing
      (void)cut->contexts();
      (void)cut->ring_words("FIRST");
    }
    CHECK(pieces > 100);
    CHECK(cut->ended());
    CHECK_FALSE(cut->run_for(1));
    CHECK(cut->end().tick == whole->end().tick);
    CHECK(difference(to_json(cut->statistics()), to_json(whole->statistics())) == "");
    CHECK(difference(cut->contexts(), whole->contexts()) == "");
    CHECK(cut->read(Region::Scratch, 0x100) == whole->read(Region::Scratch, 0x100));
  }
}

TEST_CASE("both engines stand at the same place after every step") {
  const std::unique_ptr<Simulation> a(made(EngineKind::Threaded)), b(made(EngineKind::Reference));
  for (unsigned n = 0; n < 200; ++n) {
    const unsigned me = n % 2;
    const bool swap = n % 3 == 0;
    for (Simulation* s : {a.get(), b.get()})
      REQUIRE((swap ? s->step_swap(me) : s->step_instruction(me)));
    REQUIRE(a->cycle() == b->cycle());
    REQUIRE(a->microengine(me).state().instructions == b->microengine(me).state().instructions);
    REQUIRE(a->microengine(me).state().regs == b->microengine(me).state().regs);
  }
}

TEST_CASE("a step of an instruction is one") {
  const std::unique_ptr<Simulation> s(made(EngineKind::Threaded));
  for (uint64_t n = 1; n < 50; ++n) {
    REQUIRE(s->step_instruction(0));
    REQUIRE(s->microengine(0).state().instructions == n);
  }
  REQUIRE(s->step_swap(0));
}

TEST_CASE("a condition is looked at after every cycle") {
  const std::unique_ptr<Simulation> s(made(EngineKind::Threaded));
  CHECK(s->run_until([&] { return s->read(Region::Scratch, 0x100) != 0; }));
  const uint64_t first = s->cycle();
  CHECK(first > 0);
  CHECK(s->run_until([] { return true; }));
  CHECK(s->cycle() == first);
  CHECK_FALSE(s->run_until([] { return false; }));
  CHECK(s->cycle() == 20000);
}

TEST_CASE("pieces of any length end with the run") {
  const std::unique_ptr<Simulation> s(made(EngineKind::Threaded));
  s->run_for(1000);
  CHECK(s->run_for(0));
  CHECK(s->cycle() == 1000);
  CHECK_FALSE(s->run_for(~uint64_t{0}));
  CHECK(s->cycle() == 20000);
}

TEST_CASE("who writes changes the run") {
  const std::unique_ptr<Simulation> s(made(EngineKind::Threaded));
  s->run_for(1000);
  s->write(Region::Scratch, 0x800, 0x12345678);
  CHECK(s->read(Region::Scratch, 0x800) == 0x12345678);
  s->microengine(0).set_register("a3", 0, 0);
  s->run();
  const std::unique_ptr<Simulation> untouched(made(EngineKind::Threaded));
  untouched->run();
  CHECK(s->microengine(0).get_register("a3", 0) != untouched->microengine(0).get_register("a3", 0));
}

TEST_CASE("a hazard that stops a run ends the piece, in order") {
  const SystemConfig system = talk();
  Simulation s(system, place(system, assemble("immed[a0, 0x1]\n")));
  CHECK_FALSE(s.run_for(10000));
  CHECK(s.end().reason == EndReason::Hazard);
  CHECK(s.cycle() < 10000);
}

TEST_CASE("rings are asked for by name or number") {
  const std::unique_ptr<Simulation> s(made(EngineKind::Threaded));
  s->run_for(5000);
  CHECK(s->ring_words("0") == s->ring_words("FIRST"));
  CHECK_THROWS_AS(s->ring_words("THIRD"), InputError);
}
