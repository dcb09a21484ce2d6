#include "emu/chip/control_core.h"

#include "emu/memory/scratch.h"

namespace ixp {

ControlCore::ControlCore(const std::vector<AgentConfig>& agents, const Params& params,
                         Scratch& scratch)
    : scratch_(scratch), access_time_(params.me(params.xscale_ring_access)) {
  for (const AgentConfig& a : agents)
    if (a.kind != AgentConfig::Kind::Count) tasks_.push_back({{a, 0, 0, 0}, {}});
  if (!tasks_.empty()) schedule(access_time_);
}

// An access ends now; the next begins.
void ControlCore::step(Tick now) {
  access(tasks_[turn_]);
  // A word just taken is put before anything else, when there is room.
  const Task& task = tasks_[turn_];
  const bool room = task.word && scratch_.ring_count(task.stats.config.to) <
                                     scratch_.ring_size(task.stats.config.to);
  if (!room) turn_ = (turn_ + 1) % tasks_.size();
  schedule(now + access_time_);
}

void ControlCore::access(Task& task) {
  AgentStats& s = task.stats;
  if (task.word) {
    if (scratch_.ring_count(s.config.to) == scratch_.ring_size(s.config.to)) {
      ++s.found_full;
      return;
    }
    scratch_.ring_put(s.config.to, *task.word);
    task.word.reset();
    ++s.words;
  } else if (scratch_.ring_count(s.config.from) == 0) {
    ++s.found_empty;
  } else {
    const uint32_t word = scratch_.ring_get(s.config.from);
    if (s.config.kind == AgentConfig::Kind::Move)
      task.word = word;
    else
      ++s.words;
  }
}

std::vector<ControlCore::AgentStats> ControlCore::statistics() const {
  std::vector<AgentStats> out;
  for (const Task& task : tasks_)
    out.push_back(task.stats);
  return out;
}

unsigned ControlCore::holding() const {
  unsigned n = 0;
  for (const Task& task : tasks_)
    n += task.word.has_value();
  return n;
}

} // namespace ixp
