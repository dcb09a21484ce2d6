// What the units behind the command bus have in common: a pool of transactions, and what happens to
// one after its times are known. A unit says in accept() when the effect happens and when the
// command is done, and does the effect in perform(); everything else is here.
//
//   bool accept(c, now, arrival) {
//     Transaction& t = begin(c, row_of(c), c.count);
//     t.effect = ..., t.done = ...;
//     launch(t, arrival);
//   }
//
// Where microengines run ahead (MemoryWiring::ahead) they are told of the end of a command as soon
// as its unit takes it; they then fetch words by complete() when their own time is there. An effect
// that nobody can see happening needs no step(): it is worked out, in order and with its own tick,
// before the next thing that can be seen. So most commands never need a step of their unit. A
// microengine that is told nothing gets words and signals in steps, each at its tick.
#pragma once

#include "emu/kernel/command_port.h"
#include "emu/kernel/event_stream.h"
#include "emu/memory/timed_queue.h"
#include "emu/memory/transaction.h"
#include "emu/memory/wiring.h"

#include <algorithm>
#include <deque>
#include <vector>

namespace ixp {

class MemoryUnit : public Unit {
public:
  void step(Tick now) final;
  const uint32_t* complete(Completion& completion) final;
  void settle() final;
  void list_commands(std::vector<Command>& out) const final;
  virtual void listen(EventStream* events) {
    events_ = events;
    heard_ = heard(events, EventKind::Performed) || heard(events, EventKind::Completed);
  }
  bool quiet() const { return in_use_ == 0; } // nothing on its way

protected:
  MemoryUnit() = default;
  explicit MemoryUnit(const MemoryWiring& wiring) : wiring_(wiring) {}

  const CommandRow& row_of(const Command& c) const { return (*wiring_.commands)[c.op]; }

  // A record for the command, its own registers in it; valid until the next begin(). `count`: how
  // much it moves. Kind and times are still to be filled in.
  Transaction& begin(const Command& c, const CommandRow& row, unsigned count) {
    if (effects_.size() >= kSettleAt) settle(); // nobody may have had a reason to
    if (!free_) [[unlikely]]
      free_ = &pool_.emplace_back();
    Transaction& t = *free_;
    free_ = t.next_free;
    t.next_free = nullptr;
    ++in_use_;
    t.in_use = true;
    t.command = c;
    t.from = t.to = {c.file, c.data_me, c.xfer};
    t.pulls = static_cast<uint8_t>(row.pulls.of(count));
    t.pushes = static_cast<uint8_t>(row.pushes.of(count));
    t.signals = row.signals;
    t.announce_pulls = t.announce_pushes = c.data_me != c.me;
    t.ends_in_step = t.visible = t.done_last = false;
    t.told = t.pulled = t.performed = t.completed = false;
    return t;
  }
  // Its times are known; the command arrived, or will, at this tick.
  void launch(Transaction& t, Tick arrival);

  // The effect; words are pulled already.
  virtual void perform(Transaction& t) = 0;
  // Done, for those that end in a step: words are pushed; before any command of the tick signals.
  virtual void finished(Transaction&) {}

  // What the unit does besides commands, behind those of the tick; returns when again.
  virtual Tick work(Tick now) { return kNever; }

  // A command was refused: the unit has room again at this tick, and says so then.
  void refuse_until(Tick room) {
    room_at_ = std::min(room_at_, room);
    schedule_by(room_at_);
  }

  MemoryWiring wiring_;
  EventStream* events_ = nullptr; // null: nobody listens

private:
  // Effects that nobody sees are worked out before so many wait.
  static constexpr unsigned kSettleAt = 12;

  void announce(const Transaction& t, Tick arrival);
  bool tell(Transaction& t);
  void fetch(Transaction& t);
  void pull(Transaction& t);
  void act(Transaction& t);
  void act_alone(Transaction& t);
  void push(Transaction& t);
  void finish_elsewhere(Transaction& t);
  void finish(Transaction& t);
  void free(Transaction& t) {
    t.in_use = false;
    --in_use_;
    t.next_free = free_;
    free_ = &t;
  }

  bool heard_ = false; // what becomes of commands
  std::deque<Transaction> pool_;
  Transaction* free_ = nullptr; // the first that nothing uses
  unsigned in_use_ = 0;
  TimedQueue<Transaction*> effects_; // still to be performed
  TimedQueue<Transaction*> ends_;    // to be finished in a step
  std::vector<Transaction*> ending_; // in this one
  struct Nothing {};
  TimedQueue<Nothing> steps_; // effects and ends that need a step
  void step_at(Tick tick) {
    steps_.push(tick, {});
    schedule_by(tick);
  }
  Tick room_at_ = kNever; // somebody was refused and waits for room
};

} // namespace ixp
