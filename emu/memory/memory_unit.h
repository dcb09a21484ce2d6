// A unit at the other end of the command bus: scratchpad, SRAM channel, DRAM, hash, CAP, MSF. When
// the bus grants a command, the unit computes the ticks of its effect and of its end, in accept();
// it does the effect in perform(); everything else is here.
//
//   Tick accept(InFlight& t, Tick now, Tick arrival) {
//     const CommandRow& row = begin(t, t.command.count);
//     t.effect = ..., t.done = ...;
//     launch(t, arrival);
//     return kTaken;
//   }
//
// The unit acts at the end of a command, and at effects that others see: words are pulled, a signal
// is raised, another unit looks. An effect that none sees waits until the next of these, or until a
// look from outside (settle()); effects happen in their order and with their own ticks.
#pragma once

#include "emu/kernel/event_stream.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/params.h"
#include "emu/memory/data_bus.h"

#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

namespace ixp {

class MemoryUnit : public Agent {
public:
  // True if there is space for this command at `now`.
  virtual bool can_accept(const Command& c, Tick now) const = 0;
  // The bus offers a command at `now`; it arrives bus.command_latency (parameter) after its issue,
  // later when the bus was busy. `arrival` > now. Returns kTaken, or the tick at which there will
  // be room.
  virtual Tick accept(InFlight& t, Tick now, Tick arrival) = 0;
  static constexpr Tick kTaken = 0;

  IXP_OFTEN void step(Tick now) final;
  // Applies past effects. Called before an inspection from outside.
  void settle();
  bool quiet() const { return effects_.empty() && ends_.empty(); }
  virtual void listen(EventStream* events) {
    events_ = events;
    heard_ = heard(events, EventKind::Performed) || heard(events, EventKind::Completed);
  }

  uint8_t last_cluster = 0; // issuer of the last command taken; kept by the command buses

protected:
  MemoryUnit() = default;
  explicit MemoryUnit(const MemoryWiring& wiring) : wiring_(wiring) {}

  // Fills in the row's data for this count; the unit sets times and kind.
  const CommandRow& begin(InFlight& t, unsigned count) {
    const Command& c = t.command;
    const CommandRow& row = (*wiring_.commands)[c.op];
    t.pulls = static_cast<uint8_t>(row.pulls.of(count));
    t.pushes = static_cast<uint8_t>(row.pushes.of(count));
    t.signals = row.signals;
    t.kind = 0;
    t.visible = false;
    t.from = t.to = registers_of(c);
    t.uncounted_pulls = t.uncounted_pushes = c.data_me != c.me;
    return row;
  }
  // Schedules a command whose times are known.
  void launch(InFlight& t, Tick arrival);

  const InFlight* first_effect() const { return effects_.first(); } // pending
  // The effect; words are pulled already.
  virtual void perform(InFlight& t) = 0;
  // The end of a visible command, before its signals; words are pushed.
  virtual void finished(InFlight&) {}
  // Does work that no command asks for, after the commands of the tick; returns the next such tick.
  virtual Tick work(Tick now) { return kNever; }

  bool works_ = false; // the unit has work()
  MemoryWiring wiring_;
  EventStream* events_ = nullptr; // null: no probe

private:
  IXP_RARE void announce(const InFlight& t, Tick arrival);
  void act(InFlight& t);
  void end(InFlight& t);
  Tick next_timely_effect() const;

  bool heard_ = false; // probes want Performed or Completed
  InFlightList<&InFlight::effect, &InFlight::next_effect> effects_; // to be performed
  InFlightList<&InFlight::done, &InFlight::next_end> ends_;         // later than the effect
};

[[gnu::always_inline]] inline void MemoryUnit::launch(InFlight& t, Tick arrival) {
  if (unsigned{heard_} | unsigned{t.uncounted_pulls} | unsigned{t.uncounted_pushes}) [[unlikely]]
    announce(t, arrival);
  t.timely = t.pulls | unsigned{t.visible} | unsigned{t.done == t.effect} |
             unsigned{t.signals == Signals::Apart};
  effects_.insert(t);
  if (t.done != t.effect && t.done != kNever) ends_.insert(t);
  schedule_by(t.timely ? t.effect : t.done);
}

// The commands that a unit has accepted and not yet started: at most `depth`. They start in any
// order. Only the ticks at which the newest ones start are stored.
class Backlog {
public:
  explicit Backlog(uint64_t depth)
      : depth_(static_cast<unsigned>(depth)), mask_(std::bit_ceil(depth_ + 1) - 1),
        starts_(mask_ + size_t{1}) {}

  bool full(Tick now) const { return room_at() > now; }
  // The first tick with space, once the backlog is full.
  Tick room_at() const { return starts_[(count_ - depth_) & mask_]; }
  // Adds a command that is accepted at `now` and starts later; the backlog is not full.
  void add(Tick start, Tick now) {
    const unsigned newest = count_++;
    starts_[newest & mask_] = start;
    if (starts_[(newest - 1) & mask_] > start) [[unlikely]]
      sort(newest);
    if (starts_[(newest - max_) & mask_] > now) [[unlikely]]
      ++max_;
  }
  unsigned max() const { return max_; } // maximum number of commands at once

private:
  IXP_RARE void sort(unsigned at) { // the newest start is not the latest
    for (; starts_[(at - 1) & mask_] > starts_[at & mask_]; --at)
      std::swap(starts_[(at - 1) & mask_], starts_[at & mask_]);
  }

  unsigned depth_, mask_;
  unsigned count_ = 0, max_ = 0;
  std::vector<Tick> starts_; // a ring, ascending; older ones are in the past
};

// The command inlet shared by scratchpad, hash unit and CAP (IXP2800 HRM p.229, "SHaC"): commands
// handed over by the bus and not yet started by their unit. (That CAP commands use it is an
// assumption.)
struct Inlet : Backlog {
  explicit Inlet(const Params& params) : Backlog(params.scratch_inlet_fifo) {}
};

struct UnitStats {
  uint64_t commands = 0;
  std::array<uint64_t, mev2::kOpcodes> of_opcode{};
  Tick busy = 0;            // ticks; divide by the run's for the utilisation
  Tick waiting_ticks = 0;   // summed over commands, arrival to start: divided by the run's ticks it
                            // is the mean number of commands waiting
  unsigned waiting_max = 0; // most commands accepted and not started, those in transit included
};

// Scratchpad, hash unit and CAP: one command starts after the other, when it has arrived and the
// unit is free; the unit is then occupied for the service time of each of the count (longwords or
// hashes). The row of the command (command.h) says when its effect and its end follow. Each
// further one of the count adds the service time to both, and words wait for the pull and push
// buses. So an unloaded command takes its parameter exactly, from issue to signal. Effects happen
// in the order in which commands of all kinds start.
class PipelinedUnit : public MemoryUnit {
public:
  bool can_accept(const Command&, Tick now) const final { return !inlet_.full(now); }
  Tick accept(InFlight& t, Tick now, Tick arrival) override;

  const UnitStats& stats() const { return stats_; }

protected:
  static constexpr unsigned kMaxWords = 16;

  // `most`: the largest count of a command.
  PipelinedUnit(const Params& params, const MemoryWiring& wiring, Inlet& inlet, HazardSink& hazards,
                unsigned most = kMaxWords);

  // The count, at least 1.
  unsigned count_of(const Command& c) const {
    if (c.count - 1u < most_) [[likely]]
      return c.count;
    return c.count ? most_ : 1;
  }
  // For accept() of units that change the row, or the record after begin(): schedules a command
  // when the inlet has space. One of a kind other than 0 always has an end.
  void take(InFlight& t, const CommandRow& row, Tick now, Tick arrival);
  void report(const InFlight& t, HazardKind kind, std::string text);

  const Params& params_;
  HazardSink& hazards_;
  Inlet& inlet_;

private:
  void enter(InFlight& t, const CommandRow& row, unsigned count, Tick now, Tick arrival);
  void set_times(InFlight& t, const CommandRow& row, Tick start, Tick further);

  Backlog waiting_; // of this unit alone
  const unsigned most_;
  Tick free_from_ = 0; // has started everything accepted so far
  Tick last_effect_ = 0;
  UnitStats stats_;
};

} // namespace ixp
