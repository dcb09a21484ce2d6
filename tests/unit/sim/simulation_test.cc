// Runs that others drive: however a run is cut into pieces, it is the same run.
#include "emu/me/instruction_observer.h"
#include "emu/me/state.h"
#include "tests/unit/chip/chip_fixture.h"

#include <csignal>
#include <memory>
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

// Waits 97 cycles for the clock, again and again; a3 counts the waits.
const char* const kWaits = "local_csr_rd[PROFILE_COUNT]\n"
                           "immed[a0, 0x0]\n"
                           "alu[b1, a0, +, 0x61]\n"
                           "local_csr_rd[PROFILE_COUNT]\n" // 3: the loop
                           "immed[a0, 0x0]\n"
                           "alu[b2, a0, -, b1]\n"
                           "blt[l3#], defer[1]\n"
                           "alu[a4, 0x0, +, a0]\n"
                           "alu[a3, a3, +, 0x1]\n"
                           "br[l0#]\n";

// Microengine 0 waits for the clock; microengine 1 executes `beside`.
std::unique_ptr<Simulation> waiting(EngineKind engine, uint64_t cycles,
                                    const std::string& beside = "ctx_arb[kill]\n") {
  const SystemConfig system = parse_system(
      microengines(2, 0x01) + fmt::format("[chip]\ndram.bytes = 65536\nsram.bytes = 65536\n"
                                          "stop.idle = 1000\n[stop]\ncycles = {}\n",
                                          cycles),
      "waits.toml", {});
  Images images;
  images.placed = {{0, assemble(kWaits)}, {1, assemble(beside)}};
  return std::make_unique<Simulation>(system, images, SimulationOptions{engine});
}

// Everything that both engines must agree on about microengine 0, and the counts of the chip.
std::string state_of(Simulation& s) {
  const Microengine& me = s.microengine(0);
  const me::MeState& state = me.state();
  std::string text = fmt::format("cycle {}, pc {}, {} executed, {} {} {} {} {}\n", s.cycle(),
                                 me.pc(0), state.instructions, state.prev_a, state.prev_b,
                                 state.prev_result, state.flags.wide, state.flags.v);
  for (const char* name : {"a0", "a3", "a4", "b1", "b2"})
    text += fmt::format("{} {}\n", name, me.get_register(name, 0));
  Statistics counts = s.statistics();
  counts.skipped = 0;
  return text + s.contexts() + to_json(counts);
}

// Runs on both engines to the end that `run` brings about; the threaded one must have slept.
template <class F> void check_stop(F run) {
  std::string first;
  for (const EngineKind engine : {EngineKind::Reference, EngineKind::Threaded}) {
    const std::unique_ptr<Simulation> s = run(engine);
    if (first.empty()) first = state_of(*s);
    CHECK(difference(state_of(*s), first) == "");
    const uint64_t skipped = s->microengine(0).skipped();
    CHECK((skipped > 0) == (engine == EngineKind::Threaded));
    CHECK(skipped <= s->microengine(0).state().instructions);
  }
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

TEST_CASE("a run may stop anywhere in a loop that waits for a clock") {
  for (uint64_t cycles = 1500; cycles < 1524; ++cycles) {
    INFO(cycles);
    check_stop([&](EngineKind engine) { // the limit of the run
      auto s = waiting(engine, cycles);
      s->run();
      return s;
    });
    check_stop([&](EngineKind engine) { // a pause: microengines are about to act
      auto s = waiting(engine, 5000);
      s->control().advance_before_microengines(s->system().params.me(cycles));
      return s;
    });
    check_stop([&](EngineKind engine) { // the driver ends it
      auto s = waiting(engine, 5000);
      s->run_for(cycles);
      s->control().end_now(EndReason::Condition, "enough");
      s->run();
      return s;
    });
    check_stop([&](EngineKind engine) { // a hazard of another microengine
      std::string nops;
      for (uint64_t n = 100; n < cycles; ++n)
        nops += "nop\n";
      auto s = waiting(engine, 5000, nops);
      CHECK(s->run().reason == EndReason::Hazard);
      return s;
    });
  }
}

TEST_CASE("a signal stops a run in a loop that waits for a clock") {
  check_stop([](EngineKind engine) {
    auto s = waiting(engine, 5000);
    RunControl& control = s->control();
    control.on_look([&](Tick) { control.interrupt(SIGINT); });
    CHECK(s->run().reason == EndReason::Interrupted);
    CHECK(s->cycle() < 1100);
    return s;
  });
}

TEST_CASE("a run that waits for a clock may be cut into pieces") {
  const std::unique_ptr<Simulation> a(waiting(EngineKind::Reference, 8000)),
      b(waiting(EngineKind::Threaded, 8000));
  std::mt19937 random(3);
  while (!a->ended()) {
    const uint64_t cycles = 1 + random() % 197;
    REQUIRE(a->run_for(cycles) == b->run_for(cycles));
    REQUIRE(difference(state_of(*a), state_of(*b)) == "");
  }
}

TEST_CASE("a loop that waits for a clock is executed while its instructions are observed") {
  struct Issues final : InstructionObserver {
    uint64_t count = 0;
    void issues(unsigned, unsigned, unsigned, Tick) override { ++count; }
  };
  std::vector<uint64_t> seen, counted;
  for (const EngineKind engine : {EngineKind::Reference, EngineKind::Threaded}) {
    const std::unique_ptr<Simulation> marked(waiting(engine, 2000)),
        profiled(waiting(engine, 2000));
    Issues issues;
    marked->microengine(0).observe_instructions(issues, {5});
    marked->run();
    seen.push_back(issues.count);
    const auto counts = std::make_unique<InstructionCounts>();
    profiled->microengine(0).count_instructions(*counts);
    profiled->run();
    counted.push_back(counts->executed[5]);
  }
  CHECK(seen[0] > 100);
  CHECK(seen == std::vector(2, seen[0]));
  CHECK(counted == seen);
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
