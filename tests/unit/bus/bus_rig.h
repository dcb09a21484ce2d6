// Scripted microengines, command buses, and units that only note what they are given.
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
class FakeUnit final : public Unit {
public:
  std::vector<Accepted> accepted;
  CommandRouter* router = nullptr;
  unsigned depth = 1000;
  Tick service = 1, closed_until = 0;

  bool can_accept(const Command&, Tick now) const override {
    return now >= closed_until && waiting() < depth;
  }
  bool accept(const Command& c, Tick now, Tick arrival) override {
    if (now < closed_until) schedule_by(closed_until);
    if (!can_accept(c, now)) return false;
    accepted.push_back({c, now, arrival});
    free_ = std::max(free_, arrival) + service;
    ends_.push_back(free_);
    if (waiting() >= depth) schedule_by(ends_[ends_.size() - depth]);
    return true;
  }
  void step(Tick) override {
    schedule(kNever);
    router->retry();
  }
  void list_commands(std::vector<Command>&) const override {}

private:
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
    std::array<Requester*, kMicroengines> requesters;
    for (unsigned i = 0; i < kMicroengines; ++i) {
      me[i] = std::make_unique<ScriptedMe>(i, params, posting, log);
      requesters[i] = me[i].get();
      kernel->add(*me[i], me_slot(i));
    }
    for (unsigned i = 0; i < 2; ++i) {
      bus[i] = std::make_unique<CommandBus>(i, params, router, requesters);
      kernel->add(*bus[i], i ? Slot::CommandBus1 : Slot::CommandBus0);
    }
    for (unsigned i = 0; i < kMicroengines; ++i)
      me[i]->port = bus[cluster_of(i)].get();
    router.set_absent(absent);
    router.route(mev2::InstrClass::Scratch, scratch);
    router.route(mev2::InstrClass::Hash, hash);
    router.set_sram(0, sram[0]);
    router.set_sram(1, sram[1]);
    for (auto [unit, slot] : {std::pair{&scratch, Slot::Scratch}, std::pair{&hash, Slot::Hash},
                              std::pair{&sram[0], Slot::Sram0}, std::pair{&sram[1], Slot::Sram1},
                              std::pair{&absent, Slot::Absent}}) {
      unit->router = &router;
      kernel->add(*unit, slot);
    }
  }
  BusRig(const BusRig&) = delete;
  void run(Tick until) { kernel->run(until); }

  const Params params;
  Log log;
  std::unique_ptr<Kernel> kernel;
  CommandRouter router;
  std::array<std::unique_ptr<ScriptedMe>, kMicroengines> me;
  std::array<std::unique_ptr<CommandBus>, 2> bus;
  FakeUnit scratch, hash, absent;
  std::array<FakeUnit, 2> sram;
};

} // namespace ixp::test
