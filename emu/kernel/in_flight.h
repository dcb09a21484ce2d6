// A command from its issue to its end, in one record: the instruction fills in the command, and the
// unit fills in the rest when the bus grants it. It is never copied. Until its grant it is in the
// FIFO of its microengine.
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/divisor.h"
#include "emu/kernel/params.h"
#include "emu/kernel/rare.h"
#include "emu/kernel/timed_queue.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <deque>

namespace ixp {

struct alignas(64) InFlight {
  static constexpr unsigned kMaxWords = 32;

  Command command;
  Tick grantable = 0; // first edge of the bus at which it may be granted
  Tick effect = 0;    // words are pulled, memory is read or changed
  Tick done = kNever; // not earlier: words are pushed, signals raised; kNever: no further action
  uint8_t pulls = 0, pushes = 0; // longwords
  Signals signals = Signals::None;
  uint8_t kind = 0;     // for the unit
  bool visible = false; // other units see the effect, at its tick
  Registers from, to;   // of the words
  // The issuer did not count these registers when it issued the command: not the command's own.
  bool uncounted_pulls = false, uncounted_pushes = false;
  bool timely = false;             // the unit acts at the effect; otherwise it may perform it later
  bool in_use = false;             // issued, and not completed
  InFlight* next_effect = nullptr; // of its unit
  InFlight* next_end = nullptr;    // of its unit; in a free record: the next free one
  std::array<uint32_t, kMaxWords> words; // pulled, then to be pushed

  // Signals at the effect and at the end, one bit each.
  uint16_t early_signals() const {
    return signals == Signals::Apart ? signal_bit(command.signal & ~1u) : 0;
  }
  uint16_t signals_at_end() const {
    if (signals <= Signals::One || command.signal == 0) return signal_bit(command.signal);
    const uint16_t odd = signal_bit(command.signal | 1u);
    return signals == Signals::Apart ? odd : odd | signal_bit(command.signal & ~1u);
  }
};

// Commands ordered by one of their ticks, equal ticks by arrival. Nearly all arrive in order.
template <Tick InFlight::* When, InFlight* InFlight::* Next> class InFlightList {
public:
  bool empty() const { return !first_; }
  InFlight* first() const { return first_; }
  // Tick of the first command; kNever: there is none.
  Tick next() const { return first_ ? first_->*When : kNever; }
  void insert(InFlight& t) {
    t.*Next = nullptr;
    if (!first_)
      first_ = &t;
    else if (last_->*When <= t.*When) [[likely]]
      last_->*Next = &t;
    else
      return insert_before_last(t);
    last_ = &t;
  }
  InFlight& pop() {
    InFlight& t = *first_;
    first_ = t.*Next;
    return t;
  }

private:
  void insert_before_last(InFlight& t) {
    InFlight** at = &first_;
    while ((*at)->*When <= t.*When)
      at = &((*at)->*Next);
    t.*Next = *at;
    *at = &t;
  }
  InFlight* first_ = nullptr;
  InFlight* last_ = nullptr; // if there is a first
};

// The records of a chip.
class CommandPool {
public:
  InFlight& take() {
    if (!free_) [[unlikely]]
      grow();
    InFlight& t = *free_;
    free_ = t.next_end;
    return t;
  }
  void give_back(InFlight& t) {
    t.in_use = false;
    t.next_end = free_;
    free_ = &t;
  }
  // Calls f for every command that is issued and not completed.
  template <class F> void for_each(F f) const {
    for (const InFlight& t : all_)
      if (t.in_use) f(t);
  }

private:
  IXP_RARE void grow() { give_back(all_.emplace_back()); }

  std::deque<InFlight> all_;
  InFlight* free_ = nullptr;
};

// Issued commands of a microengine that its bus has not granted, including those whose issue is
// still to come; and the end times of granted ones.
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
