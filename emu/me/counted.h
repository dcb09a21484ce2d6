// Handlers under a profile: each Op's handler is replaced by one that counts the Op and goes on
// with it. What a run of handlers lost behind an instruction is found when the next one is counted.
#pragma once

#include "emu/me/instruction_counts.h"
#include "emu/me/op.h"
#include "mecc/target/control_store.h"

#include <vector>

namespace ixp::me {

class CountedHandlers {
public:
  void count_into(InstructionCounts& counts) { counts_ = &counts; }
  InstructionCounts* counts() const { return counts_; } // null: nothing is counted

  // The Op's handler from now on, if it has one and anything is counted. `two`: it executes the
  // next instruction, too.
  void replace(Op& op, bool in_slot, bool two);

  // A run of handlers begins behind the instruction at `last`; it has ended in front of Frame::op,
  // maybe with that counted though it was left to others. Returns where the last one executed is.
  void begin(uint16_t last) {
    lost_ = 0;
    last_ = last;
  }
  uint16_t end(const Frame& f);
  // The executing context leaves, so many slots behind the instruction in hand.
  void swap(Frame& f, unsigned lost) {
    add_lost(f.lost + lost - lost_);
    lost_ = 0;
  }

private:
  template <bool InSlot, bool Two> static IXP_HANDLER void count(IXP_PARAMETERS);
  template <bool InSlot, bool Two> void replace_with(Op& op);
  void add_lost(uint64_t slots) {
    if (!slots) return;
    counts_->aborted[last_] += slots;
    counts_->last = last_;
  }

  InstructionCounts* counts_ = nullptr;
  std::vector<Handler> handlers_[2]; // by being in a slot, by address
  uint64_t lost_ = 0;                // of Frame::lost, counted
  uint16_t last_ = 0, before_ = 0;   // executed last, and before that
};

} // namespace ixp::me
