// Loops that poll: a command, a swap until its signal is there, a look at the words it brought, a
// branch back to the command. Where an iteration leaves all registers as they are, and the next one
// is brought the same words, that goes the same way in as many cycles.
#pragma once

#include "emu/me/walk.h"

namespace ixp::me {

class PollLoop : private Walk {
public:
  // Where the context `ctx` sleeps behind its command and is brought these words: the loop that
  // goes that way. False: there is none now.
  bool find(const Core& core, const Predecoded& program, unsigned ctx, const Completion& c) {
    return goes_that_way(core, ctx, c) || follow(core, program, ctx, c);
  }

  unsigned instructions() const { return in_all_; }  // of an iteration, the command too
  unsigned until_issue() const { return to_issue_; } // cycles from its begin to the command
  unsigned cycles() const { return cycles_; }        // until the context has left
  unsigned lost() const { return cycles_ - in_all_; }
  const Command& command() const { return command_; } // but for when it is issued
  // The previous operands, result and flags of the core as an iteration leaves them.
  void leave(MeState& s) const {
    if (prev_a_) s.prev_a = prev_a_->value;
    if (prev_b_) s.prev_b = prev_b_->value;
    if (prev_result_) s.prev_result = prev_result_->value;
    s.flags = flags_after(0, s.flags);
  }

private:
  static constexpr unsigned kMostWords = 4;
  // What does not poll now is looked at again after so many times.
  static constexpr unsigned kPatience = 50;

  // The registers hold already what an iteration leaves in them, and the words are what they hold.
  [[gnu::always_inline]] bool goes_that_way(const Core& core, unsigned ctx,
                                            const Completion& c) const {
    const MeState& s = core.s;
    const Context& context = s.ctx[ctx];
    if (!known_ || store_version_ != core.store_version || context.pc != resume_ ||
        context.slept_at != command_.pc || context.wakeup != wakeup_ || c.raised != wakeup_ ||
        c.to.first != to_.first || c.to.file != to_.file || c.pushes != pushes_)
      return false;
    const uint32_t* const held = &s.regs[in_file(to_.file) + to_.first];
    for (unsigned n = 0; n < pushes_; ++n)
      if (c.foretold[n] != words_seen_[n] || held[n] != words_seen_[n]) return false;
    for (unsigned n = 0; n < touched_; ++n)
      if (s.regs[registers_[n].index] != registers_[n].now.value) return false;
    return true;
  }
  bool follow(const Core& core, const Predecoded& program, unsigned ctx, const Completion& c);

  bool known_ = false;
  uint64_t store_version_ = 0;
  unsigned patience_ = 0;
  uint16_t resume_ = 0;
  uint32_t wakeup_ = 0; // as Context::wakeup
  Registers to_;
  unsigned pushes_ = 0;
  std::array<uint32_t, kMostWords> words_seen_{};
  Command command_;
  unsigned in_all_ = 0, to_issue_ = 0, cycles_ = 0;
};

} // namespace ixp::me
