// A simple control core (Slot::ControlCore): moves words between scratch rings, drains rings,
// counts the interrupts of microengines. It does one thing at a time: each ring access takes
// xscale.ring_access, and the agents of the system file take turns, so a longer list makes each
// slower, as it would on one XScale.
#pragma once

#include "emu/chip/system.h"
#include "emu/kernel/kernel.h"

#include <optional>
#include <vector>

namespace ixp {

class Scratch;

class ControlCore final : public Agent {
public:
  ControlCore(const std::vector<AgentConfig>& agents, const Params& params, Scratch& scratch);
  void step(Tick now) override;

  void interrupt() { ++interrupts_; }
  void attention() { ++attentions_; }

  struct AgentStats {
    AgentConfig config;
    uint64_t words = 0;       // moved or drained
    uint64_t found_empty = 0; // looks at an empty ring
    uint64_t found_full = 0;  // had a word and no room for it
  };
  std::vector<AgentStats> statistics() const;
  uint64_t interrupts() const { return interrupts_; } // XSCALE_INT_A and _B
  uint64_t attentions() const { return attentions_; } // ctx_arb[bpt]
  unsigned holding() const;                           // words taken and not yet put

private:
  struct Task {
    AgentStats stats;
    std::optional<uint32_t> word; // on its way from ring to ring
  };
  void access(Task& task);

  Scratch& scratch_;
  Tick access_time_;
  std::vector<Task> tasks_; // those that touch rings
  size_t turn_ = 0;
  uint64_t interrupts_ = 0, attentions_ = 0;
};

} // namespace ixp
