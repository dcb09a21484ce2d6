// The command inlet that scratchpad, hash unit and CAP share (IXP2800 HRM p.229, "SHaC"): commands
// the bus has handed over whose unit has not begun with them. (That CAP commands take room in it is
// our choice.)
#pragma once

#include "emu/kernel/params.h"
#include "emu/kernel/timed_queue.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace ixp {

class Inlet {
public:
  explicit Inlet(const Params& params) : depth_(static_cast<unsigned>(params.scratch_inlet_fifo)) {}

  // A unit that takes commands from here; returns its number.
  unsigned join() {
    assert(units_ < waiting_for_.size());
    return units_++;
  }

  bool full(Tick now) {
    while (waiting_.next() <= now)
      --waiting_for_[waiting_.pop()];
    return waiting_.size() >= depth_;
  }
  // After full() has said no: a command that its unit begins with at `start`. Returns how many now
  // wait for this unit.
  unsigned enter(unsigned unit, Tick start) {
    waiting_.push(start, static_cast<uint8_t>(unit));
    max_ = std::max(max_, waiting_.size());
    return ++waiting_for_[unit];
  }
  // When there is room again: kNever when there is.
  Tick room_at() const { return waiting_.size() >= depth_ ? waiting_.next() : kNever; }

  unsigned max() const { return max_; } // most commands at once

private:
  unsigned depth_, max_ = 0, units_ = 0;
  std::array<unsigned, 3> waiting_for_{}; // by unit
  TimedQueue<uint8_t> waiting_;           // units, by start
};

} // namespace ixp
