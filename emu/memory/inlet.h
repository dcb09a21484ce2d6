// The command inlet shared by scratchpad, hash unit and CAP (IXP2800 HRM p.229, "SHaC"): commands
// handed over by the bus and not yet started by their unit. (That CAP commands use it is an
// assumption.)
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
  // Requires that full() was false. Adds a command that its unit starts at `start`. Returns the
  // number now waiting for this unit.
  [[gnu::always_inline]] unsigned enter(unsigned unit, Tick start) {
    waiting_.push(start, static_cast<uint8_t>(unit));
    max_ = std::max(max_, waiting_.size());
    return ++waiting_for_[unit];
  }
  // Tick at which a full inlet has space again; kNever if it is not full.
  Tick room_at() const { return waiting_.size() >= depth_ ? waiting_.next() : kNever; }

  unsigned max() const { return max_; } // maximum number of commands at once

private:
  unsigned depth_, max_ = 0, units_ = 0;
  std::array<unsigned, 3> waiting_for_{}; // by unit
  TimedQueue<uint8_t> waiting_;           // units, by start
};

} // namespace ixp
