// The command FIFO of a microengine: issued commands that its bus has not granted, including those
// whose issue is still to come; and the end times of granted ones.
#pragma once

#include "emu/kernel/divisor.h"
#include "emu/kernel/in_flight.h"
#include "emu/kernel/params.h"
#include "emu/kernel/timed_queue.h"

#include <array>
#include <cassert>

namespace ixp {

class CommandFifo {
public:
  // `bus` acts when the first command may be granted.
  CommandFifo(CommandPool& pool, Agent& bus, const Params& params)
      : pool_(pool), bus_(bus), depth_(static_cast<unsigned>(params.me_cmd_fifo)),
        bus_cycle_(params.clock_bus_div), me_cycle_(params.me(1)) {
    assert(depth_ <= kDeepest);
  }

  // ---- The microengine's side.

  bool full() const { return count_ == depth_; }
  // The command to be filled in. Its `issued` is the tick of its instruction and may be ahead of
  // kernel.now() by less than the lookahead. Issue ticks ascend.
  Command& next() { return next_->command; }
  // Posts the completed command.
  [[gnu::always_inline]] void post() {
    InFlight& t = *next_;
    next_ = &pool_.take();
    t.in_use = true;
    t.grantable = bus_cycle_.round_up(t.command.issued + me_cycle_);
    ring_[(head_ + count_) % kDeepest] = &t;
    if (count_++ == 0) bus_.act_by(due_ = t.grantable);
  }
  // First tick after `now` with signals of granted commands; kNever: none is known.
  Tick first_end(Tick now) {
    while (ends_.next() <= now)
      ends_.pop();
    return ends_.next();
  }

  // ---- The bus's side.

  unsigned size() const { return count_; }
  InFlight& at(unsigned i) const { return *ring_[(head_ + i) % kDeepest]; }
  InFlight& front() const { return *ring_[head_]; }
  // Tick at which the bus should offer the first command; kNever: there is none, or its unit is
  // full.
  Tick due() const { return due_; }
  void refused() { due_ = kNever; }
  void retry() {
    if (count_) due_ = front().grantable;
  }
  // The first command was granted, and its times are known. Returns whether the FIFO was full.
  [[gnu::always_inline]] bool advance() {
    const InFlight& t = front();
    if (t.early_signals()) [[unlikely]]
      ends_.push(t.effect, {});
    if (t.done != kNever) ends_.push(t.done, {});
    head_ = (head_ + 1) % kDeepest;
    due_ = --count_ ? front().grantable : kNever;
    return count_ + 1 == depth_;
  }

private:
  static constexpr unsigned kDeepest = 16;
  struct Nothing {};
  CommandPool& pool_;
  Agent& bus_;
  const unsigned depth_;
  const Divisor bus_cycle_;
  const Tick me_cycle_;
  InFlight* next_ = &pool_.take();
  Tick due_ = kNever;
  unsigned head_ = 0, count_ = 0;
  std::array<InFlight*, kDeepest> ring_{};
  TimedQueue<Nothing> ends_; // of granted commands
};

} // namespace ixp
