// The command bus of the reference engine: the rules of bus.h, walked through in every bus cycle,
// so that the arithmetic of the other one has something to be compared with. It shares with it what
// a chip knows of a bus, and nothing of how grants are found.
#pragma once

#include "emu/memory/bus.h"

#include <deque>

namespace ixp {

class PlainBus final : public CommandBus {
public:
  using CommandBus::CommandBus;

  Command* place(unsigned me) override;
  void post(unsigned me) override;
  void step(Tick now) override;
  void retry() override;
  bool quiet() const override;
  void list_commands(std::vector<Command>& out) const override;

private:
  struct Waiting {
    Command command;
    bool refused = false; // at least once ...
    bool waits = false;   // ... and the unit has not said since that it has room
  };
  using Fifo = std::deque<Waiting>;
  Tick first_opportunity(const Command& c) const;
  bool its_turn(const Unit& unit, const Command& c, Tick now) const;
  bool offer(unsigned member, Tick now);
  void granted(unsigned member, Tick now);

  std::array<Fifo, kSize> fifos_;
  std::array<Command, kSize> next_; // being filled in
  unsigned last_ = kSize - 1;       // whose command was granted last
};

} // namespace ixp
