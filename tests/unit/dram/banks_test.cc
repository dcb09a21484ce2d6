// The bank rules of the DRAM channel, without data.
#include "tests/catch.h"

#include "emu/memory/dram_banks.h"

#include <algorithm>
#include <random>
#include <vector>

using namespace ixp;

namespace {
struct Rules {
  explicit Rules(const Params& p = {}) : params(p), banks(p) {}
  Params params;
  DramBanks banks;
  Tick clock(uint64_t n) const { return n * params.clock_dram_div; }
  uint32_t stripe() const { return static_cast<uint32_t>(params.dram_interleave_bytes); }
};
} // namespace

TEST_CASE("stretches are handed out earliest fit") {
  StretchSchedule s;
  CHECK(s.reserve(100, 8) == 100);
  CHECK(s.reserve(100, 8) == 108);
  CHECK(s.reserve(200, 8) == 200); // gap 116..200
  CHECK(s.reserve(0, 8) == 0);     // gap 8..100
  CHECK(s.reserve(90, 8) == 90);
  CHECK(s.reserve(90, 8) == 116);
  CHECK(s.reserve(120, 76) == 124);
  CHECK(s.reserve(110, 8) == 208);
  s.forget_before(300);
  CHECK(s.reserve(50, 8) == 216);
}

TEST_CASE("stretches never overlap") {
  StretchSchedule s;
  std::mt19937 random(1);
  std::vector<std::pair<Tick, Tick>> taken;
  for (unsigned i = 0; i < 3000; ++i) {
    const Tick ready = i * 4 + random() % 200, length = 8 * (1 + random() % 4);
    s.forget_before(i * 4);
    const Tick begin = s.reserve(ready, length);
    REQUIRE(begin >= ready);
    taken.emplace_back(begin, begin + length);
  }
  std::sort(taken.begin(), taken.end());
  for (size_t i = 1; i < taken.size(); ++i)
    REQUIRE(taken[i].first >= taken[i - 1].second);
}

TEST_CASE("a row stays open until the data of its last command have moved") {
  Params p;
  p.dram_t_rc = 1;
  Rules r(p);
  const DramBanks::Plan first = r.banks.plan(0x40, 64, 1000, 900);
  const DramBanks::Plan other_row = r.banks.plan(0x40 + (1u << 20), 64, 1000, 900);
  REQUIRE(r.banks.activates(0) == 2);
  CHECK(other_row.first == first.last + r.banks.granule_ticks());
}

TEST_CASE("an idle bank starts a command when it arrives") {
  Rules r;
  const DramBanks::Plan plan = r.banks.plan(0x40, 64, 1000, 900);
  CHECK(plan.first == 1000);
  CHECK(plan.last == 1000 + 3 * r.banks.granule_ticks());
  CHECK(r.banks.granules() == 4);
  CHECK(r.banks.activates(0) == 1);
}

TEST_CASE("a bank takes one activate per t_rc, other banks go ahead") {
  Rules r;
  CHECK(r.banks.plan(0, 8, 1000, 900).first == 1000);
  CHECK(r.banks.plan(8, 8, 1000, 900).first == 1000 + r.clock(10));
  CHECK(r.banks.plan(4 * r.stripe(), 8, 1000, 900).first == 1000 + 2 * r.clock(10));
  // Another bank slips in between; the pins are busy for one granule after 1000.
  CHECK(r.banks.bank_of(r.stripe()) == 1);
  CHECK(r.banks.plan(r.stripe(), 8, 1000, 900).first == 1000 + r.banks.granule_ticks());
}

TEST_CASE("a command across a bank boundary uses both banks") {
  Rules r;
  const DramBanks::Plan plan = r.banks.plan(r.stripe() - 32, 64, 1000, 900);
  CHECK(plan.last == 1000 + 3 * r.banks.granule_ticks());
  CHECK(r.banks.activates(0) == 1);
  CHECK(r.banks.activates(1) == 1);
}

TEST_CASE("a misaligned granule counts whole") {
  Rules r;
  r.banks.plan(8, 16, 1000, 900); // two halves
  CHECK(r.banks.granules() == 2);
}

TEST_CASE("bank queues fill and empty") {
  Rules r;
  for (unsigned i = 0; i < r.params.dram_bank_queue; ++i) {
    CHECK(r.banks.room(0, 8, 900));
    r.banks.plan(0, 8, 1000, 900);
  }
  CHECK_FALSE(r.banks.room(0, 8, 900));
  CHECK(r.banks.room(r.stripe(), 8, 900));            // another bank
  CHECK_FALSE(r.banks.room(r.stripe() - 8, 16, 900)); // touches both
  CHECK(r.banks.next_room(900) == 1000);
  CHECK_FALSE(r.banks.room(0, 8, 999));
  CHECK(r.banks.room(0, 8, 1000));
  CHECK(r.banks.next_room(1000) == kNever);
}

TEST_CASE("effects keep the order of a bank's queue") {
  Rules r;
  const auto order = [&](uint32_t address, unsigned bytes, Tick effect) {
    r.banks.plan(address, bytes, 100, 0);
    return r.banks.in_bank_order(effect);
  };
  CHECK(order(0, 8, 500) == 500);
  CHECK(order(64, 8, 400) == 500);
  CHECK(order(128, 8, 400) == 400); // another bank
  CHECK(order(120, 16, 450) == 500);
  CHECK(order(128, 8, 400) == 500); // after the command that touched both
}

TEST_CASE("with ECC a partial write reads its granules first") {
  Params p;
  p.dram_ecc_partial_write = 1;
  Rules r(p);
  CHECK(r.banks.plan(0, 8, 1000, 900, true).first == 1000 + r.banks.granule_ticks());
  CHECK(r.banks.granules() == 2);
  CHECK(r.banks.plan(r.stripe(), 32, 2000, 1900, true).last == 2000 + 3 * r.banks.granule_ticks());
  CHECK(r.banks.plan(2 * r.stripe(), 8, 3000, 2900, false).first == 3000);
  Rules without;
  CHECK(without.banks.plan(0, 8, 1000, 900, true).first == 1000);
}

TEST_CASE("open page: a row hit needs no activate and is t_rcd earlier") {
  Params p;
  p.dram_open_page = 1;
  Rules r(p);
  r.banks.plan(0, 8, 1000, 900);
  CHECK(r.banks.plan(64, 8, 2000, 1900).first == 2000 - r.clock(3));
  CHECK(r.banks.activates(0) == 1);
  CHECK(r.banks.row_hits() == 1);
  const auto next_row = static_cast<uint32_t>(p.dram_row_bytes * p.dram_banks);
  CHECK(r.banks.plan(next_row, 8, 3000, 2900).first == 3000);
  CHECK(r.banks.plan(0, 8, 3000, 2900).first == 3000 + r.clock(10)); // conflict
  CHECK(r.banks.activates(0) == 3);
  // Data do not move before the command is handed over.
  p.dram_t_rcd = 16;
  Rules early(p);
  early.banks.plan(0, 8, 1000, 900);
  CHECK(early.banks.plan(64, 8, 2000, 1950).first == 1950);
  // Hits one after the other fill the pins.
  Rules stream(p);
  Tick last = 0;
  for (unsigned i = 0; i < 100; ++i)
    last = stream.banks.plan(i % 8 * 16, 8, 1000, 900).first;
  CHECK(last == 1000 + 99 * stream.banks.granule_ticks());
}

TEST_CASE("random commands obey the rules, whatever the geometry") {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937 random(seed);
    Params p;
    p.dram_banks = 1 + random() % 8;
    p.dram_interleave_bytes = 16u << random() % 5;
    p.dram_granule_bytes = 8u << random() % 3;
    p.dram_t_rc = 1 + random() % 20;
    Rules r(p);
    std::vector<std::vector<Tick>> single(p.dram_banks); // first slots of commands in one bank
    for (unsigned i = 0; i < 2000; ++i) {
      const auto address = static_cast<uint32_t>(random() % 4096 * 8);
      const unsigned bytes = 8 * (1 + random() % 16);
      const Tick arrival = 1000 + i * 20;
      const DramBanks::Plan plan = r.banks.plan(address, bytes, arrival, arrival - 100);
      REQUIRE(plan.first >= arrival);
      REQUIRE(plan.last >= plan.first);
      if (address / p.dram_interleave_bytes == (address + bytes - 1) / p.dram_interleave_bytes)
        single[r.banks.bank_of(address)].push_back(plan.first);
    }
    for (const auto& ticks : single)
      for (size_t i = 1; i < ticks.size(); ++i)
        REQUIRE(ticks[i] > ticks[i - 1]); // in order
  }
}
