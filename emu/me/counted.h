// Handlers under a profile: each Op's handler is replaced by one that counts the Op and then
// executes it. Slots lost after an instruction are added when the next one is counted.
#pragma once

#include "emu/me/instruction_counts.h"
#include "emu/me/op.h"
#include "isa/control_store.h"

#include <vector>

namespace ixp::me {

class CountedHandlers {
public:
  void count_into(InstructionCounts& counts) { counts_ = &counts; }
  InstructionCounts* counts() const { return counts_; } // null: counting is off

  // Replaces the Op's handler if it has one and counting is on. `two`: it also executes the next
  // instruction.
  void replace(Op& op, bool in_slot, bool two);

  // Marks the start of a run of handlers after the instruction at `last`. It ends before Frame::op,
  // which may have been counted although it is left to the slow path. end() returns the address of
  // the last executed instruction.
  void begin(uint16_t last) {
    lost_ = 0;
    last_ = last;
  }
  uint16_t end(const Frame& f);
  // Swaps out the executing context, `lost` slots after the current instruction.
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
  uint64_t lost_ = 0;                // part of Frame::lost that is counted
  uint16_t last_ = 0, before_ = 0;   // last executed instruction, and the one before
};

} // namespace ixp::me
