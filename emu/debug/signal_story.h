// Origin and consumer of a signal. Origins: the command that completed with it, the instruction
// that sent it to its own microengine or a neighbour, a write of INTERTHREAD_SIG, the media
// interface, or a timer. Consumers: the context that was woken by it, or a br_signal.
#pragma once

#include "emu/debug/stop.h"
#include "emu/kernel/event.h"

#include <deque>

namespace ixp::debug {

class SignalStory {
public:
  explicit SignalStory(Simulation& sim);
  static constexpr EventKinds kinds() {
    return {EventKind::Element, EventKind::Completed, EventKind::Signal, EventKind::Ready};
  }
  // Instructions of a microengine whose issue must be reported: those that send signals, or branch
  // on one.
  std::vector<uint16_t> instructions(unsigned me) const;
  void issues(unsigned me, unsigned ctx, unsigned pc, Tick tick);
  // The set signal that the branch at pc would consume. 0: none.
  unsigned taken_by_branch(unsigned me, unsigned ctx, unsigned pc) const;
  void event(const Event& e); // these kinds only, in tick order

  // Origin of the signal of an event: thread and instruction if it has one.
  struct Author {
    std::string text; // "by the command of", "by", "by the media interface", "by its timer";
                      // "": unknown
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
  std::deque<Sent> sent_; // recent ones
  Event completed_;       // the last command that completed with a signal
  Event inter_thread_;    // the last write of INTERTHREAD_SIG
  Event announced_;       // the last announced status word
};

} // namespace ixp::debug
