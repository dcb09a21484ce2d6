#include "emu/chip/control_core.h"

#include "emu/memory/scratch.h"

namespace ixp {

ControlCore::ControlCore(const std::vector<AgentConfig>& agents, const Params& params,
                         Scratch& scratch)
    : scratch_(scratch), access_time_(params.me(params.xscale_ring_access)) {
  for (const AgentConfig& a : agents)
    if (a.kind != AgentConfig::Kind::Count) tasks_.push_back({a, 0, 0, 0});
  if (!tasks_.empty()) schedule(access_time_);
}

// Ends an agent's turn and starts the next agent's.
void ControlCore::step(Tick now) {
  serve(tasks_[turn_]);
  turn_ = (turn_ + 1) % tasks_.size();
  schedule(now + access_time_);
}

void ControlCore::serve(AgentStats& s) {
  const AgentConfig& a = s.config;
  if (scratch_.ring_count(a.from) == 0) {
    ++s.found_empty;
    return;
  }
  for (unsigned n = 0; n < a.burst && scratch_.ring_count(a.from) > 0; ++n) {
    const bool moves = a.kind == AgentConfig::Kind::Move;
    if (moves && scratch_.ring_count(a.to) == scratch_.ring_size(a.to)) {
      ++s.found_full;
      return;
    }
    const uint32_t word = scratch_.ring_get(a.from);
    if (moves) scratch_.ring_put(a.to, word);
    ++s.words;
  }
}

} // namespace ixp
