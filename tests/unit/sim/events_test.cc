// Events of probes: the same from both engines, in order, however a run is cut into pieces, and
// without effect on the run.
#include "tests/unit/chip/chip_fixture.h"
#include "tests/unit/event_recorder.h"

#include <algorithm>
#include <random>

using namespace ixp;
using namespace ixp::test;

namespace {

// The first difference of two lists of lines.
std::string first_difference(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const std::string x = i < a.size() ? a[i] : "(end)", y = i < b.size() ? b[i] : "(end)";
    if (x != y) return fmt::format("event {}: {} and {}", i, x, y);
  }
  return "";
}

SystemConfig shipped(const std::string& name, uint64_t cycles) {
  SystemConfig system =
      read_system(std::string(IXP_SOURCE_DIR) + "/microblocks/systems/" + name + ".toml");
  system.stop = StopSpec{};
  system.stop->cycles = cycles;
  return system;
}

struct Heard {
  std::unique_ptr<Simulation> sim;
  EventText text;
  Heard(const SystemConfig& system, const Images& images, EngineKind engine)
      : sim(std::make_unique<Simulation>(system, images, SimulationOptions{engine})) {
    sim->listen(text, EventKinds::all());
  }
};

} // namespace

TEST_CASE("both engines give the same events, whole or in pieces") {
  for (const char* name : {"forward", "pcfq"}) {
    const SystemConfig system = shipped(name, 30000);
    const Images images = load_images(system);
    Heard threaded(system, images, EngineKind::Threaded),
        reference(system, images, EngineKind::Reference),
        pieces(system, images, EngineKind::Threaded);
    threaded.sim->run();
    reference.sim->run();
    std::mt19937 random(5);
    while (pieces.sim->run_for(1 + random() % 2000)) {
    }
    INFO(name);
    CHECK(threaded.text.lines.size() > 10000);
    CHECK(threaded.text.ascend);
    CHECK(first_difference(threaded.text.lines, reference.text.lines) == "");
    CHECK(first_difference(threaded.text.lines, pieces.text.lines) == "");
    Simulation alone(system, images, {});
    alone.run();
    CHECK(difference(to_json(alone.statistics()), to_json(threaded.sim->statistics())) == "");
  }
}

TEST_CASE("a command is issued, granted, performed and completed; its context waits for it") {
  const SystemConfig system =
      parse_system(microengines(1, 0x01, "registers = { a2 = 0x40 }") + "[stop]\ncycles = 400\n",
                   "one.toml", [](const std::string&) { return ""; });
  Simulation sim(system,
                 place(system, assemble("scratch[read, $0, a2, 0x0, 2], ctx_swap[s3]\n"
                                        "br[l1#]\n")),
                 {});
  EventRecorder heard;
  sim.listen(heard, EventKinds::all());
  sim.run();
  std::vector<std::string> kinds;
  for (const Event& e : heard.seen)
    kinds.push_back(name(e.kind));
  CHECK(kinds == std::vector<std::string>{"runs", "issued", "granted", "waits", "performed",
                                          "completed", "signal", "ready", "runs"});
  const Params& p = system.params;
  const Event &issued = heard.seen[1], &completed = heard.seen[5], &signal = heard.seen[6],
              &ready = heard.seen[7];
  CHECK(issued.tick == 0);
  CHECK(issued.command.address == 0x40);
  CHECK(issued.command.count == 2);
  CHECK(completed.tick == p.me(p.scratch_read + p.scratch_service_per_lw));
  CHECK(completed.command.issued == issued.tick);
  CHECK(signal.tick == completed.tick);
  CHECK(signal.signal.number == 3);
  CHECK(ready.context.wakeup == 1u << 3);
  CHECK(heard.seen[8].pc == 1);
}

TEST_CASE("a full command FIFO shows as a stall from when to when") {
  std::string code;
  for (unsigned i = 0; i < 40; ++i)
    code += "scratch[write, $0, a2, 0x0, 8]\n";
  const SystemConfig system =
      parse_system(microengines(1, 0x01, "registers = { a2 = 0x40 }") + "[stop]\ncycles = 20000\n",
                   "stall.toml", [](const std::string&) { return ""; });
  const Images images = place(system, assemble(code + "br[l40#]\n"));
  Simulation sim(system, images, {});
  EventRecorder heard;
  sim.listen(heard, {EventKind::Stalled});
  sim.run();
  Tick stalled = 0;
  for (const Event& e : heard.seen)
    stalled += e.tick - e.context.since;
  REQUIRE(stalled > 0);
  const MeStatistics m = sim.microengine(0).statistics(sim.now());
  CHECK(stalled == system.params.me(m.contexts[0].stalled));
}

TEST_CASE("who listens later hears what happens later") {
  const SystemConfig system = shipped("forward", 30000);
  const Images images = load_images(system);
  Simulation whole(system, images, {}), late(system, images, {});
  EventText all, part;
  const EventKinds kinds{EventKind::Ring, EventKind::Granted, EventKind::Runs};
  whole.listen(all, kinds);
  whole.run();
  late.run_for(12345);
  const Tick from = late.now();
  late.listen(part, kinds);
  late.run();
  std::erase_if(all.lines, [&](const std::string& line) { return std::stoull(line) < from; });
  CHECK(part.lines.size() > 1000);
  CHECK(first_difference(all.lines, part.lines) == "");
}

TEST_CASE("who listens from a tick to come hears everything from there on") {
  const SystemConfig system = shipped("forward", 30000);
  const Images images = load_images(system);
  const EngineKind engine = GENERATE(EngineKind::Threaded, EngineKind::Reference);
  const bool alone = GENERATE(true, false);
  Simulation sim(system, images, {engine}), other(system, images, {engine});
  EventText all, part;
  const Tick from = 40001;
  const EventKinds kinds = EventKinds::all().without({EventKind::Stalled});
  sim.listen(part, kinds, from);
  (alone ? other : sim).listen(all, kinds);
  if (alone) other.run();
  sim.run();
  CHECK(part.lines.size() < all.lines.size());
  const auto earlier = [&](const std::string& line) { return std::stoull(line) < from; };
  std::erase_if(all.lines, earlier);
  std::erase_if(part.lines, earlier);
  CHECK(part.lines.size() > 1000);
  CHECK(first_difference(all.lines, part.lines) == "");
}

TEST_CASE("a probe may leave while it hears an event") {
  const SystemConfig system = shipped("forward", 20000);
  const Images images = load_images(system);
  struct Leaver final : Probe {
    Simulation* sim = nullptr;
    unsigned seen = 0;
    void event(const Event&) override {
      if (++seen == 100) sim->leave(*this);
    }
  } leaver, alone;
  Simulation both(system, images, {}), one(system, images, {});
  EventText stays, expected;
  leaver.sim = &both;
  both.listen(leaver, EventKinds::all());
  both.listen(stays, {EventKind::Ring, EventKind::Signal});
  both.run();
  alone.sim = &one;
  one.listen(alone, EventKinds::all());
  one.run_for(10000);
  const Tick from = one.now();
  one.listen(expected, {EventKind::Ring, EventKind::Signal}); // after the only probe has left
  one.run();
  CHECK(leaver.seen == 100);
  CHECK(alone.seen == 100);
  std::erase_if(stays.lines, [&](const std::string& line) { return std::stoull(line) < from; });
  CHECK(expected.lines.size() > 100);
  CHECK(first_difference(stays.lines, expected.lines) == "");
}

TEST_CASE("an event that comes too late is an error, not a disorder") {
  EventStream stream([] {});
  EventText text;
  stream.listen(text, EventKinds::all());
  stream.add(EventKind::Signal, Slot::Me0, 100000, {0, 1, -1}).signal = {7}; // far ahead
  stream.add(EventKind::Signal, Slot::Me0, 20, {0, 1, -1}, 9).signal = {9};
  stream.add(EventKind::Runs, me_slot(1), 20, {1, 1, 5}).context = {};
  stream.add(EventKind::Signal, Slot::Me0, 20, {0, 1, -1}, 3).signal = {3};
  stream.deliver(21);
  REQUIRE(text.lines.size() == 3);
  CHECK(text.lines[0].ends_with(" 3"));
  CHECK(text.lines[1].ends_with(" 9"));
  CHECK(text.lines[2].find("runs") != std::string::npos);
  CHECK_THROWS_AS(stream.add(EventKind::Signal, Slot::Me0, 20, {}), std::logic_error);
  stream.deliver(100000);
  CHECK(text.lines.size() == 3);
  stream.deliver(100001);
  CHECK(text.lines.size() == 4);
  CHECK(text.ascend);
}
