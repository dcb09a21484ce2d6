// Commands on their way through the MSF: served one after the other in order of arrival
// (msf.service_per_lw), each done after the latency of its kind, sooner for fast_wr than for a
// read. At most msf.inlet_fifo wait for service; then the command bus holds back.
#pragma once

#include "emu/kernel/command_port.h"
#include "emu/media/msf_parts.h"

#include <deque>
#include <vector>

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
  Tick next() const {
    const Tick done = in_flight_.empty() ? kNever : in_flight_.front().done;
    return refused_ && !waiting_.empty() ? std::min(done, waiting_.front()) : done;
  }
  // Lets commands that began to be served go from the FIFO; tells the bus when that made room.
  void step(Tick now);
  bool due(Tick now) const { return !in_flight_.empty() && in_flight_.front().done <= now; }
  Command take();
  bool empty() const { return in_flight_.empty(); }

private:
  struct InFlight {
    Tick done;
    uint64_t number; // order of acceptance
    Command command;
    // heap order: earliest on top
    friend bool operator<(const InFlight& a, const InFlight& b) {
      return a.done != b.done ? a.done > b.done : a.number > b.number;
    }
  };
  MsfShared& shared_;
  std::vector<InFlight> in_flight_;
  std::deque<Tick> waiting_; // when service of each begins
  Tick free_ = 0;            // when the last one accepted has been served
  uint64_t accepted_ = 0;
  bool refused_ = false; // full since somebody may have been turned away
};

} // namespace ixp
