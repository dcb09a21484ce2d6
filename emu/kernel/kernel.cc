#include "emu/kernel/kernel.h"

#include <algorithm>
#include <cassert>

namespace ixp {

void Kernel::add(Agent& agent, Slot slot) {
  agent.kernel_ = this;
  agent.slot_ = static_cast<unsigned>(slot);
  assert(!agents_[agent.slot_] && "one agent a slot");
  agents_[agent.slot_] = &agent;
  agenda_.set(agent.slot_, agent.next_);
}

void Kernel::stop_at(Tick t) {
  horizon_ = std::min(horizon_, std::max(t, now_ + lookahead_));
  for (Agent* agent : agents_)
    if (agent) agent->end_nears(horizon_);
}

Tick Kernel::next_action() const {
  Tick next = kNever;
  for (const Agent* agent : agents_)
    if (agent) next = std::min(next, agent->next());
  return next;
}

void EventKernel::run(Tick limit) {
  horizon_ = limit;
  while (true) {
    const Agenda::Entry first = agenda_.first();
    if (first.tick >= horizon_ || first.tick == Agenda::kLast) break;
    now_ = first.tick;
    act(first.slot);
  }
  end_run();
}

void EventKernel::run_slots(Slot end) {
  while (true) {
    const Agenda::Entry first = agenda_.first();
    if (first.tick > now_ || first.slot >= static_cast<unsigned>(end)) return;
    act(first.slot);
  }
}

void TickKernel::run_slots(Slot end) {
  for (unsigned slot = 0; slot < static_cast<unsigned>(end); ++slot)
    if (agents_[slot] && agents_[slot]->next() <= now_) act(slot);
}

void TickKernel::run(Tick limit) {
  horizon_ = limit;
  for (; now_ < horizon_; ++now_) {
    for (unsigned slot = 0; slot < kSlots; ++slot)
      if (agents_[slot] && agents_[slot]->next() <= now_) act(slot);
    // Asked after everybody acted: a late slot may have given an early one something to do.
    const bool anyone = std::any_of(agents_.begin(), agents_.end(),
                                    [](const Agent* a) { return a && a->next() != kNever; });
    if (!anyone) break;
  }
  end_run();
}

} // namespace ixp
