// The hash function against long multiplication and division of polynomials, bit by bit; the unit's
// operands, signals and rate.
#include "tests/catch.h"

#include "tests/unit/scratch/shac_rig.h"

#include <bitset>

using namespace ixp;
using namespace ixp::test;
using enum mev2::Opcode;
using mev2::Opcode;

namespace {
using Bits = std::bitset<256>;

Bits bits(std::initializer_list<unsigned> exponents) {
  Bits b;
  for (unsigned e : exponents)
    b.set(e);
  return b;
}

// Multiplies, then divides by G from the top.
Bits reference(const Bits& a, const Bits& m, const Bits& g, unsigned width) {
  Bits product;
  for (unsigned i = 0; i < width; ++i)
    if (a[i]) product ^= m << i;
  for (int i = 255; i >= static_cast<int>(width); --i)
    if (product[static_cast<unsigned>(i)]) product ^= g << (static_cast<unsigned>(i) - width);
  return product;
}

struct Kind {
  Opcode op;
  unsigned width, longwords, first_csr;
  Bits polynomial;
};
const Kind kKinds[] = {{HASH_48, 48, 2, 0, bits({48, 36, 25, 10, 0})},
                       {HASH_64, 64, 2, 2, bits({64, 54, 35, 17, 0})},
                       {HASH_128, 128, 4, 4, bits({128, 98, 69, 33, 0})}};

Bits bits_of(const uint32_t* words, unsigned width) {
  Bits b;
  for (unsigned i = 0; i < width; ++i)
    b[i] = words[i / 32] >> i % 32 & 1;
  return b;
}
} // namespace

TEST_CASE("hashes are A * M mod G") {
  std::minstd_rand random(11);
  for (const Kind& k : kKinds) {
    for (unsigned round = 0; round < 30; ++round) {
      ShacRig rig;
      uint32_t m[4];
      for (unsigned i = 0; i < k.longwords; ++i) {
        m[i] = static_cast<uint32_t>(random() * 2654435761u);
        rig.hash->write_multiplier(k.first_csr + i, m[i]);
      }
      ScriptedMe& me = *rig.me[2];
      for (uint32_t& w : me.out)
        w = static_cast<uint32_t>(random() * 2654435761u);
      me.in.fill(0xdead);
      const unsigned hashes = 1 + round % 3;
      me.add(100, command(k.op, 0, 20, hashes, 3, 2));
      rig.run(2000);
      for (unsigned h = 0; h < hashes; ++h) {
        const unsigned at = 20 + h * k.longwords;
        const Bits expected =
            reference(bits_of(&me.out[at], k.width), bits_of(m, k.width), k.polynomial, k.width);
        Bits result = bits_of(&me.in[at], 32 * k.longwords);
        REQUIRE(result == expected); // of 48 bits the upper 16 are 0
      }
      CHECK(me.in[20 + hashes * k.longwords] == 0xdead);
      CHECK(rig.signals(2, 3).size() == 1);
    }
  }
}

TEST_CASE("before a multiplier is set every hash is 0") {
  ShacRig rig;
  rig.me[0]->in.fill(1);
  rig.me[0]->add(0, command(HASH_64, 0, 0, 1, 3));
  rig.run(1000);
  CHECK(rig.me[0]->in[0] == 0);
  CHECK(rig.me[0]->in[1] == 0);
}

TEST_CASE("an unloaded hash takes its parameter, each further one its service time") {
  const Params p;
  struct Case {
    Opcode op;
    uint64_t one, more;
  };
  for (const Case& c :
       {Case{HASH_48, p.hash_48, p.hash_service_48}, Case{HASH_64, p.hash_64, p.hash_service_64},
        Case{HASH_128, p.hash_128, p.hash_service_128}})
    for (unsigned n = 1; n <= 3; ++n)
      for (Tick issue : {100, 102}) {
        ShacRig rig;
        rig.me[0]->add(issue, command(c.op, 0, 0, n, 3));
        rig.run(2000);
        REQUIRE(rig.signals(0, 3).size() == 1);
        CHECK(rig.signals(0, 3)[0] - issue == p.me(c.one + (n - 1) * c.more));
      }
}

TEST_CASE("a saturated hash unit runs at its service rate and shares the inlet with scratchpad") {
  ShacRig rig;
  const Params& p = rig.params;
  for (unsigned i = 0; i < 20; ++i)
    for (unsigned me = 0; me < 4; ++me)
      rig.me[me]->add(0, command(HASH_128, 0, 0, 1, 3, me));
  rig.me[4]->add(800, command(SCRATCH_READ, 0, 0, 1, 3, 4));
  rig.run(100'000);
  Tick first = kNever, last = 0;
  for (unsigned me = 0; me < 4; ++me)
    for (Tick t : rig.signals(me, 3)) {
      first = std::min(first, t);
      last = std::max(last, t);
    }
  CHECK(last - first == p.me(79 * p.hash_service_128));
  CHECK(rig.inlet->max() == p.scratch_inlet_fifo);
  // The read waits for space in the inlet though the scratchpad is idle.
  CHECK(rig.signals(4, 3)[0] - 800 > p.me(p.scratch_read));
}

TEST_CASE("more than three hashes in a command are reported") {
  ShacRig rig;
  Command c = command(HASH_128, 0, 0, 3, 3);
  c.count = 16;
  rig.me[0]->add(0, c);
  rig.run(2000);
  CHECK(rig.hazards.seen.size() == 1);
  CHECK(rig.signals(0, 3).size() == 1);
  CHECK(rig.count(RigEvent::Push) == 12);
}

TEST_CASE("no word moves before tick 0") {
  ShacRig::Options o;
  o.params.clock_bus_div = 32;
  o.params.scratch_write = 19; // a cycle from the arrival to the first words
  ShacRig rig(o);
  rig.me[2]->add(0, command(HASH_128, 0, 20, 3, 3, 2));
  rig.run(5000);
  CHECK(rig.ticks(RigEvent::Pull, 2, 20) == std::vector<Tick>{11 * 32}); // twelve slots
}
