// Polls ahead of time. When a unit takes a command it may know the words already: those of a ring
// that is empty. Where a context sleeps in a loop that polls (poll_loop.h), its microengine is idle
// and nothing else is to come before the next command of the loop, that command is posted at once,
// with the tick at which it will be issued, and no instruction is executed.
//
// What is announced later and comes before such an iteration begins, or is to find it unfinished,
// undoes it: the command goes back from the FIFO, and the completion waits in the list as others
// do. That is always possible: the command is granted after its issue, and whatever reaches a
// microengine is announced before.
#pragma once

#include "emu/me/poll_loop.h"

#include <array>

namespace ixp::me {

class PollsAhead {
public:
  // Core::polls is this one, if parameters say so.
  PollsAhead(Core& core, const Predecoded& program);

  // The microengine is idle until `next` at least and hears of the end of a command with foretold
  // words. False: it has to wait for it.
  bool pass(Completion& c, Tick next);
  // The same of what waits in the list of the microengine, which is idle.
  void pass_listed();

  void stop(); // from now on instructions are counted one by one

  // When the last iteration begins that may still be undone, or did.
  Tick last_begin() const { return open_ ? entry(open_ - 1).begin : 0; }
  // Those that began before now are not undone any more.
  void close(Tick now) {
    while (open_ && entry(0).begin < now)
      close_first();
  }
  // Something comes at this tick: iterations that begin then or later are undone.
  void undo_from(Tick tick);
  // Something must find everything as it is at this tick: those that have not ended before.
  void undo_unfinished(Tick tick);
  void revoke(Completion& c); // its words are others

  uint64_t skipped() const { return skipped_; } // instructions

private:
  struct Entry {
    Completion* completion = nullptr;
    Tick begin = 0, end = 0; // the context executes, has left
    uint8_t ctx = 0;
    // As it was before.
    uint8_t last_ran = 0;
    uint64_t cycle = 0, idle = 0;
    uint32_t prev_a = 0, prev_b = 0, prev_result = 0;
    Flags flags;
    unsigned instructions = 0, lost = 0;
  };
  Entry& entry(unsigned n) { return entries_[(first_ + n) % kContexts]; }
  const Entry& entry(unsigned n) const { return entries_[(first_ + n) % kContexts]; }
  bool may_pass(const Completion& c) const;
  template <bool Forwards> void account(const Entry& e);
  void undo_last();
  void close_first();

  Core& core_;
  const Predecoded& program_;
  std::array<PollLoop, kContexts> loops_;
  std::array<Entry, kContexts> entries_; // a ring, in their order
  unsigned first_ = 0, open_ = 0;
  uint64_t skipped_ = 0;
};

} // namespace ixp::me
