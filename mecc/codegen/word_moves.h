// Moves of words, beyond branches too. A moved word leaves a hole, so the analyses of the other
// words stay valid until the holes are closed.
#pragma once

#include "mecc/mc/flow.h"
#include "mecc/mc/ir.h"

namespace mecc::codegen {

class WordMoves {
public:
  explicit WordMoves(mc::Unit&);

protected:
  const mc::Instr& at(uint32_t n) const { return unit_.code[n]; }

  // True if it uses only the context's registers, and its neighbours may become adjacent. The
  // caller checks condition codes.
  bool can_leave(uint32_t k) const;
  // True if no word passed reads or writes its registers in conflict.
  bool can_pass(const mc::Instr&, const std::vector<uint32_t>& passed) const;

  // Replaces `to`, or appends to the defer slots of the branch or swap `to`.
  void move(uint32_t from, uint32_t to);
  // Copies to the defer slots of the branch `to`.
  void append(uint32_t from, uint32_t to) { slots_[to].push_back(at(from)); }
  // Leaves a hole; labels, which only mark block starts, move to the next word.
  void remove(uint32_t n);
  // Number of defer slots, including moved words.
  unsigned slots(uint32_t n) const;
  // Puts words moved to a branch behind its slots, or in front of them.
  void close_holes(bool in_front = false);

  mc::Unit& unit_;
  const mc::Flow flow_;
  const std::vector<bool> codes_; // live before each word
  std::vector<bool> gone_;

private:
  using Reached = std::vector<std::pair<uint32_t, unsigned>>; // address and distance

  Reached around(uint32_t k, bool before) const;
  bool is_loose(uint32_t k) const;

  std::vector<std::vector<mc::Instr>> slots_; // words moved into defer slots
};

} // namespace mecc::codegen
