// The control store as a table of Ops: one per word, one after the end, and for every branch or
// swap with defer slots a copy of the slots that ends in a synthetic Op. So handlers need no test
// for defer slots.
#pragma once

#include "emu/me/core.h"
#include "emu/me/op.h"
#include "isa/control_store.h"

#include <deque>
#include <vector>

namespace ixp::me {

class Predecoded {
public:
  Predecoded();
  // Updates the table to the core's control store and context mode. `position`: the microengine's
  // position; Ops there stay valid.
  void update(const Core& core, const Op* position);
  const Op* at(unsigned address) const {
    return &main_[address < mev2::kMaxControlStoreWords ? address : mev2::kMaxControlStoreWords];
  }
  const Op* main() const { return main_.data(); }
  bool current(const Core& core) const { return version_ == core.store_version(); }
  // For Ops of kind Instruction.
  struct Word {
    uint64_t word = kAbsent;
    bool legal = false;
    bool may_wait = false; // see may_need_shared_time()
    uint16_t command = 0;  // index in commands_
    mev2::Instruction decoded;
    std::string why;
  };
  const Word& word(const Op& op) const { return words_[op.address]; }
  // Null: no word was loaded there.
  const Word* at_address(unsigned address) const {
    return address < words_.size() && words_[address].word != kAbsent ? &words_[address] : nullptr;
  }
  const std::string& why_illegal(const Op& op) const { return words_[op.address].why; }

private:
  void decode(const Core& core, Word& w);
  Op make(const Core& core, unsigned address, bool in_slot);
  void add_slots(const Core& core, unsigned address);
  void measure_runs(std::vector<Op>& ops) const; // Op::run

  std::vector<Word> words_;
  std::deque<CommandWord> commands_ = std::deque<CommandWord>(1); // [0]: unused
  std::vector<Op> main_;
  std::deque<std::vector<Op>> slots_;
  uint64_t version_ = ~uint64_t{0};
  mev2::ContextMode mode_ = mev2::ContextMode::Eight;
};

} // namespace ixp::me
