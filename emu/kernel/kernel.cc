#include "emu/kernel/kernel.h"

#include <algorithm>
#include <cassert>

namespace ixp {

void Kernel::add(Agent& agent, Slot slot) {
  agent.kernel_ = this;
  agent.slot_ = static_cast<unsigned>(slot);
  assert(!agents_[agent.slot_] && "one agent a slot");
  agents_[agent.slot_] = &agent;
  changed(agent.slot_, agent.next_);
}

void Kernel::stop_at(Tick t) {
  horizon_ = std::min(horizon_, std::max(t, now_ + lookahead_));
}

static uint64_t key(Tick t, unsigned slot) {
  constexpr Tick kLast = kNever >> 5; // "never" and everything later look alike
  return std::min(t, kLast) << 5 | slot;
}

EventKernel::EventKernel() {
  for (unsigned i = 0; i < kLeaves; ++i)
    tree_[kLeaves + i] = key(kNever, i);
  for (unsigned i = kLeaves; i-- > 1;)
    tree_[i] = std::min(tree_[2 * i], tree_[2 * i + 1]);
}

void EventKernel::changed(unsigned slot, Tick next) {
  unsigned i = kLeaves + slot;
  uint64_t winner = key(next, slot);
  tree_[i] = winner;
  while (i > 1) {
    winner = std::min(winner, tree_[i ^ 1]);
    i /= 2;
    if (tree_[i] == winner) break;
    tree_[i] = winner;
  }
}

void EventKernel::run(Tick limit) {
  horizon_ = limit;
  while (true) {
    const uint64_t first = tree_[1];
    const Tick t = first >> 5;
    if (t >= horizon_ || t == (kNever >> 5)) break;
    now_ = t;
    act(first & 31);
  }
  if (horizon_ != kNever) now_ = horizon_;
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
  if (horizon_ != kNever) now_ = horizon_;
}

} // namespace ixp
