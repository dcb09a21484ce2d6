// The command bus of the reference engine: the rules of bus.h, applied in every bus cycle, to
// verify the computed times of the other one. It shares the FIFOs and the counters, but not the
// search for grants.
#pragma once

#include "emu/memory/bus.h"

namespace ixp {

class PlainBus final : public CommandBus {
public:
  using CommandBus::CommandBus;

  IXP_OFTEN void step(Tick now) override;

private:
  // State of the first command of a member.
  struct First {
    bool refused = false; // at least once ...
    bool waits = false;   // ... and no full unit has had space since
  };
  void retry() override;
  Tick first_opportunity(const Command& c) const;
  bool its_turn(const MemoryUnit& unit, const Command& c, Tick now) const;
  bool offer(unsigned member, Tick now);

  std::array<First, kSize> firsts_;
};

} // namespace ixp
