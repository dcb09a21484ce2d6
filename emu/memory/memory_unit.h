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
#include "emu/memory/data_bus.h"

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

} // namespace ixp
