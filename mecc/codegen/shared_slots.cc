// Words that run on both paths of a branch move into its empty slots: words of the block where the
// paths meet, and words at the beginning of both paths, one of which is removed.
//
//   bcc[below#]                                bcc[below#], defer[2]
//   immed[b0, 15]                              alu_shf[b2, --, B, a0, <<12]
//   below#:                                    alu[a1, a1, +, b2]
//   alu_shf[b1, --, B, b0, <<2]                immed[b0, 15]
//   alu_shf[b2, --, B, a0, <<12]               below#:
//   alu[a1, a1, +, b2]                         alu_shf[b1, --, B, b0, <<2]
#include "mecc/codegen/word_moves.h"
#include "mecc/codegen/word_stages.h"

#include <algorithm>

namespace mecc::codegen {

using mc::Instr;
using mc::kNothing;
using mc::Slot;
using mev2::Opcode;

namespace {

constexpr unsigned kLookAhead = 24;

bool same_word(const Instr& a, const Instr& b) {
  return a.word == b.word && a.dst == b.dst && a.left == b.left && a.right == b.right &&
         a.immed_bytes == b.immed_bytes &&
         std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
                    [](const mc::FieldNumber& x, const mc::FieldNumber& y) {
                      return x.field == y.field && x.number.known &&
                             x.number.known == y.number.known;
                    });
}

class SharedSlots : WordMoves {
public:
  using WordMoves::WordMoves;

  unsigned run() {
    unsigned moved = 0;
    for (uint32_t n = 0; n + 1 < unit_.code.size(); ++n)
      while (has_room(n) && fill(n))
        ++moved;
    if (moved) close_holes();
    return moved;
  }

private:
  bool has_room(uint32_t n) const {
    const Instr& i = at(n);
    return i.info().is_branch && i.target != kNothing && i.op() != Opcode::JUMP &&
           !mc::never_falls_through(i) && flow_.slot_of[n] == kNothing &&
           slots(n) < i.info().max_defer;
  }

  // Whether the path through k ends: other paths reach it, or it is a branch, or tied to the next
  // word.
  bool ends_path(uint32_t k) const { return flow_.before[k].size() != 1 || is_tied(k); }
  bool is_tied(uint32_t k) const {
    return flow_.slot_of[k] != kNothing || mc::is_control(at(k)) ||
           at(k).op() == Opcode::LOCAL_CSR_RD || !at(k).hints.empty() || !at(k).points.empty();
  }

  bool fill(uint32_t branch) {
    const uint32_t last = branch + at(branch).word.defer;
    const uint32_t target = unit_.labels[unit_.target_of(at(branch))].node;
    if (at(last).op() == Opcode::LOCAL_CSR_RD || last + 1 >= unit_.code.size() ||
        target + 1 >= unit_.code.size() || mc::needs_predecessor(at(last + 1)) ||
        mc::needs_predecessor(at(target)))
      return false;
    std::vector<uint32_t> passed;
    for (uint32_t k = last + 1; k + 1 < unit_.code.size() && k - last <= kLookAhead; ++k) {
      if (k == target) return fill_from_join(branch, k, passed);
      if (ends_path(k)) return false;
      if (gone_[k]) continue;
      if (can_rise(k, passed))
        if (const uint32_t same = same_on_target_path(k, target); same != kNothing) {
          remove(same);
          move(k, branch);
          return true;
        }
      passed.push_back(k);
    }
    return false;
  }

  bool fill_from_join(uint32_t branch, uint32_t join, std::vector<uint32_t>& passed) {
    const uint32_t last = branch + at(branch).word.defer;
    // A branch to the next word has one way there.
    if (!std::ranges::all_of(flow_.before[join],
                             [&](uint32_t from) { return from == last || from + 1 == join; }))
      return false;
    for (uint32_t k = join; k + 1 < unit_.code.size() && k - join <= kLookAhead; ++k) {
      if (k == join ? is_tied(k) : ends_path(k)) return false;
      if (gone_[k]) continue;
      if (can_rise(k, passed)) {
        move(k, branch);
        return true;
      }
      passed.push_back(k);
    }
    return false;
  }

  // The same word at the target, if it can rise, or kNothing.
  uint32_t same_on_target_path(uint32_t word, uint32_t target) const {
    std::vector<uint32_t> passed;
    for (uint32_t k = target; k + 1 < unit_.code.size() && k - target <= kLookAhead; ++k) {
      if (ends_path(k)) return kNothing;
      if (gone_[k]) continue;
      if (same_word(at(k), at(word)) && can_rise(k, passed)) return k;
      passed.push_back(k);
    }
    return kNothing;
  }

  // Whether the word may move above those passed.
  bool can_rise(uint32_t k, const std::vector<uint32_t>& passed) const {
    const Instr& i = at(k);
    if (mc::is_control(i) || flow_.slot_of[k] != kNothing || !i.points.empty() || !can_leave(k) ||
        !can_pass(i, passed))
      return false;
    if (passed.empty()) return true;
    if (mc::uses_condition_codes(i)) return false;
    return !mc::sets_condition_codes(i) ||
           (!codes_[k + 1] && std::none_of(passed.begin(), passed.end(), [&](uint32_t p) {
             return mc::uses_condition_codes(at(p));
           }));
  }
};

} // namespace

unsigned share_slots(mc::Unit& unit) {
  return SharedSlots(unit).run();
}

} // namespace mecc::codegen
