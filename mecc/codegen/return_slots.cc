// Fills empty slots of returns with words from the slots of branches in front of them. A slot of a
// branch that is not taken costs a cycle, the slot of a return does not:
//
//   bcc[rare#], defer[1]                       bcc[rare#]
//   alu[b1, --, B, a0]                         rtn[b15], defer[1]
//   rtn[b15]                                   alu[b1, --, B, a0]
//   rare#:                                     rare#:
//   rtn[b15], defer[1]                         rtn[b15], defer[2]
//   immed[a0, 1]                               immed[a0, 1]
//                                              alu[b1, --, B, a0]
//
// Each return that the branch leads to gets a copy.
#include "mecc/codegen/word_moves.h"
#include "mecc/codegen/word_stages.h"

#include <algorithm>

namespace mecc::codegen {

using mc::Instr;
using mc::kNothing;
using mev2::Opcode;

namespace {

constexpr unsigned kMostWords = 48; // passed
constexpr size_t kMostReturns = 4;

class ReturnSlots : WordMoves {
public:
  ReturnSlots(mc::Unit& unit, size_t room) : WordMoves(unit), room_(room) {}

  unsigned run() {
    unsigned moved = 0;
    for (uint32_t n = 0; n + 1 < unit_.code.size(); ++n) {
      if (!at(n).info().is_branch || mc::never_falls_through(at(n))) continue;
      const uint32_t last = n + at(n).word.defer;
      for (uint32_t k = n + 1; k <= last; ++k)
        if (sink(k)) {
          --unit_.code[n].word.defer;
          ++moved;
        }
    }
    if (moved) close_holes(/*in_front=*/true);
    return moved;
  }

private:
  bool sink(uint32_t k) {
    if (!can_leave(k) || mc::uses_condition_codes(at(k)) ||
        (mc::sets_condition_codes(at(k)) && codes_[k + 1]))
      return false;
    returns_.clear();
    passed_ = 0;
    if (!leads_to_slots(k, k) || returns_.size() > room_) return false;
    room_ -= returns_.size() - 1;
    for (const uint32_t to : returns_)
      append(k, to);
    remove(k);
    return true;
  }

  // Collects the returns behind `from`. False if one has no empty slot, or word k cannot move
  // there.
  bool leads_to_slots(uint32_t k, uint32_t from) {
    const std::vector<mc::Edge>& next = flow_.next[from];
    return !next.empty() && std::all_of(next.begin(), next.end(),
                                        [&](const mc::Edge& e) { return passes(k, e.to); });
  }

  bool passes(uint32_t k, uint32_t n) {
    const Instr& i = at(n);
    if (flow_.before[n].size() != 1 || ++passed_ > kMostWords) return false;
    if (gone_[n]) return leads_to_slots(k, n);
    const bool calls = i.op() == Opcode::IMMED && i.target != kNothing;
    if (calls || i.op() == Opcode::LOCAL_CSR_RD || !can_pass(at(k), {n})) return false;
    if (i.op() != Opcode::JUMP) return leads_to_slots(k, n);
    if (i.target != kNothing || slots(n) >= i.info().max_defer || returns_.size() == kMostReturns)
      return false;
    returns_.push_back(n);
    return true;
  }

  size_t room_; // words that the control store has left
  std::vector<uint32_t> returns_;
  unsigned passed_ = 0;
};

} // namespace

unsigned fill_return_slots(mc::Unit& unit, unsigned room) {
  return ReturnSlots(unit, room).run();
}

} // namespace mecc::codegen
