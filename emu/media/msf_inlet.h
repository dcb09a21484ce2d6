// When commands to the MSF are done: one is served after the other in order of arrival, each for
// the service time of its longwords, and is done after the latency of its row (command_table.h). At
// most msf.inlet_fifo wait for service; then the command bus holds commands back.
#pragma once

#include "emu/kernel/timed_queue.h"
#include "emu/media/msf_parts.h"

namespace ixp {

class MsfInlet {
public:
  explicit MsfInlet(MsfShared& shared) : shared_(shared) {}
  bool full(Tick now) const {
    return waiting_.size() >= shared_.params.msf_inlet_fifo && waiting_.next() > now;
  }
  Tick room_at() const { return waiting_.next(); } // when it is full
  // Takes a command when it is not full; returns the tick of its effect, which is its end.
  Tick enter(const InFlight& t, const CommandRow& row, Tick arrival);

private:
  struct Nothing {};
  MsfShared& shared_;
  TimedQueue<Nothing> waiting_; // until their service begins
  Tick free_ = 0;               // when the last one accepted has been served
};

} // namespace ixp
