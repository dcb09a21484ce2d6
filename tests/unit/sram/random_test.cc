// Random commands on one SRAM channel: memory and returned values must match executing the
// commands one after the other, and both kernels must give the same events.
#include "tests/catch.h"

#include "emu/memory/sram.h"
#include "tests/unit/sram/memory_rig.h"

#include <array>
#include <deque>
#include <map>
#include <random>

namespace random_test {

using namespace ixp;
using namespace ixp::test;
using mev2::Opcode;

namespace {
constexpr uint32_t kArea = 64; // longwords: small, so that commands overlap

// Signals name the command: 7 even signals x 8 contexts x 8 microengines, more than are in flight.
void set_name(Command& c, unsigned i) {
  c.signal = static_cast<uint8_t>(2 + i % 7 * 2);
  c.ctx = static_cast<uint8_t>(i / 7 % 8);
  c.me = c.data_me = static_cast<uint8_t>(i / 56 % 8);
}
unsigned name_of(unsigned me, unsigned ctx, unsigned signal) {
  return me << 8 | ctx << 4 | (signal & ~1u);
}

// Expected results of commands, computed when the bus delivers each.
struct Oracle {
  explicit Oracle(Bench& b) : bench(b) {}
  Bench& bench;
  std::vector<uint32_t> memory = std::vector<uint32_t>(kArea + 16);
  QueueEntry queue;
  SramMemory links{1 << 20, false};
  std::map<unsigned, std::deque<std::vector<uint32_t>>> expected;

  void accept(const Command& c) {
    const uint32_t at = c.address / 4;
    const auto& out = bench.me[c.data_me].out[0];
    std::vector<uint32_t> result;
    switch (c.op) {
    case Opcode::SRAM_READ:
      result.assign(memory.begin() + at, memory.begin() + at + c.count);
      break;
    case Opcode::SRAM_WRITE:
      for (unsigned i = 0; i < c.count; ++i)
        memory[at + i] = out[c.xfer + i];
      break;
    case Opcode::SRAM_TEST_AND_ADD:
      result = {memory[at]};
      memory[at] += out[c.xfer];
      break;
    case Opcode::SRAM_INCR: ++memory[at]; break;
    case Opcode::SRAM_ENQUEUE: enqueue(queue, links, enqueue_link(c)); break;
    case Opcode::SRAM_DEQUEUE: result = {dequeue(queue, links, {})}; break;
    default: FAIL("not used here");
    }
    expected[name_of(c.me, c.ctx, c.signal)].push_back(result);
  }
};

Command random_command(std::mt19937& random, unsigned i) {
  static constexpr std::array ops{
      Opcode::SRAM_READ,         Opcode::SRAM_READ, Opcode::SRAM_WRITE,   Opcode::SRAM_WRITE,
      Opcode::SRAM_TEST_AND_ADD, Opcode::SRAM_INCR, Opcode::SRAM_ENQUEUE, Opcode::SRAM_DEQUEUE};
  Command c;
  c.op = ops[random() % ops.size()];
  set_name(c, i);
  if (c.op == Opcode::SRAM_ENQUEUE || c.op == Opcode::SRAM_DEQUEUE) {
    c.address = 5u << 24 | (0x1000 + i % 1000 * 8);
  } else {
    c.address = static_cast<uint32_t>(random() % kArea * 4);
    c.count = static_cast<uint8_t>(1 + random() % 16);
  }
  c.xfer = static_cast<uint8_t>(random() % 100);
  return c;
}

template <class K> std::vector<RigEvent> run(unsigned seed, unsigned commands) {
  Bench bench;
  K kernel;
  SramChannel sram(1, bench.params, bench.hazards);
  sram.connect(bench.wiring());
  Source source(sram, bench.params, bench.pool);
  kernel.add(sram, Slot::Sram1);
  kernel.add(source, Slot::CommandBus1);
  Oracle oracle(bench);
  source.on_accept = [&](const Command& c) { oracle.accept(c); };
  std::mt19937 random(seed);
  Tick at = 100;
  for (unsigned i = 0; i < commands; ++i) {
    at += random() % 4 ? random() % 30 : random() % 300; // bursts and pauses
    source.issue(random_command(random, i), at);
  }
  kernel.run(at + 1'000'000);

  // The signal of a command directly follows its pushes.
  std::vector<uint32_t> pushed;
  unsigned answers = 0;
  for (const RigEvent& e : bench.log) {
    if (e.kind == RigEvent::Push) pushed.push_back(e.value);
    if (e.kind != RigEvent::Signal) continue;
    auto& waiting = oracle.expected[name_of(e.me, e.ctx, e.number)];
    // test_and_add signals its pull first, before anything was pushed.
    if (e.number % 2 == 0 && pushed.empty() && !waiting.empty() && waiting.front().size() == 1)
      continue;
    REQUIRE_FALSE(waiting.empty());
    REQUIRE(pushed == waiting.front());
    waiting.pop_front();
    pushed.clear();
    ++answers;
  }
  CHECK(answers == commands);
  for (uint32_t i = 0; i < kArea; ++i)
    CHECK(sram.read(i * 4) == oracle.memory[i]);
  CHECK(sram.entry(5).head == oracle.queue.head);
  CHECK(sram.entry(5).depth() == oracle.queue.depth());
  CHECK(bench.hazards.seen.empty());
  return bench.log;
}
} // namespace

TEST_CASE("random commands act in command order, the same under both kernels") {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const std::vector<RigEvent> a = run<EventKernel>(seed, 1500), b = run<TickKernel>(seed, 1500);
    REQUIRE(a.size() > 1500);
    REQUIRE((a == b));
  }
}

} // namespace random_test
