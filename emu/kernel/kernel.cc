#include "emu/kernel/kernel.h"

#include <algorithm>
#include <cassert>

namespace ixp {

void Kernel::add(Agent& agent, Slot slot) {
  agent.kernel_ = this;
  const auto number = static_cast<unsigned>(slot);
  agent.slot_bit_ = 1u << number;
  assert(!agents_[number] && "one agent a slot");
  agents_[number] = &agent;
  calendar_.mark(agent.slot_bit_, agent.next_, now_);
}

void Kernel::stop_at(Tick t) {
  horizon_ = std::min(horizon_, std::max(t, now_ + lookahead_));
}

Tick Kernel::next_action() const {
  Tick next = kNever;
  for (const Agent* agent : agents_)
    if (agent) next = std::min(next, agent->next());
  return next;
}

[[gnu::always_inline]] inline void EventKernel::act_until(unsigned end) {
  const Tick now = now_; // no action changes it
  calendar_.take(now, end, [&](unsigned slot) {
    if (agents_[slot]->next() == now) act(slot, now);
  });
}

// Actions that were too far ahead may come next: all are marked again.
Tick EventKernel::next_far() {
  const Tick t = calendar_.far();
  if (t >= horizon_) return t;
  now_ = t;
  calendar_.forget_far();
  for (unsigned slot = 0; slot < kSlots; ++slot)
    if (agents_[slot] && agents_[slot]->next() >= now_)
      calendar_.mark(1u << slot, agents_[slot]->next(), now_);
  return t;
}

void EventKernel::run(Tick limit) {
  horizon_ = limit;
  while (true) {
    Tick t = calendar_.first(now_);
    if (t >= calendar_.far()) [[unlikely]]
      t = next_far();
    if (t >= horizon_) break;
    now_ = t;
    act_until(Calendar::kAll);
  }
  end_run();
}

void EventKernel::run_slots(Slot end) {
  act_until(static_cast<unsigned>(end));
}

void TickKernel::run_slots(Slot end) {
  for (unsigned slot = 0; slot < static_cast<unsigned>(end); ++slot)
    if (agents_[slot] && agents_[slot]->next() <= now_) act(slot, now_);
}

void TickKernel::run(Tick limit) {
  horizon_ = limit;
  for (; now_ < horizon_; ++now_) {
    run_slots(Slot::kCount);
    // Checked after all have acted: a late slot may have scheduled an early one.
    const bool anyone = std::any_of(agents_.begin(), agents_.end(),
                                    [](const Agent* a) { return a && a->next() != kNever; });
    if (!anyone) break;
  }
  end_run();
}

} // namespace ixp
