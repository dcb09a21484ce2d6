// Scripted microengines, command buses, and units that only record their commands.
#pragma once

#include "tests/unit/scratch/shac_rig.h"

namespace ixp::test {

struct Accepted {
  Command command;
  Tick granted, arrival;
  friend bool operator==(const Accepted& a, const Accepted& b) {
    return a.command.me == b.command.me && a.command.address == b.command.address &&
           a.command.issued == b.command.issued && a.granted == b.granted && a.arrival == b.arrival;
  }
};

// Takes commands into a queue of `depth` and works through them, `service` ticks each; takes
// nothing before `closed_until`.
class FakeUnit final : public MemoryUnit {
public:
  std::vector<Accepted> accepted;
  CommandPool* pool = nullptr;
  unsigned depth = 1000;
  Tick service = 1, closed_until = 0;

  bool can_accept(const Command&, Tick now) const override {
    return now >= closed_until && waiting() < depth;
  }
  Tick accept(InFlight& t, Tick now, Tick arrival) override {
    if (now < closed_until) return closed_until;
    if (waiting() >= depth) return ends_[ends_.size() - depth];
    accepted.push_back({t.command, now, arrival});
    free_ = std::max(free_, arrival) + service;
    ends_.push_back(free_);
    t.done = kNever;
    t.signals = Signals::None;
    pool->give_back(t);
    return kTaken;
  }

private:
  void perform(InFlight&) override {}
  unsigned waiting() const {
    unsigned n = 0;
    for (auto end = ends_.rbegin(); end != ends_.rend() && *end > now(); ++end)
      ++n;
    return n;
  }
  Tick free_ = 0;
  std::vector<Tick> ends_;
};

struct BusRig {
  explicit BusRig(Posting posting = Posting::Exact, bool tick_kernel = false) {
    if (tick_kernel)
      kernel = std::make_unique<TickKernel>();
    else
      kernel = std::make_unique<EventKernel>();
    kernel->set_lookahead(params.me(params.kernel_lookahead));
    MemoryWiring wiring;
    wiring.pool = &pool;
    for (unsigned i = 0; i < kMicroengines; ++i) {
      me[i] = std::make_unique<ScriptedMe>(i, params, posting, log);
      wiring.microengines[i] = me[i].get();
      kernel->add(*me[i], me_slot(i));
    }
    for (unsigned i = 0; i < 2; ++i) {
      bus[i] = std::make_unique<CommandBus>(i, params, router, wiring);
      kernel->add(*bus[i], i ? Slot::CommandBus1 : Slot::CommandBus0);
    }
    for (unsigned i = 0; i < kMicroengines; ++i)
      me[i]->fifo = &bus[cluster_of(i)]->fifo(i);
    router.set_absent(absent);
    router.route(mev2::InstrClass::Scratch, scratch);
    router.route(mev2::InstrClass::Hash, hash);
    router.set_sram(0, sram[0]);
    router.set_sram(1, sram[1]);
    for (auto [unit, slot] : {std::pair{&scratch, Slot::Scratch}, std::pair{&hash, Slot::Hash},
                              std::pair{&sram[0], Slot::Sram0}, std::pair{&sram[1], Slot::Sram1},
                              std::pair{&absent, Slot::Absent}}) {
      unit->pool = &pool;
      kernel->add(*unit, slot);
    }
  }
  BusRig(const BusRig&) = delete;
  void run(Tick until) { kernel->run(until); }

  const Params params;
  Log log;
  std::unique_ptr<Kernel> kernel;
  CommandPool pool;
  CommandRouter router;
  std::array<std::unique_ptr<ScriptedMe>, kMicroengines> me;
  std::array<std::unique_ptr<CommandBus>, 2> bus;
  FakeUnit scratch, hash, absent;
  std::array<FakeUnit, 2> sram;
};

} // namespace ixp::test
