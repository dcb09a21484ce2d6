// Rings: addresses of their words, CSRs, status flags, statistics, misuse.
#include "tests/catch.h"

#include "base/diagnostic.h"
#include "tests/unit/event_recorder.h"
#include "tests/unit/scratch/shac_rig.h"

using namespace ixp;
using namespace ixp::test;
using enum mev2::Opcode;

namespace {
// First tick at which microengines see the flag as `value`, looking at every tick.
Tick first_seen(ShacRig& rig, unsigned ring, bool value, Tick until) {
  while (rig.scratch->scratch_ring_status(ring) != value) {
    const Tick t = rig.kernel->now() + 1;
    if (t > until) return kNever;
    rig.run(t);
  }
  return rig.kernel->now();
}
} // namespace

TEST_CASE("words of a ring lie in the scratchpad and wrap at its end") {
  ShacRig rig;
  rig.scratch->set_up_ring(3, 0x400, 256, RingStatus::NearlyFull);
  CHECK(rig.scratch->ring_size(3) == 256);
  for (unsigned i = 0; i < 250; ++i)
    rig.scratch->ring_put(3, i);
  for (unsigned i = 0; i < 250; ++i)
    REQUIRE(rig.scratch->ring_get(3) == i);
  rig.me[0]->add(0, command(SCRATCH_PUT, 12, 0, 16, 2));
  rig.run(1000);
  CHECK(rig.scratch->read(0x400 + 4 * 255) == rig.me[0]->out[5]);
  CHECK(rig.scratch->read(0x400) == rig.me[0]->out[6]);
  CHECK(rig.scratch->read_ring_csr(3, 0) == 0x40000400); // as the Linux driver writes it
  CHECK(rig.scratch->read_ring_csr(3, 4) == 4 * 250);
  CHECK(rig.scratch->read_ring_csr(3, 8) == 4 * 10);
  CHECK(rig.scratch->ring_count(3) == 16);
  rig.scratch->set_up_ring(3, 0x400, 256, RingStatus::NearlyFull); // set up again: empty, at 0
  CHECK(rig.scratch->ring_count(3) == 0);
  CHECK(rig.scratch->read_ring_csr(3, 4) == 0);
  CHECK(rig.scratch->read_ring_csr(3, 8) == 0);
}

TEST_CASE("CSR writes set up a ring") {
  ShacRig rig;
  rig.scratch->write_ring_csr(0, 0, 0x44000000); // 256 longwords, flag when empty, base 0
  CHECK(rig.scratch->ring_size(0) == 256);
  CHECK(rig.scratch->scratch_ring_status(0));
  rig.scratch->write(0x20, 77);
  rig.scratch->write_ring_csr(0, 8, 0x24); // tail after word 8
  rig.scratch->write_ring_csr(0, 4, 0x20);
  CHECK(rig.scratch->ring_count(0) == 1);
  CHECK_FALSE(rig.scratch->scratch_ring_status(0));
  CHECK(rig.scratch->ring_get(0) == 77);
  CHECK(rig.scratch->ring_get(0) == 0);
  const RingStats& stats = rig.scratch->ring_stats(0);
  CHECK(stats.gets == 2);
  CHECK(stats.words_got == 1);
  CHECK(stats.empty_gets == 1);
  CHECK(stats.puts == 0);
}

TEST_CASE("the nearly-full flag follows the count with its delay") {
  struct Case {
    unsigned size;
    uint64_t full_at;
  };
  const Params p;
  for (const Case& c : {Case{128, p.scratch_full_at_128}, Case{256, p.scratch_full_at_256},
                        Case{512, p.scratch_full_at_512}, Case{1024, p.scratch_full_at_1024}}) {
    ShacRig rig;
    rig.scratch->set_up_ring(5, 0x1000, c.size, RingStatus::NearlyFull);
    for (unsigned i = 0; i < c.full_at - 1; ++i)
      rig.scratch->ring_put(5, 1);
    rig.me[0]->add(100, command(SCRATCH_PUT, 20, 0, 1, 0));
    rig.me[0]->add(400, command(SCRATCH_GET, 20, 0, 1, 0));
    CHECK(first_seen(rig, 5, true, 1000) ==
          100 + p.me(p.scratch_ring_put + p.scratch_full_flag_delay));
    // The word leaves the ring when a put of the same moment would enter it.
    CHECK(first_seen(rig, 5, false, 1000) ==
          400 + p.me(p.scratch_ring_put + p.scratch_full_flag_delay));
    CHECK(rig.scratch->ring_stats(5).nearly_full == 1);
    CHECK(rig.scratch->ring_stats(5).depth.max() == c.full_at);
  }
}

TEST_CASE("the empty flag") {
  ShacRig rig;
  const Params& p = rig.params;
  rig.scratch->set_up_ring(11, 0x0, 128, RingStatus::Empty);
  CHECK(rig.scratch->scratch_ring_status(11));
  rig.me[4]->add(100, command(SCRATCH_PUT, 44, 0, 2, 0, 4));
  rig.me[4]->add(300, command(SCRATCH_GET, 44, 0, 1, 0, 4));
  rig.me[4]->add(500, command(SCRATCH_GET, 44, 0, 1, 0, 4));
  CHECK(first_seen(rig, 11, false, 1000) ==
        100 + p.me(p.scratch_ring_put + p.scratch_service_per_lw + p.scratch_full_flag_delay));
  CHECK(first_seen(rig, 11, true, 1000) ==
        500 + p.me(p.scratch_ring_put + p.scratch_full_flag_delay));
}

TEST_CASE("a flag that nobody looks at is right when somebody does") {
  ShacRig rig;
  rig.scratch->set_up_ring(0, 0, 128, RingStatus::Empty);
  for (unsigned i = 0; i < 20; ++i) {
    rig.me[0]->add(100 + 40 * i, command(SCRATCH_PUT, 0, 0, 1, 0));
    rig.me[0]->add(120 + 40 * i, command(SCRATCH_GET, 0, 0, 1, 0));
  }
  rig.me[0]->add(2000, command(SCRATCH_PUT, 0, 0, 1, 0));
  rig.run(1900);
  CHECK(rig.scratch->scratch_ring_status(0));
  rig.run(3000);
  CHECK_FALSE(rig.scratch->scratch_ring_status(0));
}

TEST_CASE("mean occupancy is the integral over time") {
  ShacRig rig;
  rig.scratch->set_up_ring(0, 0, 128, RingStatus::NearlyFull);
  rig.run(1000);
  rig.scratch->ring_put(0, 1);
  rig.scratch->ring_put(0, 1);
  rig.run(1500);
  rig.scratch->ring_get(0);
  rig.run(4000);
  CHECK(rig.scratch->ring_stats(0).depth.mean(4000) == (500 * 2 + 2500 * 1) / 4000.0);
  CHECK(DepthMeter().mean(0) == 0);
}

TEST_CASE("an observer sees every change of a ring") {
  RecordedEvents events({EventKind::Ring});
  ShacRig rig;
  rig.scratch->set_up_ring(2, 0, 128, RingStatus::NearlyFull);
  rig.scratch->listen(&events.stream);
  rig.me[3]->add(100, command(SCRATCH_PUT, 8, 20, 3, 0, 3));
  rig.me[3]->add(200, command(SCRATCH_GET, 8, 20, 2, 0, 3));
  rig.run(2000);
  rig.scratch->ring_put(2, 5);
  const Params& p = rig.params;
  const auto& seen = events.seen;
  const auto& words = events.words;
  for (unsigned i = 0; i < 127; ++i)
    rig.scratch->ring_put(2, i);
  rig.scratch->ring_get(2);
  rig.scratch->ring_get(2);
  events.deliver(2000);
  REQUIRE(seen.size() == 3 + 127 + 2);
  const Event put = seen[0], get = seen[1], core = seen[2];
  CHECK(put.ring.action == RingAction::Put);
  CHECK(put.tick == 100 + p.me(p.scratch_ring_put + 2 * p.scratch_service_per_lw));
  CHECK(put.me == 3);
  CHECK(put.ring.place == QueuePlace{QueuePlace::Scratch, 0, 2});
  const auto& out = rig.me[3]->out;
  CHECK(words[0] == std::vector{out[20], out[21], out[22]});
  CHECK(put.ring.depth == 3);
  CHECK(get.ring.action == RingAction::Get);
  CHECK(get.tick == 200 + p.me(p.scratch_ring_put + 1 * p.scratch_service_per_lw));
  CHECK(words[1] == std::vector{out[20], out[21]});
  CHECK(get.ring.depth == 1);
  CHECK(core.me == -1);
  CHECK(core.tick == 2000);
  CHECK(core.ring.depth == 2);
  CHECK(core.ring.lost == 0);
  CHECK(seen[3 + 126].ring.lost == 128);
  CHECK(words.back().empty()); // a get from an empty ring
}

TEST_CASE("plain writes must not change words that are in a ring") {
  ShacRig rig;
  const auto overwrites = [&](mev2::Opcode op, uint32_t address, unsigned count) {
    const unsigned before = rig.hazards.count(HazardKind::RingOverwritten);
    rig.me[0]->add(rig.kernel->now(), command(op, address, 0, count, 2));
    rig.run(rig.kernel->now() + 1000);
    return rig.hazards.count(HazardKind::RingOverwritten) - before;
  };
  CHECK(overwrites(SCRATCH_WRITE, 0, 1) == 0); // no ring there by default
  rig.scratch->set_up_ring(2, 0x400, 256, RingStatus::NearlyFull);
  CHECK(overwrites(SCRATCH_WRITE, 0x400, 16) == 0); // the ring is empty
  for (unsigned i = 0; i < 250; ++i)
    rig.scratch->ring_put(2, i);
  for (unsigned i = 0; i < 240; ++i)
    rig.scratch->ring_get(2);
  for (unsigned i = 0; i < 14; ++i) // words 240..255 and 0..7 are in it
    rig.scratch->ring_put(2, i);
  CHECK(rig.scratch->ring_with(0x400 + 4 * 7) == 2u);
  CHECK_FALSE(rig.scratch->ring_with(0x400 + 4 * 8));
  CHECK(overwrites(SCRATCH_WRITE, 0x400 + 4 * 239, 1) == 0);
  CHECK(overwrites(SCRATCH_WRITE, 0x400 + 4 * 239, 2) == 1);
  CHECK(rig.hazards.seen.back().text.find(" of address 0x7c0 ") != std::string::npos); // word 240
  CHECK(overwrites(SCRATCH_WRITE, 0x400 + 4 * 240, 16) == 1); // once for the command
  CHECK(overwrites(SCRATCH_WRITE, 0x400 - 4, 2) == 1);
  CHECK(overwrites(SCRATCH_WRITE, 0x800, 16) == 0);
  CHECK(overwrites(SCRATCH_SWAP, 0x400, 1) == 1);
  CHECK(overwrites(SCRATCH_INCR, 0x400 + 4 * 8, 1) == 0);
  CHECK(overwrites(SCRATCH_READ, 0x400, 8) == 0);
}

TEST_CASE("a get of part of what it asks for is reported, a get from an empty ring is not") {
  ShacRig rig;
  rig.scratch->set_up_ring(2, 0x400, 256, RingStatus::NearlyFull);
  rig.me[0]->add(0, command(SCRATCH_GET, 8, 0, 2, 2));
  rig.run(1000);
  rig.scratch->ring_put(2, 1);
  rig.scratch->ring_put(2, 2);
  rig.scratch->ring_put(2, 3);
  rig.me[0]->add(1000, command(SCRATCH_GET, 8, 0, 2, 2));
  rig.run(2000);
  CHECK(rig.hazards.seen.empty());
  rig.me[0]->add(2000, command(SCRATCH_GET, 8, 0, 2, 2));
  rig.run(3000);
  REQUIRE(rig.hazards.seen.size() == 1);
  CHECK(rig.hazards.seen[0].kind == HazardKind::ShortGet);
  CHECK(rig.hazards.seen[0].text ==
        "get of 2 longwords from ring 2, which holds 1: the others are 0");
}

TEST_CASE("wrong rings are refused with what was expected") {
  ShacRig rig;
  CHECK_THROWS_AS(rig.scratch->set_up_ring(0, 0, 100, RingStatus::Empty), InputError);
  try {
    rig.scratch->set_up_ring(0, 0x200, 256, RingStatus::Empty);
    FAIL("no error");
  } catch (const InputError& e) {
    CHECK(std::string(e.what()).find("ring 0 at 0x200: expected a multiple of its 0x400 bytes "
                                     "inside the scratchpad's 0x4000") != std::string::npos);
  }
  CHECK_THROWS_AS(rig.scratch->set_up_ring(0, 0x4000, 128, RingStatus::Empty), InputError);
  CHECK_NOTHROW(rig.scratch->set_up_ring(0, 0x3000, 1024, RingStatus::Empty));
}

TEST_CASE("addresses that do not exist are reported and harmless") {
  ShacRig rig;
  const auto bad = [&](Command c) {
    const unsigned before = rig.hazards.count(HazardKind::BadAddress);
    rig.me[0]->in.fill(0xdead);
    rig.me[0]->add(rig.kernel->now(), c);
    rig.run(rig.kernel->now() + 1000);
    return rig.hazards.count(HazardKind::BadAddress) - before;
  };
  CHECK(bad(command(SCRATCH_READ, 0x3ffc, 0, 2, 2)) == 1); // the second word
  CHECK(rig.me[0]->in[1] == 0);
  CHECK(bad(command(SCRATCH_WRITE, 0x4000, 0, 1, 2)) == 1);
  CHECK(rig.hazards.seen.back().text ==
        "scratch[write] of address 0x4000: the scratchpad has 0x4000 bytes");
  CHECK(bad(command(SCRATCH_TEST_AND_ADD, 0xfffffffc, 0, 1, 2)) == 1);
  CHECK(rig.me[0]->in[0] == 0);
  rig.scratch->write(0x10, 5);
  CHECK(bad(command(SCRATCH_READ, 0x12, 0, 1, 2)) == 1); // the low bits do not exist
  CHECK(rig.hazards.seen.back().text == "scratch[read] of address 0x12: not a multiple of 4");
  CHECK(rig.me[0]->in[0] == 5);
  CHECK(bad(command(SCRATCH_GET, 0x40, 0, 1, 2)) == 1);
  CHECK(bad(command(SCRATCH_PUT, 0x3c, 0, 1, 2)) == 0);
  CHECK(rig.count(RigEvent::Signal) == 7); // one for each, two for the test-and-add
  CHECK(rig.hazards.seen.front().me == 0);
  CHECK(rig.hazards.seen.front().tick > 0);
}

TEST_CASE("with --uninitialised, longwords never written are reported once each") {
  ShacRig rig({.check = true});
  rig.scratch->write(0x100, 1);
  rig.me[0]->add(0, command(SCRATCH_WRITE, 0x104, 0, 2, 2));
  rig.me[0]->add(300, command(SCRATCH_READ, 0x100, 0, 4, 2));
  rig.me[0]->add(600, command(SCRATCH_READ, 0x100, 0, 4, 2));
  rig.me[0]->add(900, command(SCRATCH_INCR, 0x200, 0, 1, 2));
  rig.me[0]->add(1200, command(SCRATCH_READ, 0x200, 0, 1, 2));
  rig.run(3000);
  REQUIRE(rig.hazards.count(HazardKind::Uninitialised) == 2);
  CHECK(rig.hazards.seen[0].text == "scratch longword 0x10c was never written");
  CHECK(rig.hazards.seen[1].text == "scratch longword 0x200 was never written"); // the counter
}

TEST_CASE("data for another microengine are announced to it") {
  ShacRig rig;
  Command c = command(SCRATCH_READ, 0, 7, 3, 2);
  c.data_me = 6;
  rig.me[0]->add(100, c);
  rig.run(1000);
  const auto expected = rig.ticks(RigEvent::Expect, 6, 7);
  REQUIRE(expected.size() == 1);
  const auto pushed = rig.ticks(RigEvent::Push, 6, 7);
  REQUIRE(pushed.size() == 1);
  CHECK(pushed[0] >= expected[0] + rig.params.me(rig.params.kernel_lookahead));
  CHECK(rig.signals(0, 2).size() == 1); // the issuer's
  CHECK(rig.ticks(RigEvent::Expect, 0, 7).empty());
}

TEST_CASE("accesses from outside follow earlier effects") {
  // A full ring; `look` after the effect of a get and before its end. The get takes the first word.
  const auto after_get = [](auto look) {
    Tick end = 0;
    for (const bool looks : {false, true}) {
      ShacRig rig;
      rig.scratch->set_up_ring(3, 0x400, 128, RingStatus::NearlyFull);
      for (uint32_t n = 0; n < 128; ++n)
        REQUIRE(rig.scratch->ring_put(3, 10 + n));
      rig.me[0]->add(0, command(SCRATCH_GET, 12, 5, 1, 2));
      if (looks) {
        rig.run(end);
        look(*rig.scratch);
      }
      rig.run(1000);
      CHECK(rig.me[0]->in[5] == 10);
      end = rig.signals(0, 2).at(0);
    }
  };
  after_get([](Scratch& s) { CHECK(s.ring_count(3) == s.ring_size(3) - 1); });
  after_get([](Scratch& s) { CHECK(s.ring_words(3).at(0) == 11); });
  after_get([](Scratch& s) { CHECK(s.ring_get(3) == 11); });
  after_get([](Scratch& s) { CHECK(s.ring_put(3, 7)); });
  after_get([](Scratch& s) { CHECK(s.read_ring_csr(3, 4) == 4); });
  after_get([](Scratch& s) { s.write_ring_csr(3, 4, 8); });
  ShacRig rig;
  rig.me[0]->add(0, command(SCRATCH_INCR, 0x40, 0, 0, 0));
  rig.run(1000);
  rig.scratch->write(0x40, 100);
  CHECK(rig.scratch->read(0x40) == 100);
}
