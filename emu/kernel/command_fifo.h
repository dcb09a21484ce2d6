// The command FIFO of a microengine: issued commands that its bus has not granted, including those
// whose issue is still to come; and the end times of granted ones.
#pragma once

#include "emu/kernel/clock_edges.h"
#include "emu/kernel/in_flight.h"
#include "emu/kernel/params.h"

#include <array>
#include <cassert>
#include <vector>

namespace ixp {

class CommandFifo {
public:
  // `bus` acts when the first command may be granted.
  CommandFifo(CommandPool& pool, Agent& bus, const Params& params)
      : pool_(pool), bus_(bus), depth_(static_cast<unsigned>(params.me_cmd_fifo)),
        edges_(params.clock_bus_div), me_cycle_(params.me(1)) {
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
    t.in_use = true;
    t.grantable = edges_.at_or_after(t.command.issued + me_cycle_);
    ring_[(head_ + count_) % kDeepest] = &t;
    next_ = &pool_.take();
    if (count_++ == 0) bus_.act_by(due_ = t.grantable);
  }
  // First tick after `now` with signals of granted commands; kNever: none is known.
  Tick first_end(Tick now) {
    while (end_count_ && ends_[end_count_ - 1] <= now)
      --end_count_;
    return end_count_ ? ends_[end_count_ - 1] : kNever;
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
  [[gnu::always_inline]] bool advance(Tick now) {
    const InFlight& t = front();
    first_end(now); // drops past ends
    if (t.early_signals()) [[unlikely]]
      add_end(t.effect);
    if (t.done != kNever) add_end(t.done);
    head_ = (head_ + 1) % kDeepest;
    due_ = --count_ ? front().grantable : kNever;
    return count_ + 1 == depth_;
  }

private:
  static constexpr unsigned kDeepest = 16;

  void add_end(Tick end) {
    if (end_count_ == ends_.size()) [[unlikely]]
      grow();
    size_t i = end_count_++;
    for (; i && ends_[i - 1] < end; --i)
      ends_[i] = ends_[i - 1];
    ends_[i] = end;
  }
  IXP_RARE void grow() { ends_.resize(2 * ends_.size()); }

  CommandPool& pool_;
  Agent& bus_;
  const unsigned depth_;
  const ClockEdges edges_;
  const Tick me_cycle_;
  InFlight* next_ = &pool_.take();
  Tick due_ = kNever;
  unsigned head_ = 0, count_ = 0;
  std::array<InFlight*, kDeepest> ring_{};
  std::vector<Tick> ends_ = std::vector<Tick>(16); // of granted commands, latest first
  size_t end_count_ = 0;
};

} // namespace ixp
