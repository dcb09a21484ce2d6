// Loops that nothing can end (emu/xscale/endless.h).
#include "machine.h"

#include "emu/xscale/endless.h"

#include "tests/catch.h"

using namespace ixp::xscale;

namespace {

unsigned endless_at(Machine& m, unsigned steps = 0) {
  m.run(steps);
  return endless_loop(m.core.state(), [&](uint32_t address) -> std::optional<uint32_t> {
    if (address >= m.memory.size()) return std::nullopt;
    return m.memory.get(address, 4);
  });
}

TEST_CASE("a loop that changes nothing is endless, from any of its instructions") {
  for (const unsigned steps : {0u, 1u, 2u, 7u}) {
    Machine m;
    m.arm({0xe1a00000, 0xe3500000, 0xeafffffc}); // nop; cmp r0, #0; b to the nop
    m.core.step();                               // the flags have their value after the first round
    m.run(2);
    CHECK(endless_at(m, steps) == 3);
  }
}

TEST_CASE("a loop in Thumb state is endless in both byte orders") {
  for (const bool big : {false, true}) {
    Machine m(big);
    m.thumb({0x46c0, 0xe7fd}); // nop; b to it
    CHECK(endless_at(m, 1) == 2);
  }
}

TEST_CASE("a loop through calls is endless") {
  Machine m;
  m.arm({0xeb000001, 0xe1a00000, 0xeafffffc, 0xe12fff1e}); // bl to bx lr; nop; b to the bl
  CHECK(endless_at(m, 4) == 4);
}

TEST_CASE("a loop that counts, accesses data or reads a coprocessor may end") {
  for (const uint32_t word : {0xe2500001u,    // subs r0, r0, #1
                              0xe5910000u,    // ldr r0, [r1]
                              0xe5810000u,    // str r0, [r1]
                              0xe8b10001u,    // ldm r1!, {r0}
                              0xe1010092u,    // swp r0, r2, [r1]
                              0xee110e1eu,    // mrc p14, 0, r0, c1, c14, 0
                              0xee110f10u,    // mrc p15, 0, r0, c1, c0, 0
                              0xec510000u}) { // mra r0, r1, acc0
    Machine m;
    m.arm({word, 0xeafffffd}); // b to it
    CHECK(endless_at(m, 2) == 0);
  }
}

TEST_CASE("a way into a loop and a long loop are none yet") {
  Machine m;
  m.arm({0xe2800001, 0xe1a00000, 0xeafffffd}); // add r0, r0, #1; nop; b to the nop
  CHECK(endless_at(m) == 0);
  CHECK(endless_at(m, 1) == 2);
  Machine longer;
  for (uint32_t n = 0; n < kLongestLoop; ++n)
    longer.arm({0xe1a00000}, Machine::kCode + 4 * n);
  longer.arm({0xea000000 | ((0u - kLongestLoop - 2) & 0xffffff)},
             Machine::kCode + 4 * kLongestLoop);
  CHECK(endless_at(longer) == 0);
}

TEST_CASE("code without memory is no endless loop") {
  Machine m;
  m.core.edit().r[15] = 0x40000;
  m.arm({0xe7f000f0}, 0x0c); // the handler of prefetch aborts: udf
  CHECK(endless_at(m) == 0);
}

TEST_CASE("code in empty memory is none, except in User mode") {
  Machine m;
  const auto nothing = [&] {
    return executes_nothing(m.core.state(), [&](uint32_t address) -> std::optional<uint32_t> {
      if (address >= m.memory.size()) return std::nullopt;
      return m.memory.get(address, 4);
    });
  };
  m.core.edit().r[15] = 0x8000;
  CHECK(nothing());
  for (const uint32_t at : {0x8000 - 4 * kEmptyWords, 0x8000u, 0x8000 + 4 * kEmptyWords}) {
    m.memory.put(at, 4, 1);
    CHECK(!nothing());
    m.memory.put(at, 4, 0);
  }
  m.core.edit().r[15] = m.memory.size() - 4; // no memory behind
  CHECK(!nothing());
  m.core.edit().r[15] = 0x8000;
  write_cpsr(m.core.edit(), static_cast<uint32_t>(Mode::User));
  CHECK(!nothing());
}

} // namespace
