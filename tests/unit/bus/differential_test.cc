// Whether microengines post their commands exactly in time or ahead of it, and whether the kernel
// jumps or ticks, everything happens at the same ticks.
#include "tests/catch.h"

#include "tests/unit/bus/bus_rig.h"

using namespace ixp;
using namespace ixp::test;
using enum mev2::Opcode;

namespace {
struct Mode {
  Posting posting;
  bool tick_kernel;
};
constexpr Mode kModes[] = {
    {Posting::Exact, false}, {Posting::Ahead, true}, {Posting::Ahead, false}};

// Bursts and pauses of random commands for all microengines.
template <class Rig, size_t N>
void fill(Rig& rig, unsigned seed, const mev2::Opcode (&ops)[N], unsigned commands) {
  for (unsigned me = 0; me < kMicroengines; ++me) {
    std::minstd_rand random(seed * 100 + me + 1);
    Tick at = 50;
    for (unsigned i = 0; i < commands; ++i) {
      at += random() % 10 == 0 ? random() % 1500 : random() % 20;
      const mev2::Opcode op = ops[random() % N];
      const uint32_t address = random() % 16 * 4 | (random() % 2) << 30;
      const bool sram = mev2::info(op).cls == mev2::InstrClass::Sram;
      const bool hash = mev2::info(op).cls == mev2::InstrClass::Hash;
      Command c = command(op, sram ? address : address & 0x3fff, random() % 128,
                          1 + random() % (hash ? 3 : 16), random() % 16, me);
      if (random() % 16 == 0) c.data_me = random() % kMicroengines;
      rig.me[me]->add(at, c);
    }
  }
}

// Within a tick, only the order in each microengine matters; announcements may be in any order.
Log in_order(Log log) {
  std::stable_sort(log.begin(), log.end(), [](const RigEvent& a, const RigEvent& b) {
    return std::tie(a.me, a.tick, a.kind) < std::tie(b.me, b.tick, b.kind);
  });
  return log;
}
} // namespace

TEST_CASE("command buses grant the same commands at the same ticks") {
  static constexpr mev2::Opcode kOps[] = {SCRATCH_READ, HASH_48, SRAM_READ, PCI_READ};
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const auto run = [&](BusRig& rig) {
      rig.scratch.depth = 1 + seed % 5;
      rig.scratch.service = 5 * (seed % 4);
      rig.hash.depth = 2;
      rig.hash.service = 30;
      fill(rig, seed, kOps, 150);
      rig.run(30'000);
      rig.run(200'000);
    };
    BusRig reference(Posting::Exact, true);
    run(reference);
    REQUIRE(reference.bus[0]->quiet());
    REQUIRE(reference.bus[0]->stats().waiting_ticks > 0);
    REQUIRE(reference.bus[1]->stats().refused > 0);
    for (const Mode& mode : kModes) {
      BusRig rig(mode.posting, mode.tick_kernel);
      run(rig);
      REQUIRE(in_order(rig.log) == in_order(reference.log));
      REQUIRE(rig.scratch.accepted == reference.scratch.accepted);
      REQUIRE(rig.hash.accepted == reference.hash.accepted);
      REQUIRE(rig.sram[0].accepted == reference.sram[0].accepted);
      REQUIRE(rig.sram[1].accepted == reference.sram[1].accepted);
      REQUIRE(rig.absent.accepted == reference.absent.accepted);
      for (unsigned i = 0; i < 2; ++i)
        REQUIRE(rig.bus[i]->stats().fifo_max == reference.bus[i]->stats().fifo_max);
    }
  }
}

TEST_CASE("scratchpad, hash unit, CAP and their buses give the same events at the same ticks") {
  static constexpr mev2::Opcode kOps[] = {SCRATCH_READ,
                                          SCRATCH_WRITE,
                                          SCRATCH_GET,
                                          SCRATCH_PUT,
                                          SCRATCH_INCR,
                                          SCRATCH_SWAP,
                                          SCRATCH_ADD,
                                          SCRATCH_TEST_AND_SET,
                                          SCRATCH_TEST_AND_DECR,
                                          HASH_48,
                                          HASH_128,
                                          CAP_READ,
                                          CAP_WRITE,
                                          CAP_FAST_WR_ALU,
                                          PCI_WRITE};
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const auto run = [&](ShacRig& rig) {
      rig.hash->write_multiplier(0, 0x12345);
      rig.hash->write_multiplier(4, 0xabcdef);
      fill(rig, seed, kOps, 120);
      rig.run(20'000);
      rig.run(200'000);
      std::vector<uint32_t> memory;
      for (uint32_t a = 0; a < kScratchBytes; a += 4)
        memory.push_back(rig.scratch->read(a));
      return memory;
    };
    ShacRig reference({.tick_kernel = true});
    const auto memory = run(reference);
    REQUIRE(reference.scratch->quiet());
    REQUIRE(reference.log.size() > 3000);
    for (const Mode& mode : kModes) {
      ShacRig rig({.posting = mode.posting, .tick_kernel = mode.tick_kernel});
      REQUIRE(run(rig) == memory);
      REQUIRE(in_order(rig.log) == in_order(reference.log));
      REQUIRE(rig.scratch->stats().waiting_ticks == reference.scratch->stats().waiting_ticks);
      REQUIRE(rig.hash->stats().waiting_max == reference.hash->stats().waiting_max);
    }
  }
}
