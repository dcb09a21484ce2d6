// Commands on their way through the MSF: served one after the other in order of arrival
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
  bool full() const { return waiting_.size() >= shared_.params.msf_inlet_fifo; }
  void accept(const Command& c, Tick arrival);
  // When something is to be done: a command takes effect, or there is room again.
  Tick next() const { return std::min(in_flight_.next(), refused_ ? waiting_.next() : kNever); }
  // Lets commands that began to be served go from the FIFO; tells the bus when that made room.
  void step(Tick now);
  bool due(Tick now) const { return in_flight_.next() <= now; }
  Command take() { return in_flight_.pop(); }
  bool empty() const { return in_flight_.empty(); }
  void list_commands(std::vector<Command>& out) const {
    in_flight_.for_each([&](const Command& c) { out.push_back(c); });
  }

private:
  struct Nothing {};
  MsfShared& shared_;
  TimedQueue<Command> in_flight_; // until they take effect
  TimedQueue<Nothing> waiting_;   // until their service begins
  Tick free_ = 0;                 // when the last one accepted has been served
  bool refused_ = false;          // full since somebody may have been turned away
};

} // namespace ixp
