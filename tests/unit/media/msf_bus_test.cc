// The MSF behind the real command buses and data buses: all commands end, order holds, both
// kernels agree, traffic on the buses has the expected cost.
#include "tests/catch.h"

#include "emu/memory/bus.h"
#include "emu/memory/data_bus.h"
#include "tests/unit/media/media_fixture.h"

using namespace ixp;
using namespace ixp::test;
using namespace ixp::msf_reg;

namespace {
// Eight microengines that issue a command whenever their FIFO has room.
template <class K> struct Flood {
  Params params;
  PacketLedger ledger;
  Hazards hazards;
  RxPorts rx{params, ledger};
  TxPorts tx{params, ledger};
  CommandPool pool;
  CommandRouter router;
  DataBus data_bus{params};
  const CommandTable commands{params};
  std::array<FakeMe, kMicroengines> me;
  std::unique_ptr<Msf> msf;
  std::unique_ptr<CommandBus> bus[2];
  Script script;
  K kernel;
  std::array<unsigned, kMicroengines> left;
  std::minstd_rand random{7};

  explicit Flood(unsigned commands_each) {
    left.fill(commands_each);
    tx.add(0, {});
    msf = std::make_unique<Msf>(MsfConfig{}, params, rx, tx, ledger, hazards);
    MemoryWiring wiring;
    for (unsigned i = 0; i < kMicroengines; ++i)
      wiring.microengines[i] = &me[i];
    wiring.commands = &commands;
    wiring.pool = &pool;
    wiring.data_bus = &data_bus;
    msf->connect(wiring);
    router.route(mev2::InstrClass::Msf, *msf);
    for (unsigned i = 0; i < 2; ++i)
      bus[i] = std::make_unique<CommandBus>(i, params, router, wiring);
    kernel.add(rx, Slot::RxPorts);
    kernel.add(tx, Slot::TxPorts);
    kernel.add(*msf, Slot::Msf);
    kernel.add(*bus[0], Slot::CommandBus0);
    kernel.add(*bus[1], Slot::CommandBus1);
    kernel.add(script, Slot::ControlCore);
    for (unsigned i = 0; i < kMicroengines; ++i)
      script.at(100, [this, i](Tick now) { issue(i, now); });
  }

  void issue(unsigned i, Tick now) {
    if (left[i] == 0) return;
    script.at(now + 2, [this, i](Tick t) { issue(i, t); });
    CommandFifo& fifo = bus[i / 4]->fifo(i);
    if (fifo.full()) return;
    static constexpr mev2::Opcode kOps[] = {mev2::Opcode::MSF_READ, mev2::Opcode::MSF_WRITE64,
                                            mev2::Opcode::MSF_READ64};
    Command c;
    c.op = kOps[random() % 3];
    c.me = c.data_me = static_cast<uint8_t>(i);
    c.address = c.op == mev2::Opcode::MSF_WRITE64 ? kBuffer + 64 : kTxControl;
    c.count = static_cast<uint8_t>(c.op == mev2::Opcode::MSF_WRITE64 ? 1 + random() % 4 : 1);
    c.signal = static_cast<uint8_t>(1 + left[i] % 15);
    c.issued = now;
    --left[i];
    fifo.next() = c;
    fifo.post();
  }

  std::vector<std::array<uint64_t, 3>> signals() const {
    std::vector<std::array<uint64_t, 3>> out;
    for (const FakeMe& m : me)
      for (const auto& s : m.signals)
        out.push_back({s.tick, s.ctx, s.number});
    return out;
  }
};
} // namespace

TEST_CASE("a flood of commands overruns the inlet, and every one completes") {
  constexpr unsigned kEach = 300;
  Flood<EventKernel> a(kEach);
  a.kernel.run(200'000);
  for (const FakeMe& m : a.me)
    CHECK(m.signals.size() == kEach);
  CHECK(a.msf->stats().commands == 8 * kEach);
  CHECK(a.msf->stats().inlet_max == a.params.msf_inlet_fifo);
  CHECK(a.bus[0]->stats().refused > 0);
  CHECK(a.msf->quiet());
  Flood<TickKernel> b(kEach);
  b.kernel.run(200'000);
  CHECK(a.signals() == b.signals());
}

TEST_CASE("words of others on the push bus make a read and a status word later") {
  const auto read_ends = [](unsigned words_of_others) {
    Flood<EventKernel> b(0);
    // a cycle of the bus each, from just before the read's first word
    b.data_bus.s_push[1].reserve(1000 + 160, words_of_others, 4);
    Command c;
    c.op = mev2::Opcode::MSF_READ;
    c.me = c.data_me = 6;
    c.address = kTxControl;
    c.count = 1;
    c.signal = 1;
    b.script.at(1000, [&](Tick now) {
      InFlight& t = b.pool.take();
      t.command = c;
      b.msf->accept(t, now, now + 36);
    });
    b.kernel.run(5000);
    return b.me[6].signals.at(0).tick;
  };
  CHECK(read_ends(0) == 1160);
  CHECK(read_ends(1) == 1164);
  CHECK(read_ends(10) == 1200);
}
