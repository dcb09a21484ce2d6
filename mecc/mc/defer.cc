#include "mecc/mc/defer.h"

#include "mecc/mc/dependence.h"
#include "mecc/mc/distance.h"
#include "mecc/mc/flow.h"

#include <algorithm>
#include <optional>

namespace mecc::mc {

using mev2::Opcode;

namespace {

constexpr unsigned kLookBack = 16; // number of instructions above a branch that are considered
constexpr unsigned kFarthest = kCrcLatency + 1; // maximum distance requirement

class Filler {
public:
  explicit Filler(Unit& unit)
      : unit_(unit), flow_(build_flow(unit)), cc_live_(condition_codes_live(unit, flow_)) {
    for (uint32_t n = 0; n < unit.code.size(); ++n)
      spare_.push_back(spare(n));
  }

  unsigned run(bool swaps_only) {
    unsigned moved = 0;
    // A move permutes the instructions between the preceding branch and this one, so the analyses
    // for other branches stay valid.
    for (uint32_t n = 0; n < unit_.code.size(); ++n)
      if (!swaps_only || swaps_context(at(n))) moved += fill(n);
    unit_.place_labels();
    return moved;
  }

private:
  const Instr& at(uint32_t n) const { return unit_.code[n]; }

  unsigned fill(uint32_t control) {
    if (flow_.slot_of[control] != kNothing || !may_get_slots(unit_, at(control))) return 0;
    const unsigned room = at(control).info().max_defer;
    std::vector<uint32_t> stay{control}, moved;
    for (uint32_t j = control; j-- > 0 && control - j <= kLookBack && moved.size() < room;) {
      if (!at(j + 1).labels.empty() || is_control(at(j)) || flow_.slot_of[j] != kNothing) break;
      if (can_move(j, control, stay)) {
        moved.push_back(j);
        keep_setter_above(j, control);
        for (const uint32_t k : stay)
          if (spare_[k] != kNothing) --spare_[k]; // one instruction fewer precedes it
      } else {
        stay.push_back(j);
      }
    }
    if (moved.empty()) return 0;
    std::reverse(moved.begin(), moved.end());
    reorder(control, moved);
    return static_cast<unsigned>(moved.size());
  }

  bool can_move(uint32_t j, uint32_t control, const std::vector<uint32_t>& stay) const {
    const Instr& i = at(j);
    if (!i.hints.empty() || (keeps_distance(unit_, i) && !only_local_memory(unit_, i)) ||
        needs_predecessor(i) || needs_predecessor(at(j + 1)))
      return false;
    // it is the operand that receives the CSR
    if (j > 0 && at(j - 1).op() == Opcode::LOCAL_CSR_RD) return false;
    if (i.op() == Opcode::NOP && (stay.size() > 1 || at(control).info().is_command)) return false;
    if (uses_condition_codes(i)) return false;
    if (sets_condition_codes(i) && !codes_do_not_matter(j, control) && !setter_above(j, control))
      return false;
    if (i.info().is_command && !command_can_move(control, stay)) return false;
    const Effects effects = effects_of(unit_, i);
    return std::none_of(stay.begin(), stay.end(), [&](uint32_t k) {
      return depends(unit_, i, at(k)) || keep_order(effects, effects_of(unit_, at(k))) ||
             (keeps_distance(unit_, at(k)) && spare_[k] == 0);
    });
  }

  // Number of instructions beyond the required minimum between n and any instruction that can run
  // before it.
  unsigned spare(uint32_t n) const {
    if (!keeps_distance(unit_, at(n))) return kNothing;
    unsigned least_spare = kFarthest;
    std::vector<std::pair<uint32_t, unsigned>> reached{{n, 0}}; // with the distance to n
    for (size_t k = 0; k < reached.size(); ++k) {
      const auto [to, steps] = reached[k];
      if (steps >= kFarthest) continue;
      for (const uint32_t p : flow_.before[to]) {
        const unsigned least = least_distance(at(p), at(n));
        if (least > 1) least_spare = std::min(least_spare, steps + 1 - std::min(least, steps + 1));
        const std::pair next{p, steps + 1};
        if (std::find(reached.begin(), reached.end(), next) == reached.end())
          reached.push_back(next);
      }
    }
    return least_spare;
  }

  // The condition codes it sets are read neither before nor after the branch.
  bool codes_do_not_matter(uint32_t j, uint32_t control) const {
    return !cc_live_[j + 1] && !codes_live_after(control);
  }
  bool codes_live_after(uint32_t control) const {
    return std::any_of(flow_.next[control].begin(), flow_.next[control].end(),
                       [&](const Edge& e) { return cc_live_[e.to]; });
  }

  // The instruction above j that sets N and Z by the value of the register that j copies. The
  // branch reads no other codes.
  std::optional<uint32_t> setter_above(uint32_t j, uint32_t control) const {
    const Opcode op = at(control).op();
    if (at(j).op() != Opcode::ALU_B || !at(j).right.is_register() || codes_live_after(control) ||
        (op != Opcode::BEQ && op != Opcode::BNE && op != Opcode::BMI && op != Opcode::BPL))
      return std::nullopt;
    for (uint32_t k = j + 1; k < control; ++k)
      if (uses_condition_codes(at(k))) return std::nullopt;
    for (uint32_t k = j; k-- > 0 && j - k <= kLookBack;) {
      if (!at(k + 1).labels.empty() || is_control(at(k)) || flow_.slot_of[k] != kNothing) break;
      if (sets_codes_of(unit_, at(k), at(j).right)) return k;
      if (sets_condition_codes(at(k)) || depends(unit_, at(k), at(j))) break;
    }
    return std::nullopt;
  }
  // The branch reads the codes of the setter above once j is gone.
  void keep_setter_above(uint32_t j, uint32_t control) {
    if (!cc_live_[j + 1]) return;
    if (const auto setter = setter_above(j, control))
      std::fill(cc_live_.begin() + *setter + 1, cc_live_.begin() + j + 1, true);
  }

  // Commands keep their order, and do not move past instructions that may observe their effect.
  bool command_can_move(uint32_t control, const std::vector<uint32_t>& stay) const {
    const Instr& c = at(control);
    if (swaps_context(c) || c.info().mnemonic.find("signal") != std::string_view::npos ||
        c.info().mnemonic.find("inp_state") != std::string_view::npos)
      return false;
    return std::none_of(stay.begin(), stay.end(),
                        [&](uint32_t k) { return at(k).info().is_command; });
  }

  void reorder(uint32_t control, const std::vector<uint32_t>& moved) {
    std::vector<Instr> order, slots;
    // Labels of a removed instruction move to the next one.
    std::vector<LabelId> labels;
    std::vector<uint32_t> points;
    for (uint32_t k = moved.front(); k <= control; ++k) {
      Instr i = std::move(unit_.code[k]);
      const bool leaves = std::binary_search(moved.begin(), moved.end(), k);
      i.labels.insert(i.labels.begin(), labels.begin(), labels.end());
      i.points.insert(i.points.begin(), points.begin(), points.end());
      labels.clear();
      points.clear();
      if (leaves) std::swap(labels, i.labels), std::swap(points, i.points);
      (leaves ? slots : order).push_back(std::move(i));
    }
    set_slots(order.back(), static_cast<unsigned>(moved.size()));
    auto out = std::move(order.begin(), order.end(), unit_.code.begin() + moved.front());
    std::move(slots.begin(), slots.end(), out);
    const auto owner = static_cast<uint32_t>(control - moved.size());
    for (uint32_t k = owner + 1; k <= control; ++k)
      flow_.slot_of[k] = owner;
  }

  Unit& unit_;
  Flow flow_;
  std::vector<bool> cc_live_;
  std::vector<unsigned> spare_; // indexed by instruction; kNothing: no required distance
};

} // namespace

unsigned fill_defer_slots(Unit& unit) {
  return Filler(unit).run(/*swaps_only=*/false);
}

unsigned fill_swap_slots(Unit& unit) {
  return Filler(unit).run(/*swaps_only=*/true);
}

bool may_get_slots(const Unit& unit, const Instr& control) {
  if (!is_control(control) || control.word.defer || control.info().max_defer == 0 ||
      keeps_distance(unit, control))
    return false;
  const bool ends = (control.word.bpt || control.waits.empty()) && !control.word.signals;
  return control.op() != Opcode::CTX_ARB || !ends; // kill, bpt
}

void set_slots(Instr& control, unsigned slots) {
  control.word.defer = static_cast<uint8_t>(slots);
  if (control.info().is_command)
    control.word.completion =
        slots == 1 ? mev2::Completion::CtxSwapDefer1 : mev2::Completion::CtxSwapDefer2;
}

} // namespace mecc::mc
