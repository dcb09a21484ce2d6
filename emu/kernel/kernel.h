// Who acts next. Every part of the chip that does something at a time of its own is an Agent; it
// announces the tick of its next action, and the kernel lets the earliest one act. Two kernels
// give the same order: EventKernel jumps from action to action, TickKernel walks every tick and
// asks everybody in turn (slow, plain, used to disprove the other).
//
// Order. Actions go by (tick, Slot). Whatever one agent sends to another takes effect at a LATER
// tick, so the order of slots decides only what an agent sees of the same tick: units deliver
// data and signals before microengines look.
#pragma once

#include "emu/kernel/time.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ixp {

// Same-tick order, first to last. Within a slot group, by number.
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
  Absent,      // answers for units this chip does not have
  XScale,      // the ARM program of the control core: its accesses, like units
  CommandBus0, // grants commands of cluster 0 to units, after units made room
  CommandBus1,
  Me0, // microengines see everything above of this tick
  Me7 = Me0 + 7,
  ControlCore, // agents of the XScale
  Observer,    // stop conditions, dumps, progress: see the tick complete
  Events,      // probes hear what happened
  kCount
};
constexpr unsigned kSlots = static_cast<unsigned>(Slot::kCount);
constexpr Slot me_slot(unsigned me) {
  return static_cast<Slot>(static_cast<unsigned>(Slot::Me0) + me);
}

class Kernel;

// When which slot acts next, two levels deep: most announcements put off the earliest slot of a
// small group, so only that group is looked through again.
class Agenda {
public:
  Agenda() {
    for (unsigned slot = 0; slot < kLeaves; ++slot)
      keys_[slot] = key(kNever, slot);
    for (unsigned g = 0; g < kGroups; ++g)
      earliest_[g] = keys_[g * kGroup];
  }
  void set(unsigned slot, Tick t) {
    const uint64_t is = key(t, slot), was = keys_[slot];
    keys_[slot] = is;
    uint64_t& earliest = earliest_[slot / kGroup];
    if (is < earliest) {
      earliest = is;
    } else if (was == earliest) {
      const uint64_t* k = &keys_[slot / kGroup * kGroup];
      earliest = std::min(std::min(k[0], k[1]), std::min(k[2], k[3]));
    }
  }
  // The earliest slot, of those of the same tick the first.
  struct Entry {
    Tick tick; // kLast: never
    unsigned slot;
  };
  Entry first() const {
    uint64_t first = earliest_[0];
    for (unsigned g = 1; g < kGroups; ++g)
      first = std::min(first, earliest_[g]);
    return {first >> kSlotBits, static_cast<unsigned>(first & ((1u << kSlotBits) - 1))};
  }
  static constexpr unsigned kSlotBits = 5;
  static constexpr Tick kLast = kNever >> kSlotBits; // "never" and everything later look alike

private:
  static constexpr unsigned kGroup = 4, kGroups = (kSlots + kGroup - 1) / kGroup;
  static constexpr unsigned kLeaves = kGroup * kGroups;
  static_assert(kLeaves <= 1u << kSlotBits);
  static uint64_t key(Tick t, unsigned slot) { return std::min(t, kLast) << kSlotBits | slot; }

  std::array<uint64_t, kLeaves> keys_;     // tick << kSlotBits | slot
  std::array<uint64_t, kGroups> earliest_; // of each group
};

class Agent {
public:
  virtual ~Agent() = default;
  // Do everything that is due at `now`, then schedule() the next action. Called with now == next().
  virtual void step(Tick now) = 0;
  Tick next() const { return next_; }
  // The end of the run has come nearer, to this tick: whoever worked out its future beyond it,
  // which only one may who can come back, comes back.
  virtual void end_nears(Tick horizon) {}
  // Somebody else has something for it at this tick, not before the kernel's now().
  void act_by(Tick t) { schedule_by(t); }

protected:
  unsigned slot() const { return slot_; } // 0 before Kernel::add()
  // Announce the tick of the next action; replaces the earlier announcement. From outside one's
  // own step(), the tick must not lie before the kernel's now().
  inline void schedule(Tick t);
  inline Tick now() const; // the kernel's; 0 before Kernel::add()
  // What this agent was to do before this tick has been done or should look as if it had:
  // everything before now(), and at now() if its slot's turn has passed.
  inline Tick past() const;
  // Like schedule(), but never postpones what is already announced.
  void schedule_by(Tick t) {
    if (t < next_) schedule(t);
  }

private:
  friend class Kernel;
  Kernel* kernel_ = nullptr;
  unsigned slot_ = 0;
  Tick next_ = kNever;
};

class Kernel {
public:
  virtual ~Kernel() = default;
  void add(Agent& agent, Slot slot);

  // Runs all actions with tick < limit, or until stop_at() brings the end nearer.
  virtual void run(Tick limit) = 0;

  // After run(limit): the actions of tick `limit` whose slots come before `end`, too. For
  // debuggers, who look at a microengine as it is about to act. run() goes on from there.
  virtual void run_slots(Slot end) = 0;

  Tick now() const { return now_; }
  // The slot whose step() runs, or ran last; 0 behind the end of a run, where nothing of now() has
  // happened yet.
  unsigned acting() const { return acting_; }
  Tick next_action() const; // the earliest tick that somebody has announced; kNever: none
  // No action at or after this tick will run; nobody may run ahead past it.
  Tick horizon() const { return horizon_; }
  // Brings the end of the current run() nearer. At least `lookahead` ticks from now().
  void stop_at(Tick t);

  // How far ahead of now() an agent may work out its own future before it must come back: nothing
  // that others start at or after now() reaches it earlier (parameter kernel.lookahead).
  Tick lookahead() const { return lookahead_; }
  void set_lookahead(Tick ticks) { lookahead_ = ticks; }

  uint64_t actions() const { return actions_; } // agent steps so far, for benchmarks

protected:
  void end_run() {
    if (horizon_ == kNever) return;
    now_ = horizon_;
    acting_ = 0;
  }
  void act(unsigned slot) {
    ++actions_;
    acting_ = slot;
    agents_[slot]->step(now_);
  }
  friend class Agent;
  std::array<Agent*, kSlots> agents_{};
  Agenda agenda_; // EventKernel's
  Tick now_ = 0, horizon_ = 0, lookahead_ = 0;
  unsigned acting_ = 0;
  uint64_t actions_ = 0;
};

Tick Agent::now() const {
  return kernel_ ? kernel_->now() : 0;
}

Tick Agent::past() const {
  return kernel_ ? kernel_->now() + (kernel_->acting() > slot_) : 0;
}

void Agent::schedule(Tick t) {
  if (t == next_) return; // common: a command that is not the unit's next thing to do
  next_ = t;
  if (kernel_) kernel_->agenda_.set(slot_, t);
}

// Jumps from action to action.
class EventKernel final : public Kernel {
public:
  void run(Tick limit) override;
  void run_slots(Slot end) override;
};

// Every tick, every agent, in slot order; asks the agents and does not look at the agenda.
class TickKernel final : public Kernel {
public:
  void run(Tick limit) override;
  void run_slots(Slot end) override;
};

} // namespace ixp
