// Who raised a signal: the command that completed with it, the instruction that sent it to its own
// microengine or to a neighbour so many cycles before, a write of INTERTHREAD_SIG, the media
// interface, a timer. Who took it: the context that awoke with it, or a br_signal.
#pragma once

#include "emu/debug/stop.h"
#include "emu/kernel/event.h"

#include <bitset>
#include <deque>

namespace ixp::debug {

class SignalStory {
public:
  explicit SignalStory(Simulation& sim);
  static constexpr EventKinds kinds() {
    return {EventKind::Element, EventKind::Completed, EventKind::Signal, EventKind::Ready};
  }
  // Instructions of a microengine that send signals, or take one in a branch, to be told of.
  std::vector<uint16_t> instructions(unsigned me) const;
  void issues(unsigned me, unsigned ctx, unsigned pc, Tick tick);
  // Takes this signal when it is there, as the instruction would now. 0: none.
  unsigned taken_by_branch(unsigned me, unsigned ctx, unsigned pc) const;
  void event(const Event& e); // of these kinds, in the order of ticks

  // Who raised the signal of an event: thread and instruction where there is one.
  struct Author {
    std::string text; // "by the command of", "by", "by the media interface", "by its timer";
                      // "": nobody known
    std::optional<Thread> thread;
    int pc = -1;
    Tick issued = 0;
  };
  Author raised_by(const Event& signal) const;

private:
  struct Sent {
    unsigned me, ctx, pc;
    Tick issued, arrives;
    uint16_t csr;
  };
  std::optional<unsigned> receiver(const Sent& s) const;

  Simulation& sim_;
  std::deque<Sent> sent_; // the last ones
  Event completed_;       // the last command that completed with a signal, ...
  Event inter_thread_;    // ... that wrote INTERTHREAD_SIG, ...
  Event announced_;       // ... and status word
};

} // namespace ixp::debug
