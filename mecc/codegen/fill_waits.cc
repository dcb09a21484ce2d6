// Slots to fill: a nop before a local-memory access, the word that supplies the amount of a shift,
// or an empty defer slot of a context swap:
//
//   local_csr_wr[active_lm_addr_1, a0]         local_csr_wr[active_lm_addr_1, a0]
//   nop                                        alu[b1, b1, +, 1]
//   alu[--, *l$index1, -, b0]                  alu[--, *l$index1, -, b0]
//   beq[found#]                                beq[found#]
//   alu[b1, b1, +, 1]
//
//   alu_shf[b0, --, B, b0, >>8]
//   alu[--, a0, OR, 0]                         alu_shf[b0, a0, B, b0, >>8]
//   dbl_shf[b1, b0, a1, >>indirect]            dbl_shf[b1, b0, a1, >>indirect]
#include "mecc/codegen/word_moves.h"
#include "mecc/codegen/word_stages.h"

#include "mecc/mc/defer.h"
#include "mecc/mc/liveness.h"

#include <algorithm>

namespace mecc::codegen {

using mc::Instr;
using mc::kNothing;
using mc::Slot;
using mev2::Opcode;

namespace {

constexpr unsigned kLookAhead = 32, kLookBack = 6;

class WaitFiller : WordMoves {
public:
  explicit WaitFiller(mc::Unit& unit)
      : WordMoves(unit), wanted_(mc::registers_wanted(unit, flow_)) {}

  unsigned run() {
    unsigned filled = 0;
    for (uint32_t n = 0; n + 1 < unit_.code.size(); ++n)
      while (is_place(n) && !codes_[n + 1] && (from_below(n) || from_above(n)))
        ++filled;
    if (filled) close_holes();
    return filled;
  }

private:
  bool is_place(uint32_t n) const {
    if (gone_[n] || !at(n).hints.empty() || (n && at(n - 1).op() == Opcode::LOCAL_CSR_RD))
      return false;
    if (flow_.slot_of[n] != kNothing) return false;
    return at(n).op() == Opcode::NOP || is_amount(n) || has_slot(n);
  }
  bool has_slot(uint32_t n) const {
    const Instr& i = at(n);
    return mc::swaps_context(i) && !i.word.has_target && mc::may_get_slots(unit_, i) &&
           slots(n) < i.info().max_defer;
  }
  // alu[--, amount, OR, 0]
  bool is_amount(uint32_t n) const {
    const Instr& i = at(n);
    return i.op() == Opcode::ALU_OR && !i.dst.present() && i.left.is_register() &&
           i.right.kind == Slot::Kind::Constant && mc::needs_predecessor(at(n + 1));
  }

  bool from_below(uint32_t n) {
    std::vector<uint32_t> passed, targets; // instructions passed, and targets of branches
    for (uint32_t k = n + 1; k + 1 < unit_.code.size() && k - n <= kLookAhead; ++k) {
      const Instr& i = at(k);
      // Another path leads here, also where the first word has moved, or a measured section ends.
      const auto passes = [&](uint32_t before) { return n <= before && before < k; };
      if (!std::all_of(flow_.before[k].begin(), flow_.before[k].end(), passes) ||
          flow_.before[k].empty() || flow_.slot_of[k] != kNothing || i.op() == Opcode::LOCAL_CSR_RD)
        return false;
      if (gone_[k]) continue;
      if (mc::is_control(i)) {
        if (!i.info().is_branch || mc::never_falls_through(i) || i.target == kNothing ||
            i.word.defer)
          return false;
        const uint32_t to = unit_.labels[unit_.target_of(i)].node;
        if (to <= n) return false; // instructions behind a loop stay there
        targets.push_back(to);
      } else if (fits(i, n) && is_free(k) && can_pass(i, passed) && nobody_wants(k, targets)) {
        fill(n, k);
        return true;
      }
      passed.push_back(k);
    }
    return false;
  }

  bool from_above(uint32_t n) {
    if (!is_amount(n)) return false;
    std::vector<uint32_t> passed{n};
    for (uint32_t k = n; k-- > 0 && n - k <= kLookBack;) {
      if (!at(k + 1).labels.empty() || mc::is_control(at(k)) || flow_.slot_of[k] != kNothing ||
          at(k).op() == Opcode::LOCAL_CSR_RD)
        return false;
      if (gone_[k]) continue;
      if (at(k).labels.empty() && k > 0 && fits(at(k), n) && is_free(k) &&
          can_pass(at(k), passed)) {
        fill(n, k);
        return true;
      }
      passed.push_back(k);
    }
    return false;
  }

  // The same instruction with room for a left operand: a byte, or its complement, can be a right
  // operand.
  static Instr with_operands(const Instr& i) {
    if (i.op() != Opcode::IMMED || i.target != kNothing || !i.fields.front().number.known) return i;
    const auto value = static_cast<uint32_t>(*i.fields.front().number.known);
    const bool inverted = value > UINT8_MAX;
    if (inverted && ~value > UINT8_MAX) return i;
    Instr same = i;
    same.word.opcode = inverted ? Opcode::ALU_NOT_B : Opcode::ALU_B;
    same.fields.clear();
    same.right.kind = Slot::Kind::Constant;
    same.right.number.known = inverted ? ~value : value;
    return same;
  }

  // True if the instruction may move to `place`. A word that replaces a shift amount must have no
  // left operand, and must read from the other bank.
  bool fits(const Instr& moved, uint32_t place) const {
    if (!is_amount(place)) return true;
    const Instr i = with_operands(moved);
    const bool copies = i.op() == Opcode::ALU_B || i.op() == Opcode::ALU_NOT_B ||
                        i.op() == Opcode::SHF_B || i.op() == Opcode::SHF_NOT_B;
    if (!copies || i.left.present()) return false;
    return i.right.kind == Slot::Kind::Constant ||
           (i.right.is_register() &&
            unit_.registers[i.right.reg].bank != unit_.registers[at(place).left.reg].bank);
  }

  bool is_free(uint32_t k) const {
    return can_leave(k) && !mc::uses_condition_codes(at(k)) &&
           !(mc::sets_condition_codes(at(k)) && codes_[k + 1]);
  }

  // True if no path that leaves the instructions up to `k` needs the old value.
  bool nobody_wants(uint32_t k, const std::vector<uint32_t>& targets) const {
    const size_t result = mc::variable(at(k).dst.reg, mc::Side::In);
    return std::none_of(targets.begin(), targets.end(), [&](uint32_t to) {
      return to > k && (to >= wanted_.size() || wanted_[to].test(result));
    });
  }

  void fill(uint32_t place, uint32_t from) {
    const bool amount = is_amount(place);
    const Slot left = at(place).left;
    move(from, place);
    if (!amount) return;
    Instr& moved = unit_.code[place];
    moved = with_operands(moved);
    moved.left = left;
  }

  const std::vector<mc::Bits> wanted_;
};

} // namespace

unsigned fill_waits(mc::Unit& unit) {
  return WaitFiller(unit).run();
}

} // namespace mecc::codegen
