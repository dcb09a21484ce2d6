// The scheduler. Every part of the chip with actions at ticks of its own is an Agent; it announces
// the tick of its next action, and the kernel runs the earliest. Two kernels give the same order:
// EventKernel jumps from action to action, TickKernel visits every tick and asks every agent (slow
// and plain, to check the other).
//
// Order. Actions go by (tick, Slot). All effects of one agent on another happen at a LATER tick, so
// the order of slots decides only the view within a tick: units deliver words and signals before
// microengines act.
#pragma once

#include "emu/kernel/calendar.h"
#include "emu/kernel/rare.h"
#include "emu/kernel/time.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ixp {

// Order within a tick, first to last. Within a group of slots, by number.
enum class Slot : uint8_t {
  RxPorts, // bytes from the network enter port buffers
  TxPorts, // bytes leave port buffers for the network; frames complete
  Msf,     // mpackets move between ports, RBUF and TBUF; status pushes
  Dram,    // completions: data pushed or pulled, signals set
  Sram0,
  Sram1,
  Scratch,
  Hash,
  Cap,
  Further,     // a unit without a fixed name
  Absent,      // answers for units this chip does not have
  XScale,      // the ARM program of the control core: its accesses, like units
  CommandBus0, // grants commands of cluster 0 to units
  CommandBus1,
  Me0, // microengines see all of the above in this tick
  Me7 = Me0 + 7,
  ControlCore, // agents of the XScale
  Observer,    // stop conditions, dumps, progress: see the tick complete
  Events,      // delivers events to probes
  kCount
};
constexpr unsigned kSlots = static_cast<unsigned>(Slot::kCount);
constexpr Slot me_slot(unsigned me) {
  return static_cast<Slot>(static_cast<unsigned>(Slot::Me0) + me);
}

class Kernel;

class Agent {
public:
  virtual ~Agent() = default;
  // Does everything due at `now`, then calls schedule() for the next action. Called with now ==
  // next().
  virtual IXP_OFTEN void step(Tick now) = 0;
  Tick next() const { return next_; }
  // Another agent requests an action at this tick, not before the kernel's now().
  void act_by(Tick t) { schedule_by(t); }

protected:
  unsigned slot() const { // 0 before Kernel::add()
    return static_cast<unsigned>(std::countr_zero(slot_bit_));
  }
  // Announces the tick of the next action; replaces the earlier announcement. Outside the agent's
  // own step(), the tick must not be before the kernel's now().
  inline void schedule(Tick t);
  inline Tick now() const; // the kernel's; 0 before Kernel::add()
  // The agent's actions before this tick have happened, or must appear so: now(), or the tick after
  // it if the slot's turn has passed.
  inline Tick past() const;
  // Like schedule(), but never postpones an announced action.
  void schedule_by(Tick t) {
    if (t < next_) schedule(t);
  }

private:
  friend class Kernel;
  Kernel* kernel_ = nullptr;
  uint32_t slot_bit_ = 1;
  Tick next_ = kNever;
};

class Kernel {
public:
  virtual ~Kernel() = default;
  void add(Agent& agent, Slot slot);

  // Runs all actions with tick < limit, or until the end set by stop_at().
  virtual void run(Tick limit) = 0;

  // After run(limit): also runs the actions of tick `limit` whose slots come before `end`. For
  // debuggers, which inspect a microengine as it is about to act. run() continues from there.
  virtual void run_slots(Slot end) = 0;

  Tick now() const { return now_; }
  // The slot whose step() runs, or ran last; 0 after the end of a run, when no action of now() has
  // happened yet.
  unsigned acting() const { return acting_; }
  Tick next_action() const; // the earliest tick that an agent has announced; kNever: none
  // No action at or after this tick will run.
  Tick horizon() const { return horizon_; }
  // Moves the end of the current run() to an earlier tick, at least `lookahead` ticks from now().
  void stop_at(Tick t);

  // Ticks that an agent may compute ahead of now(): effects that another agent starts at or after
  // now() do not reach it earlier (parameter kernel.lookahead).
  Tick lookahead() const { return lookahead_; }
  void set_lookahead(Tick ticks) { lookahead_ = ticks; }

protected:
  void end_run() {
    if (horizon_ == kNever) return;
    now_ = horizon_;
    acting_ = 0;
  }
  void act(unsigned slot, Tick now) {
    acting_ = slot;
    agents_[slot]->step(now);
  }
  friend class Agent;
  std::array<Agent*, kSlots> agents_{};
  Calendar calendar_; // EventKernel's; an agent's mark counts if it is next() of the agent
  Tick now_ = 0, horizon_ = 0, lookahead_ = 0;
  unsigned acting_ = 0;
};

Tick Agent::now() const {
  return kernel_ ? kernel_->now() : 0;
}

Tick Agent::past() const {
  return kernel_ ? kernel_->now() + (kernel_->acting() > slot()) : 0;
}

void Agent::schedule(Tick t) {
  next_ = t;
  if (kernel_) kernel_->calendar_.mark(slot_bit_, t, kernel_->now_);
}

// Jumps from action to action.
class EventKernel final : public Kernel {
public:
  void run(Tick limit) override;
  void run_slots(Slot end) override;

private:
  void act_until(unsigned end);
  IXP_RARE Tick next_far();
};

// Visits every tick and every agent, in slot order; uses the agents' announcements, not the
// calendar.
class TickKernel final : public Kernel {
public:
  void run(Tick limit) override;
  void run_slots(Slot end) override;
};

} // namespace ixp
