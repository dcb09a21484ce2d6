// Going back reaches the state of a fresh run: registers, memories, rings, figures.
#include "emu/debug/history.h"
#include "emu/debug/state_digest.h"
#include "tests/unit/debug/talk.h"

#include <cstdlib>
#include <random>

using namespace ixp;
using namespace ixp::debug;
using namespace ixp::test;

namespace {

using State = std::map<std::string, std::string>;

State digest_of(History& history) {
  return history.ask({{"what", "digest"}}).at("digest").get<State>();
}

// Names of the parts that differ.
std::string difference(const State& a, const State& b) {
  std::string out;
  for (const auto& [name, hash] : a)
    if (!b.contains(name) || b.at(name) != hash) out += name + "; ";
  return a.size() == b.size() ? out : out + "other parts";
}

State fresh_digest(Simulation& sim, uint64_t cycle) {
  sim.control().advance_before_microengines(cycle * sim.system().params.clock_me_div);
  return state_digest(sim);
}

Stop instruction(unsigned me, unsigned pc) {
  Stop s;
  s.kind = Stop::Kind::Instruction;
  s.me = me;
  s.pcs = {pc};
  return s;
}

const auto kNobody = [] { return false; };

} // namespace

TEST_CASE("any cycle, in any order, is what a fresh run has there") {
  std::mt19937 random(11);
  for (const EngineKind engine : {EngineKind::Threaded, EngineKind::Reference}) {
    const auto pristine = talk(engine, 300000);
    History history(*pristine, kNobody);
    for (unsigned n = 0; n < 25; ++n) {
      const uint64_t cycle = random() % 300000;
      history.go(cycle);
      REQUIRE(history.cycle() == cycle);
      const auto fresh = talk(engine, 300000);
      CHECK(difference(digest_of(history), fresh_digest(*fresh, cycle)) == "");
    }
    CHECK(history.checkpoints() > 1);
  }
}

TEST_CASE("the digest covers every word of the memories") {
  const auto sim = talk();
  for (const Region region : {Region::Scratch, Region::Sram0, Region::Dram})
    for (const uint32_t address : {0x200u, 0x204u, 0x3ffcu}) {
      const State before = state_digest(*sim);
      sim->write(region, address, 0x12345678);
      CHECK(difference(state_digest(*sim), before) == std::string(name(region)) + "; ");
    }
}

TEST_CASE("a step back from a breakpoint lands on the one before, and forwards again on it") {
  const auto pristine = talk();
  History history(*pristine, kNobody);
  std::vector<uint64_t> cycles;
  std::vector<State> digests;
  for (unsigned n = 0; n < 12; ++n) {
    const Arrival a = history.forward({instruction(1, 9)});
    REQUIRE(a.hits.size() == 1);
    CHECK(a.hits[0].pc == 9);
    cycles.push_back(history.cycle());
    digests.push_back(digest_of(history));
  }
  for (size_t n = cycles.size() - 1; n-- > 0;) {
    history.backward({instruction(1, 9)});
    CHECK(history.cycle() == cycles[n]);
    CHECK(difference(digest_of(history), digests[n]) == "");
  }
  CHECK(history.backward({instruction(1, 9)}).at_start);
  CHECK(history.cycle() == 0);
  history.forward({instruction(1, 9)});
  CHECK(history.cycle() == cycles[0]);
}

TEST_CASE("what was set is part of the run, until it is set anew before") {
  const auto pristine = talk();
  History history(*pristine, kNobody);
  const Thread thread{0, 2};
  history.go(5000);
  history.edit(thread, "a3", 0x1234);
  const State edited = digest_of(history);
  history.go(9000);
  const State later = digest_of(history);
  history.go(100);
  CHECK(history.edits().size() == 1);
  history.go(5000);
  CHECK(difference(digest_of(history), edited) == "");
  history.go(9000);
  CHECK(difference(digest_of(history), later) == "");
  const auto fresh = talk();
  CHECK(difference(fresh_digest(*fresh, 9000), later) != "");
  history.go(4000);
  history.edit(thread, "a3", 0x1234);
  CHECK(history.edits().size() == 1);
  CHECK(history.edits()[0].cycle == 4000);
  history.reset();
  history.go(9000);
  const auto again = talk();
  CHECK(difference(digest_of(history), fresh_digest(*again, 9000)) == "");
}

TEST_CASE("the end of a run is a place like others") {
  const auto pristine = talk(), fresh = talk();
  History history(*pristine, kNobody);
  CHECK(history.forward({}).ended);
  CHECK(history.ended());
  CHECK(history.forward({}).ended);
  CHECK(history.cycle() == 20000);
  fresh->run();
  CHECK(difference(digest_of(history), state_digest(*fresh)) == "");
  history.backward({instruction(0, 3)});
  CHECK_FALSE(history.ended());
  CHECK(history.cycle() > 19000);
}

TEST_CASE("who put the last message on a ring, across checkpoints") {
  const auto pristine = talk(EngineKind::Threaded, 400000);
  History history(*pristine, kNobody);
  Stop puts;
  puts.kind = Stop::Kind::Ring;
  puts.directions = Stop::In;
  puts.ring = 0;
  uint64_t last = 0;
  while (history.cycle() < 200000) {
    const Arrival a = history.forward({puts});
    REQUIRE(!a.hits.empty());
    CHECK(history.cycle() == a.hits[0].cycle);
    last = history.cycle();
    history.go(history.cycle() + 40000);
  }
  (void)last;
  const std::vector<Hit> hits = history.last({puts}, history.cycle() + 1);
  REQUIRE(!hits.empty());
  CHECK(hits[0].pc == 1);
  CHECK(history.cycle() - hits[0].cycle < 500);
  history.go(hits[0].cycle - 1);
  CHECK(history.forward({puts}).hits[0].cycle == hits[0].cycle);
}

TEST_CASE("a wish to stop leaves the session where it is, or on its way") {
  const auto pristine = talk(EngineKind::Threaded, 2000000000);
  unsigned asked = 0;
  History history(*pristine, [&] { return ++asked > 3; });
  const Arrival a = history.forward({});
  CHECK(a.interrupted);
  CHECK_FALSE(a.ended);
  const uint64_t cycle = history.cycle();
  CHECK(cycle > 0);
  asked = 0;
  const auto fresh = talk(EngineKind::Threaded, 2000000000);
  CHECK(difference(digest_of(history), fresh_digest(*fresh, cycle)) == "");
}

// IXP_POINTS=1000 IXP_SYSTEM=microblocks/systems/pcfq.toml test_debug "[campaign]"
TEST_CASE("points of a real system", "[.campaign]") {
  const char *points = std::getenv("IXP_POINTS"), *system = std::getenv("IXP_SYSTEM");
  const SystemConfig config =
      read_system(system ? system : IXP_SOURCE_DIR "/microblocks/systems/forward.toml", {});
  Simulation pristine(config);
  History history(pristine, kNobody);
  std::mt19937 random(5);
  for (int n = 0; n < (points ? std::atoi(points) : 100); ++n) {
    history.go(random() % 200000);
    Stop any;
    any.kind = Stop::Kind::Instruction;
    any.me = pristine.images().placed[random() % pristine.images().placed.size()].me;
    history.backward({any});
    Simulation fresh(config, pristine.images());
    const std::string differs =
        difference(digest_of(history), fresh_digest(fresh, history.cycle()));
    INFO("cycle " << history.cycle());
    REQUIRE(differs == "");
  }
}
