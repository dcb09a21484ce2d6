// A simple control core (Slot::ControlCore): moves words between scratch rings, drains rings,
// counts interrupts of microengines. It represents any software with these tasks, and does not
// model the XScale's speed: the agents of the system file take turns of xscale.ring_access, and in
// its turn each handles up to `burst` words. With `burst = 1` each word costs a turn.
#pragma once

#include "emu/chip/system.h"
#include "emu/kernel/kernel.h"

#include <vector>

namespace ixp {

class Scratch;

class ControlCore final : public Agent {
public:
  ControlCore(const std::vector<AgentConfig>& agents, const Params& params, Scratch& scratch);
  IXP_OFTEN void step(Tick now) override;

  void interrupt() { ++interrupts_; }
  void attention() { ++attentions_; }

  struct AgentStats {
    AgentConfig config;
    uint64_t words = 0;       // moved or drained
    uint64_t found_empty = 0; // tries at an empty ring
    uint64_t found_full = 0;  // a word had no space in its target
  };
  const std::vector<AgentStats>& statistics() const { return tasks_; }
  uint64_t interrupts() const { return interrupts_; } // XSCALE_INT_A and _B
  uint64_t attentions() const { return attentions_; } // ctx_arb[bpt]

private:
  void serve(AgentStats& s);

  Scratch& scratch_;
  Tick access_time_;
  std::vector<AgentStats> tasks_; // tasks that use rings
  size_t turn_ = 0;
  uint64_t interrupts_ = 0, attentions_ = 0;
};

} // namespace ixp
