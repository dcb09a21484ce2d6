// The chip as a whole: boot, the control core, ends of runs, hazards, and that both engines give
// the same.
#include "base/files.h"
#include "emu/me/inbox.h"
#include "tests/unit/chip/chip_fixture.h"

#include <csignal>

namespace chip_test {

using namespace ixp;
using namespace ixp::test;

namespace {

const EngineKind kEngines[] = {EngineKind::Threaded, EngineKind::Reference};

struct Outcome {
  RunEnd end;
  Statistics statistics;
  std::string json, hazards;
};

Outcome run(const SystemConfig& system, const mecc::Image& image, EngineKind engine) {
  Simulation r(system, place(system, image), {engine});
  Outcome o;
  o.end = r.run();
  o.statistics = r.statistics();
  o.json = to_json(o.statistics);
  o.hazards = r.hazards().text();
  return o;
}

// Runs on both engines, which must agree in every number; returns the outcome of one.
Outcome run_both(const std::string& text, const std::string& program) {
  const SystemConfig system = parse_system(text, "test.toml");
  const mecc::Image image = assemble(program);
  const Outcome a = run(system, image, EngineKind::Threaded);
  const Outcome b = run(system, image, EngineKind::Reference);
  CHECK(difference(a.json, b.json) == "");
  CHECK(difference(a.hazards, b.hazards) == "");
  return a;
}

const char* const kSleep = "ctx_arb[kill]\n";

} // namespace

TEST_CASE("Boot fills rings, queues, free lists and memory before the first cycle") {
  const std::string file = std::string(IXP_BINARY_DIR) + "/chip_test.bin";
  write_file(file, std::string("\x12\x34\x56\x78\x9a", 5));
  const SystemConfig system = parse_system(
      R"(
[ring.2]
size = 128
base = 0x200
status = "empty"
[boot]
freelist = { entry = 0, buffers = 100, descriptor_base = 0x10000, data_base = 0x100000 }
queue = { channel = 1, entry = 5, descriptor = 0x8000 }
sram_ring = { entry = 7, base = 0x1000 }
load = [{ ring = 2, words = [7, 8, 9] }, { region = "sram1", address = 0x40, words = [0xcafe, 1], repeat = 3 },
        { region = "dram", address = 0x80, file = ")" +
          file + R"(" }]
[stop]
cycles = 10
)",
      "boot.toml");
  for (EngineKind engine : kEngines) {
    Simulation r(system, {}, {engine});
    CHECK(r.chip().scratch.ring_count(2) == 3);
    CHECK(r.chip().scratch.ring_get(2) == 7);
    CHECK(r.chip().read(Region::Scratch, 0x204) == 8);
    CHECK(r.chip().sram[0]->entry(0).depth() == 100);
    CHECK(r.chip().sram[1]->entry(5).depth() == 0);
    CHECK(r.chip().read(Region::Sram1, 0x40) == 0xcafe);
    CHECK(r.chip().read(Region::Sram1, 0x54) == 1);
    CHECK(r.chip().read(Region::Sram1, 0x58) == 0);
    CHECK(r.chip().read(Region::Dram, 0x80) == 0x12345678);
    CHECK(r.chip().read(Region::Dram, 0x84) == 0x9a000000);
  }
}

TEST_CASE("Initial registers and CSRs are there when microcode starts") {
  const SystemConfig system = parse_system(
      "[[microengine]]\nat = \"1:3\"\nimage = \"x.hex\"\nstart = 3\ncsr = { T_INDEX = 0x10 }\n"
      "registers = { \"@b5\" = 9, a1 = 5, \"ctx1.a1\" = 6 }\n[stop]\ncycles = 10\n",
      "x.toml");
  Simulation r(system, place(system, assemble(kSleep)));
  Microengine& me = *r.chip().microengines[7];
  CHECK(me.get_register("@b5", 0) == 9);
  CHECK(me.get_register("a1", 0) == 5);
  CHECK(me.get_register("a1", 1) == 6);
  CHECK(r.run().reason == EndReason::Condition);
}

TEST_CASE("A register that does not exist is refused at its place in the system file") {
  const SystemConfig system = parse_system(
      "[[microengine]]\nat = \"0:0\"\nimage = \"x.hex\"\nregisters = { a99 = 5 }\n", "x.toml");
  const Images none;
  HazardLog hazards(none, system.params);
  try {
    Chip chip(system, place(system, assemble(kSleep)), EngineKind::Threaded, hazards);
    FAIL("a99 was accepted");
  } catch (const InputError& e) {
    CHECK(e.diagnostic().where.line == 4);
  }
}

TEST_CASE("The control core moves a burst of words from ring to ring each turn") {
  const std::string rings = "[ring.0]\nsize = 128\nbase = 0\n[ring.1]\nsize = 128\nbase = 0x200\n"
                            "[boot]\nload = { ring = 0, words = [1, 0, 3] }\n"
                            "[[agent]]\nkind = \"move\"\nfrom = 0\nto = 1\n";
  // A turn takes 150 cycles; by default it handles up to 16 words.
  CHECK(run_both(rings + "[stop]\ncycles = 150\n", kSleep).statistics.agents.at(0).words == 0);
  CHECK(run_both(rings + "[stop]\ncycles = 151\n", kSleep).statistics.agents.at(0).words == 3);
  const std::string text = rings + "burst = 1\n[stop]\ncycles = ";
  CHECK(run_both(text + "151\n", kSleep).statistics.agents.at(0).words == 1);
  const Outcome o = run_both(text + "1000\n", kSleep);
  CHECK(o.statistics.agents.at(0).words == 3);
  CHECK(o.statistics.rings.at(0).depth == 0);
  CHECK(o.statistics.rings.at(1).depth == 3);
}

TEST_CASE("The control core drains rings and counts interrupts") {
  const std::string text = "[ring.0]\nsize = 128\nbase = 0\n[[agent]]\nkind = \"drain\"\nfrom = 0\n"
                           "[[agent]]\nkind = \"count\"\n[stop]\ncycles = 5000\n" +
                           microengines(1, 1);
  const Outcome o =
      run_both(text, "scratch[put, $0, a0, 0x0, 2], ctx_swap[s1]\ncap[fast_wr, 0x0, 0x4b20]\n"
                     "scratch[put, $0, a0, 0x0, 1], ctx_swap[s1]\nctx_arb[kill]\n");
  CHECK(o.statistics.agents.at(0).words == 3);
  CHECK(o.statistics.interrupts == 1);
  CHECK(o.statistics.rings.at(0).stats.words_put == 3);
}

TEST_CASE("A run of microcode that falls asleep is idle") {
  const Outcome o = run_both(microengines(3, 0xff) + "[stop]\nidle = true\n",
                             "scratch[read, $0, a0, 0x0, 1], ctx_swap[s1]\nctx_arb[kill]\n");
  CHECK(o.end.reason == EndReason::Idle);
  CHECK(o.statistics.microengines.at(0).cycles.total().executing == 16);
  CHECK_FALSE(o.end.failed());
}

TEST_CASE("A run that waits for frames although nothing moves fails and says so") {
  const Outcome o =
      run_both(microengines(1, 1) + "[port.0]\ntx = {}\n[stop]\npackets_tx = 5\n", kSleep);
  CHECK(o.end.reason == EndReason::NothingMoves);
  CHECK(o.end.failed());
  CHECK(o.end.text.find("packets_tx=5, 0 frames were sent") != std::string::npos);
}

TEST_CASE("An illegal instruction ends the run, with its place") {
  for (EngineKind engine : kEngines) {
    const SystemConfig system =
        parse_system(microengines(1, 1) + "[stop]\ncycles = 100000\n", "x.toml");
    Images images = place(system, assemble("immed[a0, 0x1]\nimmed[a1, 0x2]\n"));
    images.placed[0].image.words.push_back(0xffffffffff);
    images.placed[0].image.lines = {{0, "dir/test.uc", 10, 1}, {2, "dir/test.uc", 12, 1}};
    Simulation r(system, images, {engine});
    const RunEnd end = r.run();
    CHECK(end.reason == EndReason::Hazard);
    CHECK(end.failed());
    CHECK(end.tick < 1000);
    REQUIRE(r.hazards().fatal());
    CHECK(r.hazards().fatal()->pc == 2);
    CHECK(r.hazards().describe(*r.hazards().fatal()).find("ME 0:0 ctx 0 pc 2 (test.uc:12)") !=
          std::string::npos);
  }
}

TEST_CASE("Running past the program ends the run") {
  const SystemConfig system = parse_system(microengines(1, 1) + "[stop]\ncycles = 100\n", "x.toml");
  for (EngineKind engine : kEngines) {
    Simulation r(system, place(system, assemble("immed[a0, 0x1]\n")), {engine});
    CHECK(r.run().reason == EndReason::Hazard);
    CHECK(r.hazards().count(HazardKind::StoreOverrun) == 1);
  }
}

TEST_CASE("A run without an end, or one that could never be idle, is refused") {
  const std::string port = "[port.0]\nrx = { streams = [\"" IXP_SOURCE_DIR
                           "/traces/generated/port_0.pcap\"], repeat = true }\n";
  CHECK_THROWS_AS(Simulation(parse_system("", "x.toml"), Images{}), InputError);
  CHECK_THROWS_AS(Simulation(parse_system(port + "[stop]\nidle = true\n", "x.toml"), Images{}),
                  InputError);
}

TEST_CASE("Commands to units this chip does not have are answered and reported") {
  const std::string text = "[chip]\nsram.channels = 1\n" +
                           microengines(1, 1, "registers = { a0 = 0x40000000 }") +
                           "[stop]\nidle = true\n";
  const Outcome o = run_both(text, "sram[read, $0, a0, 0x0, 1], ctx_swap[s1]\nctx_arb[kill]\n");
  CHECK(o.statistics.microengines.at(0).cycles.total().executing == 2);
  REQUIRE(o.statistics.hazards.size() == 1);
  CHECK(o.statistics.hazards[0].first == name(HazardKind::BadAddress));
}

TEST_CASE("Every command to an absent unit is reported, whenever the run ends") {
  // Six commands in a row; no context waits for them.
  constexpr uint64_t kCommands = 6;
  std::string program;
  for (uint64_t i = 0; i < kCommands; ++i)
    program += "sram[enqueue, --, a0, 0x0]\n";
  program += "ctx_arb[kill]\n";
  const std::string text = microengines(1, 1, "registers = { a0 = 0x90001000 }") + "[stop]\n";
  CHECK(run_both(text + "idle = true\n", program).statistics.hazards.at(0).second == kCommands);
  for (unsigned cycles = 1; cycles < 120; ++cycles) {
    const Outcome o = run_both(fmt::format("{}cycles = {}\n", text, cycles), program);
    const uint64_t issued =
        std::min(kCommands, o.statistics.microengines.at(0).cycles.total().executing);
    CHECK(o.statistics.hazards.at(0).second == issued);
  }
}

TEST_CASE("A run is not idle before the last command has been performed") {
  // No context waits for these increments; they take longer than two checks for idleness.
  constexpr uint64_t kCommands = 10;
  const std::string text =
      "[chip]\nstop.idle = 1000\nscratch.write = 1000\nscratch.service_atomic = 64\n" +
      microengines(1, 1, "registers = { a0 = 0x1002 }") + "[stop]\nidle = true\n";
  std::string program;
  for (unsigned i = 0; i < 850; ++i)
    program += "nop\n"; // all are granted before the first look
  for (unsigned i = 0; i < kCommands; ++i)
    program += "scratch[incr, --, a0, 0x0]\n";
  const Outcome o = run_both(text, program + "ctx_arb[kill]\n");
  CHECK(o.statistics.hazards.at(0).second == kCommands);
  CHECK(o.end.in_flight.empty());
}

TEST_CASE("Commands on their way at the end are told, not performed") {
  const std::string text =
      microengines(1, 1, "registers = { a0 = 0x100 }") + "[stop]\ncycles = 20\n";
  const Outcome o = run_both(text, "sram[read, $0, a0, 0x0, 1], ctx_swap[s1]\nctx_arb[kill]\n");
  REQUIRE(o.end.in_flight.size() == 1);
  CHECK(o.end.in_flight[0].op == mev2::Opcode::SRAM_READ);
  CHECK(o.json.find("\"commands_in_flight\": 1") != std::string::npos);
}

TEST_CASE("A run that somebody interrupts ends in order") {
  for (EngineKind engine : kEngines) {
    const SystemConfig system =
        parse_system(microengines(1, 1) + "[stop]\ncycles = 1000000\n", "x.toml");
    Simulation r(system, place(system, assemble("br[l0#]\n")), {engine});
    r.control().on_look([&](Tick now) {
      if (now > 200'000) r.control().interrupt(SIGTERM);
    });
    const RunEnd end = r.run();
    CHECK(end.reason == EndReason::Interrupted);
    CHECK(end.failed());
    CHECK(end.signal == SIGTERM);
    CHECK(end.text == "interrupted by SIGTERM");
    CHECK(end.tick < 300'000);
  }
}

TEST_CASE("--uninitialised reports what was read and never written") {
  const SystemConfig system = parse_system(microengines(1, 1) + "[stop]\nidle = true\n", "x.toml");
  const Images images =
      place(system, assemble("alu[a1, a0, +, 0x1]\nscratch[read, $0, a1, 0x3, 1], ctx_swap[s1]\n"
                             "ctx_arb[kill]\n"));
  for (bool check : {false, true}) {
    Simulation r(system, images, {EngineKind::Threaded, check});
    r.run();
    CHECK((r.hazards().count(HazardKind::Uninitialised) > 0) == check);
  }
}

TEST_CASE("Signals and next-neighbour words reach the next microengine over the cluster's border") {
  // 0:3 puts a word into the neighbour ring of 1:0 and signals it.
  const SystemConfig system = parse_system(
      "[[microengine]]\nat = \"0:3\"\nimage = \"x.hex\"\nstart = 1\nregisters = { a0 = 0xbeef }\n"
      "[[microengine]]\nat = \"1:0\"\nimage = \"x.hex\"\nstart = 1\n[stop]\nidle = true\n",
      "x.toml");
  Images images;
  images.placed.push_back({3, assemble("alu[*n$index++, --, B, a0]\nctx_arb[kill]\n")});
  images.placed.push_back(
      {4, assemble("nop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\n"
                   "alu[a1, --, B, *n$index++]\nctx_arb[kill]\n")});
  for (EngineKind engine : kEngines) {
    Simulation r(system, images, {engine});
    CHECK(r.run().reason == EndReason::Idle);
    CHECK(r.chip().microengines[4]->get_register("a1", 0) == 0xbeef);
  }
}

// A write to INTERTHREAD_SIG announces to every microengine when to check for its signal.
TEST_CASE("A microengine that sleeps keeps nothing of the signals that went by") {
  const SystemConfig system =
      parse_system(microengines(1, 1) + "[stop]\ncycles = 20000\n", "sleep.toml");
  const Images images = place(system, assemble("immed[a0, 0x1]\nalu[--, --, B, a0]\n" // signal 1
                                               "cap[fast_wr, ALU, 0x401c]\n"
                                               "ctx_arb[s1]\nbr[l1#]\n"));
  for (const EngineKind engine : kEngines) {
    Simulation r(system, images, {engine});
    r.control().proceed(r.chip().params.me(20'000)); // the end of a run flushes deferred effects
    CHECK(r.microengine(0).statistics(r.now()).total().executing > 400);
    unsigned events = 0;
    r.microengine(7).inbox().for_each([&](auto&&...) { ++events; });
    CHECK(events < 10);
  }
}

} // namespace chip_test
