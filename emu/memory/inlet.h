// The command inlet that scratchpad, hash unit and CAP share (IXP2800 HRM p.229, "SHaC"): commands
// the bus has handed over whose unit has not begun with them. (That CAP commands take room in it is
// our choice.)
#pragma once

#include "emu/kernel/params.h"
#include "emu/memory/timed_queue.h"

#include <algorithm>

namespace ixp {

struct Nothing {}; // for queues in which only the ticks matter

class Inlet {
public:
  explicit Inlet(const Params& params) : depth_(static_cast<unsigned>(params.scratch_inlet_fifo)) {}

  bool full(Tick now) {
    leave(now);
    return waiting_.size() >= depth_;
  }
  // A command enters at `now`; its unit begins with it at `start`.
  void enter(Tick now, Tick start) {
    leave(now);
    waiting_.push(start, {});
    max_ = std::max(max_, waiting_.size());
  }
  // When there will be room for one more: kNever when nothing waits.
  Tick next_leaves() const { return waiting_.next(); }

  unsigned max() const { return max_; } // most commands at once

private:
  void leave(Tick now) {
    while (waiting_.next() <= now)
      waiting_.pop();
  }

  unsigned depth_, max_ = 0;
  TimedQueue<Nothing> waiting_; // until their start
};

} // namespace ixp
