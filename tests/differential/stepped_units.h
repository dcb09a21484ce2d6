// The units of stepped_timing.h.
#pragma once

#include "tests/differential/stepped_unit.h"

#include <set>

namespace ixp::test {

// Commands on their path to one of the units that share an inlet: granted and not started.
struct SteppedInlet {
  unsigned waiting = 0;
};

// Scratchpad, hash unit, CAP, or the replacement of absent units: a queue and a service.
class SteppedShac final : public SteppedUnit {
public:
  SteppedShac(const Params& p, SteppedDataBuses& buses, SteppedInlet& inlet, unsigned most = 16)
      : SteppedUnit(p, buses), inlet_(inlet), most_(most) {}
  bool room(const Command&, Tick) const override {
    return inlet_.waiting < params_.scratch_inlet_fifo;
  }
  void grant(Job& job, Tick now) override;
  void step(Tick now) override;
  void pull(Job& job) override;
  bool in_order(const Job&, const Job&) const override { return true; }
  void push(Job& job) override;

private:
  void adjust_cap(Job& job) const;

  SteppedInlet& inlet_;
  const unsigned most_; // count of a command
  std::deque<Job*> queue_;
  Tick busy_ = 0; // ticks that the current command needs the unit
};

// A channel of SRAM. Reads, writes and the queue array are resources; a command begins when it has
// all that it needs, and each resource serves commands in their order.
class SteppedSram final : public SteppedUnit {
public:
  using SteppedUnit::SteppedUnit;
  bool room(const Command&, Tick) const override { return queue_.size() < params_.sram_cmd_queue; }
  void grant(Job& job, Tick now) override;
  void step(Tick now) override;
  void pull(Job& job) override;
  bool in_order(const Job& earlier, const Job& later) const override;
  void push(Job& job) override;

private:
  enum Resource { Read, Write, Array, kResources };
  bool issue(const Job& job, Tick now, std::array<bool, kResources>& claimed);

  std::deque<Job*> queue_;  // from the first that has not been issued
  std::deque<Job*> issued_; // dequeues that wait for a link
  std::array<Tick, kResources> busy_{};
  std::array<Tick, 64> link_{}; // ticks until an entry's next link is there
};

// DRAM: pieces of commands search a map of the ticks at which the data pins are busy.
class SteppedDram final : public SteppedUnit {
public:
  SteppedDram(const Params& p, SteppedDataBuses& buses)
      : SteppedUnit(p, buses), banks_(p.dram_banks) {}
  bool room(const Command& c, Tick now) const override;
  void grant(Job& job, Tick now) override;
  void step(Tick) override {}
  void pull(Job& job) override;
  bool in_order(const Job& earlier, const Job& later) const override;
  void push(Job& job) override;

private:
  struct Bank {
    Tick activate = 0, data = 0; // earliest ticks of the next ones
    int64_t row = -1;            // open
    std::vector<Tick> leaves;    // of commands from its queue
  };
  struct Piece {
    unsigned bank, granules;
    int64_t row;
  };
  static uint32_t first(const Command& c) { return c.address & ~7u; }
  static unsigned quadwords(const Command& c);
  static unsigned words(const Command& c);
  void move_element(Job& job, SteppedDataBus& bus);
  std::vector<Piece> pieces(const Command& c) const;
  Tick free_pins(Tick from, Tick length);

  std::vector<Bank> banks_;
  std::set<Tick> pins_; // busy
};

// The MSF's commands.
class SteppedMsf final : public SteppedUnit {
public:
  using SteppedUnit::SteppedUnit;
  bool room(const Command& c, Tick now) const override;
  void grant(Job& job, Tick now) override;
  void step(Tick now) override;
  void pull(Job& job) override;
  bool in_order(const Job&, const Job&) const override { return false; }
  void push(Job& job) override;

private:
  std::deque<Job*> queue_;
  Tick busy_ = 0;
  std::deque<Tick> waits_; // when those that have to wait will start
  Tick free_ = 0;          // when the last one will have been served
};

} // namespace ixp::test
