// Timing of commands to the MSF. Commands are served in order of arrival, each for the service time
// of its longwords, and complete after the latency of their row (command.h). At most
// msf.inlet_fifo commands wait for service; beyond that, the command bus holds commands back.
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
  Tick room_at() const { return waiting_.next(); } // when a full queue has space
  // Takes a command if there is space; returns the tick of its effect, which is its completion.
  Tick enter(const InFlight& t, const CommandRow& row, Tick arrival);

private:
  struct Nothing {};
  MsfShared& shared_;
  TimedQueue<Nothing> waiting_; // until start of service
  Tick free_ = 0;               // end of service of the last command
};

} // namespace ixp
