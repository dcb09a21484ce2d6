// A bus may delay any access: only time may change. Memory that the core accesses by
// itself, without its bus, must change nothing at all. And a copy of the state continues as the
// original does. The code is random words, so that every case occurs.
#include "base/random.h"
#include "emu/xscale/decode.h"
#include "tests/catch.h"
#include "tests/unit/xscale/machine.h"

using namespace ixp;
using namespace ixp::xscale;

namespace {

// Delays some accesses, and performs each once.
class SlowMemory : public Bus {
public:
  SlowMemory(uint32_t bytes, uint64_t seed) : memory(bytes), random_(seed) {}

  Answer access(const Access& a) override {
    if (random_.below(3)) return memory.access(a);
    waiting_ = a;
    return {Answer::Wait, 0, 0};
  }
  // The end of the access that waits.
  void answer(Core& core) {
    const Answer a = memory.access(waiting_);
    if (a.kind == Answer::Failed)
      core.fail(7);
    else
      core.complete(a.value, 7);
  }

  TestMemory memory;

private:
  Random random_;
  Access waiting_;
};

void fill(TestMemory& memory, uint64_t seed) {
  Random random(seed);
  for (uint32_t at = 0; at < memory.size(); at += 4) {
    const auto table = arm_instructions();
    const Instruction& i = table[random.below(table.size())];
    const auto bits = static_cast<uint32_t>(random.next());
    uint32_t word = (bits & ~i.mask) | i.value;
    if (random.below(2)) word = (word & 0x0fffffff) | 0xe0000000;
    memory.put(at, 4, random.below(8) ? word : bits);
  }
}

void begin(Core& core, uint64_t seed) {
  Random random(seed);
  core.reset(random.below(2));
  State& s = core.edit();
  for (unsigned i = 0; i < 15; ++i)
    s.r[i] = static_cast<uint32_t>(random.below(2) ? random.below(0x12000) : random.next());
  s.r[15] = 0x1000;
  write_cpsr(s, static_cast<uint32_t>(random.below(2) ? Mode::User : Mode::System) | psr::kF);
  if (random.below(3) == 0) s.cpsr |= psr::kT;
}

// As if no access had taken time, and the cycle counter did not show it.
State without_time(State s) {
  s.cycles = 0;
  s.counter = {};
  return s;
}

constexpr uint32_t kMemory = 0x10000;
constexpr unsigned kSteps = 400;

bool reads_counter(const State& s) {
  return s.counter.monitor || s.stop.reason == StopReason::NotModelled;
}

} // namespace

TEST_CASE("accesses that wait change nothing but time, and happen once") {
  uint64_t waits = 0, instructions = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    TestMemory fast(kMemory);
    SlowMemory slow(kMemory, seed);
    Core quick(fast), waiting(slow);
    fill(fast, seed), fill(slow.memory, seed);
    begin(quick, seed), begin(waiting, seed);
    for (unsigned i = 0; i < kSteps && !reads_counter(quick.state()); ++i) {
      const bool irq = i % 64 == 63;
      quick.set_irq(irq), waiting.set_irq(irq);
      const Step expected = quick.step();
      Step step;
      for (; (step = waiting.step()) == Step::Waiting; ++waits)
        slow.answer(waiting);
      REQUIRE(step == expected);
      REQUIRE(without_time(waiting.state()) == without_time(quick.state()));
    }
    REQUIRE(slow.memory.accesses == fast.accesses);
    instructions += quick.state().instructions;
  }
  CHECK(waits > 5000);
  CHECK(instructions > 5000);
}

// Sections and small pages with all kinds of rights, several addresses for each granule, and holes.
void map(TestMemory& memory, Core& core, uint64_t seed) {
  constexpr uint32_t kTable = 0x8000, kPages = 0xc000;
  Random random(seed);
  for (uint32_t megabyte = 0; megabyte < 0x1000; ++megabyte)
    memory.put(kTable + 4 * megabyte, 4,
               megabyte == 0     ? kPages | 1
               : random.below(4) ? 0x2 | random.below(4) << 10
                                 : 0);
  for (uint32_t page = 0; page < 0x100; ++page)
    memory.put(kPages + 4 * page, 4,
               (page & 15) << 12 | (random.below(8) ? 0xff0 : random.below(256) << 4) | 2);
  State& s = core.edit();
  s.system.translation_base = kTable;
  s.system.domains = random.below(8) ? 1 : 3;
  s.system.control |= control::kMmu;
}

TEST_CASE("memory accessed without the bus changes nothing") {
  uint64_t instructions = 0, saved = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    TestMemory plain(kMemory), open(kMemory);
    open.is_open = true;
    Core expected(plain), core(open);
    for (auto [memory, runs] : {std::pair(&plain, &expected), std::pair(&open, &core)}) {
      fill(*memory, seed);
      begin(*runs, seed);
      if (seed % 4) map(*memory, *runs, seed);
    }
    Random random(seed);
    State &before = expected.edit(), &now = core.edit(); // r15 changes without closing windows
    for (unsigned i = 0; i < kSteps; ++i) {
      if (random.below(16) == 0)
        before.r[15] = now.r[15] = static_cast<uint32_t>(random.below(0x100000)) & ~3u;
      REQUIRE(core.step() == expected.step());
      REQUIRE(now == before);
    }
    REQUIRE(open.bytes() == plain.bytes());
    instructions += now.instructions;
    saved += plain.accesses.size() - open.accesses.size();
  }
  CHECK(instructions > 20000);
  CHECK(saved > 20000);
}

TEST_CASE("a copy of state and memory goes on as the original") {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    TestMemory memory(kMemory);
    Core core(memory);
    fill(memory, seed);
    begin(core, seed);
    for (unsigned i = 0; i < 100; ++i)
      core.step();
    TestMemory memory_copy = memory;
    Core copy(memory_copy);
    copy.edit() = core.state();
    for (unsigned i = 0; i < 300; ++i) {
      REQUIRE(core.step() == copy.step());
      REQUIRE(core.state() == copy.state());
    }
  }
}

TEST_CASE(
    "an instruction whose access waits can be copied in the middle, and ends before an interrupt") {
  SlowMemory memory(kMemory, 3);
  Core core(memory);
  core.reset(false);
  write_cpsr(core.edit(), static_cast<uint32_t>(Mode::System));
  core.edit().r[15] = 0x1000;
  core.edit().r[1] = 0x8000;
  memory.memory.put(0x1000, 4, 0xe8b1001c); // ldm r1!, {r2, r3, r4}
  for (uint32_t i = 0; i < 3; ++i)
    memory.memory.put(0x8000 + 4 * i, 4, 10 + i);
  unsigned copies = 0;
  while (core.step() == Step::Waiting) {
    const State middle = core.state();
    core.edit() = State{};
    core.edit() = middle;
    core.set_irq(true);
    memory.answer(core);
    ++copies;
  }
  CHECK(copies > 0);
  CHECK(core.state().r[1] == 0x800c);
  CHECK(core.state().r[4] == 12);
  core.step();
  CHECK(core.state().mode() == Mode::Irq);
  CHECK(core.state().r[14] == 0x1008);
}
