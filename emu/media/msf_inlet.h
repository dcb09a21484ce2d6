// When commands to the MSF are done: served one after the other in order of arrival
// (msf.service_per_lw), each done after the latency of its kind, sooner for fast_wr than for a
// read. At most msf.inlet_fifo wait for service; then the command bus holds back.
#pragma once

#include "emu/kernel/command_port.h"
#include "emu/media/msf_parts.h"
#include "emu/memory/timed_queue.h"

namespace ixp {

constexpr unsigned kMaxLongwords = 32; // 16 pairs

inline bool is_pairs(const Command& c) {
  return c.op == mev2::Opcode::MSF_READ64 || c.op == mev2::Opcode::MSF_WRITE64;
}
inline bool is_read(const Command& c) {
  return c.op == mev2::Opcode::MSF_READ || c.op == mev2::Opcode::MSF_READ64;
}
inline bool is_fast_write(const Command& c) {
  return c.op == mev2::Opcode::MSF_FAST_WR;
}
inline unsigned longwords(const Command& c) {
  if (is_fast_write(c)) return 1;
  return std::clamp(c.count * (is_pairs(c) ? 2u : 1u), 1u, kMaxLongwords);
}

class MsfInlet {
public:
  explicit MsfInlet(MsfShared& shared) : shared_(shared) {}
  bool full(Tick now) const {
    return waiting_.size() >= shared_.params.msf_inlet_fifo && waiting_.next() > now;
  }
  Tick room_at() const { return waiting_.next(); } // when it is full
  // Takes a command when it is not full; returns when it takes effect and is done.
  Tick enter(const Command& c, Tick arrival);

private:
  struct Nothing {};
  MsfShared& shared_;
  TimedQueue<Nothing> waiting_; // until their service begins
  Tick free_ = 0;               // when the last one accepted has been served
};

} // namespace ixp
