// Omits tests for 0 if the computation of the value sets the condition codes that the branch needs,
// and comparisons after a difference of the same values. Independent instructions between the two
// go in front of the computation:
//
//   alu[a3, *l$index1[1], -, 1]                alu[a2, --, B, *l$index1]
//   alu[*l$index1[1], --, B, a3]               alu[a3, *l$index1[1], -, 1]
//   alu[a2, --, B, *l$index1]                  alu[*l$index1[1], --, B, a3]
//   alu[--, a3, -, 0]                          bne[next#]
//   bne[next#]
#include "mecc/codegen/word_stages.h"

#include "mecc/mc/dependence.h"
#include "mecc/mc/flow.h"

#include <algorithm>

namespace mecc::codegen {

using mc::Effects;
using mc::Instr;
using mc::Slot;
using mev2::Opcode;

namespace {

constexpr uint32_t kLookBack = 12; // instructions above a comparison that are considered

class Codes {
public:
  explicit Codes(mc::Unit& unit)
      : unit_(unit), flow_(mc::build_flow(unit)), codes_(mc::condition_codes_live(unit, flow_)),
        gone_(unit.code.size()) {}

  unsigned run() {
    unsigned omitted = 0;
    for (uint32_t n = 1; n + 1 < unit_.code.size(); ++n)
      if (is_comparison(n) && omit(n)) ++omitted;
    if (omitted) close_holes();
    return omitted;
  }

private:
  const Instr& at(uint32_t n) const { return unit_.code[n]; }

  // alu[--, value, -, value] or alu[--, value, -, 0], for the next word alone.
  bool is_comparison(uint32_t n) const {
    const Instr& i = at(n);
    if (i.op() != Opcode::ALU_SUB || i.dst.present() || !is_value(i.left) || !is_plain(i) ||
        !mc::uses_condition_codes(at(n + 1)) || !mc::is_control(at(n + 1)) ||
        !at(n + 1).labels.empty())
      return false;
    if (!i.right.is_register() &&
        (!is_with_0(i) || (at(n + 1).op() != Opcode::BEQ && at(n + 1).op() != Opcode::BNE)))
      return false;
    return std::none_of(flow_.next[n + 1].begin(), flow_.next[n + 1].end(),
                        [&](const mc::Edge& e) { return codes_[e.to]; });
  }

  static bool is_with_0(const Instr& i) {
    return i.right.kind == Slot::Kind::Constant && i.right.number.known == 0;
  }
  // Whether `i` sets the codes that the comparison sets.
  bool sets_codes_like(const Instr& i, const Instr& comparison) const {
    if (is_with_0(comparison)) return mc::sets_codes_of(unit_, i, comparison.left);
    return i.op() == Opcode::ALU_SUB && i.left.is_register() && i.right.is_register() &&
           i.left.reg == comparison.left.reg && i.right.reg == comparison.right.reg &&
           unit_.registers[i.right.reg].file == mc::File::Gpr;
  }

  // True if another instruction reads the same from the operand.
  bool is_value(const Slot& s) const {
    if (s.is_register()) return unit_.registers[s.reg].file == mc::File::Gpr;
    return s.kind == Slot::Kind::Fixed && s.fixed.step == mev2::Step::Keep &&
           (s.fixed.kind == mev2::OperandKind::Lm0 || s.fixed.kind == mev2::OperandKind::Lm1);
  }
  // No debug information and no required neighbour ties it to its position.
  static bool is_plain(const Instr& i) { return i.hints.empty() && i.points.empty(); }

  bool omit(uint32_t comparison) {
    const Effects reads = mc::effects_of(unit_, at(comparison));
    std::vector<uint32_t> setters; // nearest first
    for (uint32_t k = comparison; k-- > 0 && comparison - k <= kLookBack;) {
      if (flow_.before[k + 1].size() != 1 || mc::is_control(at(k)) ||
          flow_.slot_of[k] != mc::kNothing || !is_plain(at(k)) ||
          at(k).op() == Opcode::LOCAL_CSR_RD)
        break;
      const bool changes = mc::keep_order(mc::effects_of(unit_, at(k)), reads);
      if (sets_codes_like(at(k), at(comparison)) && (is_with_0(at(comparison)) || !changes))
        setters.push_back(k);
      if (mc::uses_condition_codes(at(k)) || changes) break;
    }
    // From the first one: the more of them set the codes, the more may go into defer slots.
    return std::any_of(setters.rbegin(), setters.rend(),
                       [&](uint32_t setter) { return join(setter, comparison); });
  }

  // Puts the setter of the codes in front of the branch behind the comparison, if possible.
  bool join(uint32_t setter, uint32_t comparison) {
    std::vector<uint32_t> before, after{setter};
    for (uint32_t k = setter + 1; k < comparison; ++k)
      if (can_go_up(k, setter, after))
        before.push_back(k);
      else if (!mc::sets_condition_codes(at(k)) || sets_codes_like(at(k), at(comparison)))
        after.push_back(k);
      else
        return false;
    std::vector<mc::LabelId> labels = std::move(unit_.code[comparison].labels);
    unit_.code[comparison + 1].labels = std::move(labels);
    gone_[comparison] = true;
    if (before.empty()) return true;
    labels = std::move(unit_.code[setter].labels);
    unit_.code[setter].labels.clear();
    before.insert(before.end(), after.begin(), after.end());
    std::vector<Instr> order;
    for (const uint32_t k : before)
      order.push_back(std::move(unit_.code[k]));
    order.front().labels = std::move(labels);
    std::move(order.begin(), order.end(), unit_.code.begin() + setter);
    return true;
  }

  bool can_go_up(uint32_t k, uint32_t setter, const std::vector<uint32_t>& over) const {
    const Instr& i = at(k);
    if (!i.labels.empty() || i.info().is_command || mc::needs_predecessor(i) ||
        mc::needs_predecessor(at(k + 1)) || at(k - 1).op() == Opcode::LOCAL_CSR_RD ||
        mc::needs_predecessor(at(setter)) || (mc::sets_condition_codes(i) && codes_[setter]))
      return false;
    const Effects effects = mc::effects_of(unit_, i);
    return std::none_of(over.begin(), over.end(), [&](uint32_t o) {
      return mc::keep_order(mc::effects_of(unit_, at(o)), effects);
    });
  }

  void close_holes() {
    std::vector<Instr> code;
    for (uint32_t n = 0; n < unit_.code.size(); ++n)
      if (!gone_[n]) code.push_back(std::move(unit_.code[n]));
    unit_.code = std::move(code);
    unit_.place_labels();
  }

  mc::Unit& unit_;
  const mc::Flow flow_;
  const std::vector<bool> codes_; // live before each instruction
  std::vector<bool> gone_;
};

} // namespace

unsigned omit_comparisons(mc::Unit& unit) {
  return Codes(unit).run();
}

} // namespace mecc::codegen
