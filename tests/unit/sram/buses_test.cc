// SRAM and DRAM behind the real command and data buses: contexts that loop over one command must
// run at the rate of the closed form, min(T / (L + o), service limit). L is the unloaded latency, o
// the cycles between wake-up and the next issue. Both kernels must agree.
#include "tests/catch.h"

#include "emu/memory/bus.h"
#include "emu/memory/data_bus.h"
#include "emu/memory/dram.h"
#include "emu/memory/sram.h"
#include "tests/unit/sram/memory_rig.h"

#include <functional>
#include <memory>
#include <numeric>
#include <set>

using namespace ixp;
using namespace ixp::test;
using mev2::Opcode;

namespace {
constexpr unsigned kOverhead = 3; // o, ME cycles

// Contexts of one microengine, each issuing one command after the other; one issue a cycle.
class Looper final : public Agent, public Requester {
public:
  // Command number n of this microengine; its context and signal are filled in.
  using Make = std::function<Command(unsigned n)>;
  Looper(unsigned me, unsigned contexts, const Params& params, Make make)
      : me_(me), params_(params), make_(std::move(make)) {
    for (unsigned c = 0; c < contexts; ++c)
      ready_.emplace(params.me(100), c);
    schedule(params.me(100));
  }
  CommandFifo* fifo = nullptr;
  uint64_t done = 0;
  Tick last_signal = 0;

  IXP_OFTEN void step(Tick now) override {
    if (fifo->full()) return schedule(kNever);
    Command c = make_(issued_++);
    c.me = c.data_me = static_cast<uint8_t>(me_);
    c.ctx = static_cast<uint8_t>(ready_.begin()->second);
    c.issued = now;
    c.signal = 2;
    c.xfer = static_cast<uint8_t>(16 * c.ctx);
    c.file = mev2::info(c.op).cls == mev2::InstrClass::Dram ? XferFile::D : XferFile::S;
    ready_.erase(ready_.begin());
    fifo->next() = c;
    fifo->post();
    wait(now + params_.me(1));
  }
  void pull(const Registers& from, unsigned count, uint32_t* words) override {
    std::iota(words, words + count, from.first);
  }
  void push(const Registers&, unsigned, const uint32_t*) override {}
  void expect_push(const Registers&, unsigned) override {}
  void signal(unsigned ctx, unsigned signals, Tick now) override {
    if (!(signals & signal_bit(2))) return; // the other half of a pair
    ++done;
    last_signal = now;
    ready_.emplace(now + params_.me(kOverhead), ctx);
    wait(now + 1);
  }
  void fifo_advanced(Tick now) override { wait(now + 1); }
  void write_csr_from_outside(uint16_t, uint32_t, Tick) override {}
  uint32_t read_csr_from_outside(uint16_t, Tick) override { return 0; }

private:
  void wait(Tick from) {
    schedule(ready_.empty() ? kNever : std::max(from, ready_.begin()->first));
  }
  unsigned me_, issued_ = 0;
  const Params& params_;
  Make make_;
  std::set<std::pair<Tick, unsigned>> ready_;
};

struct Result {
  double million_per_second; // at 600 MHz
  std::vector<Tick> last_signals;
  bool refused;
};

template <class K = EventKernel>
Result run(unsigned microengines, unsigned contexts, const Looper::Make& make,
           unsigned cycles = 200'000) {
  const Params params;
  Hazards hazards;
  CommandRouter router;
  DataBus data_bus(params);
  SramChannel sram0(0, params, hazards), sram1(1, params, hazards);
  Dram dram(params, hazards);
  router.set_absent(dram);
  router.route(mev2::InstrClass::Dram, dram);
  router.set_sram(0, sram0);
  router.set_sram(1, sram1);
  std::vector<std::unique_ptr<Looper>> loopers;
  const CommandTable commands(params);
  MemoryWiring wiring;
  wiring.commands = &commands;
  CommandPool pool;
  wiring.pool = &pool;
  wiring.data_bus = &data_bus;
  for (unsigned me = 0; me < kMicroengines; ++me) {
    loopers.push_back(std::make_unique<Looper>(me, me < microengines ? contexts : 0, params, make));
    wiring.microengines[me] = loopers.back().get();
  }
  CommandBus bus0(0, params, router, wiring), bus1(1, params, router, wiring);
  for (unsigned me = 0; me < kMicroengines; ++me)
    loopers[me]->fifo = &(cluster_of(me) ? bus1 : bus0).fifo(me);
  sram0.connect(wiring);
  sram1.connect(wiring);
  dram.connect(wiring, nullptr);
  K kernel;
  kernel.add(sram0, Slot::Sram0);
  kernel.add(sram1, Slot::Sram1);
  kernel.add(dram, Slot::Dram);
  kernel.add(bus0, Slot::CommandBus0);
  kernel.add(bus1, Slot::CommandBus1);
  for (unsigned me = 0; me < microengines; ++me)
    kernel.add(*loopers[me], me_slot(me));

  const auto total = [&] {
    uint64_t sum = 0;
    for (const auto& l : loopers)
      sum += l->done;
    return sum;
  };
  kernel.run(params.me(cycles / 10));
  const uint64_t warm = total();
  kernel.run(params.me(cycles / 10 + cycles));
  Result result{static_cast<double>(total() - warm) / cycles * 600, {}, false};
  for (const auto& l : loopers)
    result.last_signals.push_back(l->last_signal);
  result.refused = bus0.stats().refused + bus1.stats().refused > 0;
  CHECK(hazards.seen.empty());
  return result;
}

Command command(Opcode op, uint32_t address, unsigned count) {
  Command c;
  c.op = op;
  c.address = address;
  c.count = static_cast<uint8_t>(count);
  return c;
}
Command sram_read(unsigned n) {
  return command(Opcode::SRAM_READ, n % 1000 * 4, 1);
}
Command sram_both_channels(unsigned n) {
  return command(Opcode::SRAM_READ, n % 2 << 30, 1);
}
Command dram_round_robin(unsigned n) {
  return command(Opcode::DRAM_READ, n % 4 * 128, 1);
}
Command dram_one_bank(unsigned) {
  return command(Opcode::DRAM_READ, 0, 1);
}
// Successive commands of the whole chip go to successive banks.
Looper::Make dram_blocks() {
  const auto count = std::make_shared<unsigned>(0);
  return [count](unsigned) { return command(Opcode::DRAM_READ, (*count)++ % 64 * 128, 16); };
}
} // namespace

TEST_CASE("one microengine runs at the closed forms' rates") {
  const auto rate = [](unsigned contexts, unsigned latency) {
    return Approx(contexts * 600.0 / (latency + kOverhead)).epsilon(0.002);
  };
  CHECK(run(1, 1, sram_read).million_per_second == rate(1, 90));
  CHECK(run(1, 8, sram_read).million_per_second == rate(8, 90).epsilon(0.02));
  CHECK(run(1, 1, dram_round_robin).million_per_second == rate(1, 120));
  CHECK(run(1, 8, dram_round_robin).million_per_second == rate(8, 120).epsilon(0.02));
  CHECK(run(1, 1, dram_one_bank).million_per_second == rate(1, 120));
  CHECK(run(1, 8, dram_one_bank).million_per_second == Approx(15.0).epsilon(0.002));
}

TEST_CASE("many microengines reach the service limits and no more") {
  const Result one_channel = run(8, 8, sram_read);
  CHECK(one_channel.million_per_second == Approx(200.0).epsilon(0.002));
  CHECK(one_channel.refused); // the channel pushed back
  CHECK(run(8, 8, sram_both_channels).million_per_second == Approx(400.0).epsilon(0.01));
  // 16 quadwords = 8 granules of 150 M/s.
  const Result blocks = run(8, 8, dram_blocks());
  CHECK(blocks.million_per_second == Approx(150.0 / 8).epsilon(0.01));
  CHECK(blocks.refused);
}

TEST_CASE("a queue of one entry under load: one dequeue each 30 cycles") {
  const auto dequeue = [](unsigned) { return command(Opcode::SRAM_DEQUEUE, 3u << 24, 0); };
  CHECK(run(8, 8, dequeue).million_per_second == Approx(20.0).epsilon(0.002));
}

TEST_CASE("a loaded chip runs the same under both kernels") {
  const auto mixed = [](unsigned n) {
    switch (n % 7) {
    case 0: return command(Opcode::SRAM_WRITE, n % 97 * 4, 1 + n % 16);
    case 1: return command(Opcode::SRAM_READ, (n % 3 ? 1u << 30 : 0) + n % 97 * 4, 1 + n % 8);
    case 2: return command(Opcode::DRAM_WRITE, n % 119 * 8, 1 + n % 16);
    case 3: return command(Opcode::SRAM_ENQUEUE, 5u << 24 | (0x1000 + n % 4096 * 8), 0);
    case 4: return command(Opcode::SRAM_DEQUEUE, 5u << 24, 0);
    case 5: return command(Opcode::SRAM_INCR, 1u << 30 | 0x40, 0);
    default: return command(Opcode::DRAM_READ, n % 119 * 8, 1 + n % 16);
    }
  };
  const Result a = run<EventKernel>(8, 8, mixed, 20'000);
  const Result b = run<TickKernel>(8, 8, mixed, 20'000);
  CHECK(a.million_per_second > 20);
  CHECK(a.million_per_second == b.million_per_second);
  CHECK(a.last_signals == b.last_signals);
}
