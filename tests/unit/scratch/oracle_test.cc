// Random commands of one microengine against plain memory and deques.
#include "tests/catch.h"

#include "tests/unit/scratch/shac_rig.h"

#include <deque>

using namespace ixp;
using namespace ixp::test;
using enum mev2::Opcode;
using mev2::Opcode;

namespace {
// Memory below the rings; ring n of 128 longwords at 0x1000 + 0x200 * n.
constexpr unsigned kRings = 4, kRingSize = 128, kLongwords = 8;
constexpr uint32_t kRingBase = 0x1000;

struct Oracle {
  std::array<uint32_t, kLongwords + 16> memory{};
  std::array<std::deque<uint32_t>, kRings> rings;
  unsigned overruns = 0, short_gets = 0;

  // Contents of the transfer registers after the command, given the words in S_OUT.
  std::vector<uint32_t> execute(const Command& c, const uint32_t* out) {
    const unsigned at = c.address / 4;
    const uint32_t x = *out;
    uint32_t* const m = &memory[at % memory.size()];
    const auto exchange = [&](uint32_t value, bool returns) -> std::vector<uint32_t> {
      const uint32_t old = std::exchange(*m, value);
      return returns ? std::vector<uint32_t>{old} : std::vector<uint32_t>{};
    };
    switch (c.op) {
    case SCRATCH_READ: return {m, m + c.count};
    case SCRATCH_WRITE: std::copy(out, out + c.count, m); return {};
    case SCRATCH_GET: {
      short_gets += !rings[at].empty() && rings[at].size() < c.count;
      std::vector<uint32_t> words(c.count, 0);
      for (uint32_t& w : words) {
        if (rings[at].empty()) break;
        w = rings[at].front();
        rings[at].pop_front();
      }
      return words;
    }
    case SCRATCH_PUT:
      rings[at].insert(rings[at].end(), out, out + c.count);
      if (rings[at].size() > kRingSize) {
        ++overruns;
        rings[at].erase(rings[at].begin(), rings[at].begin() + kRingSize);
      }
      return {};
    case SCRATCH_SWAP: return exchange(x, true);
    case SCRATCH_SET: return exchange(*m | x, false);
    case SCRATCH_TEST_AND_SET: return exchange(*m | x, true);
    case SCRATCH_CLR: return exchange(*m & ~x, false);
    case SCRATCH_TEST_AND_CLR: return exchange(*m & ~x, true);
    case SCRATCH_ADD: return exchange(*m + x, false);
    case SCRATCH_TEST_AND_ADD: return exchange(*m + x, true);
    case SCRATCH_SUB: return exchange(*m - x, false);
    case SCRATCH_TEST_AND_SUB: return exchange(*m - x, true);
    case SCRATCH_INCR: return exchange(*m + 1, false);
    case SCRATCH_TEST_AND_INCR: return exchange(*m + 1, true);
    case SCRATCH_DECR: return exchange(*m - 1, false);
    case SCRATCH_TEST_AND_DECR: return exchange(*m - 1, true);
    default: FAIL("not a scratch command"); return {};
    }
  }
};

constexpr Opcode kOps[] = {
    SCRATCH_READ,         SCRATCH_WRITE,         SCRATCH_GET,          SCRATCH_PUT,
    SCRATCH_PUT,          SCRATCH_GET,           SCRATCH_SWAP,         SCRATCH_SET,
    SCRATCH_TEST_AND_SET, SCRATCH_CLR,           SCRATCH_TEST_AND_CLR, SCRATCH_ADD,
    SCRATCH_TEST_AND_ADD, SCRATCH_SUB,           SCRATCH_TEST_AND_SUB, SCRATCH_INCR,
    SCRATCH_DECR,         SCRATCH_TEST_AND_INCR, SCRATCH_TEST_AND_DECR};

void run_random(unsigned seed, unsigned put_bias) {
  ShacRig rig;
  Oracle oracle;
  std::minstd_rand random(seed);
  for (unsigned n = 0; n < kRings; ++n)
    rig.scratch->set_up_ring(n, kRingBase + n * kRingSize * 4, kRingSize, RingStatus::NearlyFull);

  Tick now = 0;
  for (unsigned batch = 0; batch < 120; ++batch) {
    // Eight commands in flight, each with 16 transfer registers of its own.
    ScriptedMe& me = *rig.me[0];
    for (uint32_t& w : me.out)
      w = static_cast<uint32_t>(random());
    me.in.fill(0xdead);
    std::vector<std::vector<uint32_t>> expected;
    for (unsigned slot = 0; slot < 8; ++slot) {
      Opcode op = kOps[random() % std::size(kOps)];
      if (op == SCRATCH_GET && random() % 8 < put_bias) op = SCRATCH_PUT;
      const bool ring = op == SCRATCH_GET || op == SCRATCH_PUT;
      const uint32_t address = 4 * (random() % (ring ? kRings : kLongwords));
      const Command c = command(op, address, 16 * slot, 1 + random() % 16, random() % 2 ? 2 : 0);
      rig.me[0]->add(now + random() % 8, c);
      expected.push_back(oracle.execute(c, &me.out[16 * slot]));
    }
    rig.run(now += 2000);
    for (unsigned slot = 0; slot < 8; ++slot) {
      expected[slot].resize(16, 0xdead);
      REQUIRE(std::vector(&me.in[16 * slot], &me.in[16 * slot] + 16) == expected[slot]);
    }
    auto memory = oracle.memory;
    for (unsigned i = 0; i < memory.size(); ++i)
      memory[i] = rig.scratch->read(4 * i);
    REQUIRE(memory == oracle.memory);
    for (unsigned n = 0; n < kRings; ++n)
      REQUIRE(rig.scratch->ring_count(n) == oracle.rings[n].size());
  }
  CHECK(rig.hazards.count(HazardKind::PutIntoFullRing) == oracle.overruns);
  CHECK(rig.hazards.count(HazardKind::ShortGet) == oracle.short_gets);
  CHECK(rig.hazards.seen.size() == oracle.overruns + oracle.short_gets);
  if (put_bias) CHECK(oracle.overruns > 0);
  uint64_t put = 0, got = 0, overruns = 0;
  for (unsigned n = 0; n < kRings; ++n) {
    const RingStats& s = rig.scratch->ring_stats(n);
    put += s.words_put;
    got += s.words_got;
    overruns += s.overruns;
    CHECK(s.depth.depth() == oracle.rings[n].size());
  }
  CHECK(overruns == oracle.overruns);
  unsigned left = 0;
  for (const auto& r : oracle.rings)
    left += r.size();
  CHECK(put == got + left + overruns * kRingSize);
}
} // namespace

TEST_CASE("random scratch commands do what plain memory and deques do") {
  for (unsigned seed = 1; seed <= 6; ++seed)
    run_random(seed, 0);
}

TEST_CASE("rings that overflow keep the newest words") {
  for (unsigned seed = 1; seed <= 6; ++seed)
    run_random(seed, 6);
}
