#include "mecc/mc/defer.h"

#include "mecc/mc/dependence.h"
#include "mecc/mc/flow.h"

#include <algorithm>

namespace mecc::mc {

using mev2::Opcode;

namespace {

constexpr unsigned kLookBack = 16; // instructions above a branch that are considered

class Filler {
public:
  explicit Filler(Unit& unit)
      : unit_(unit), flow_(build_flow(unit)), cc_live_(condition_codes_live(unit, flow_)) {}

  unsigned run() {
    unsigned moved = 0;
    // A move permutes the instructions up to one branch, all of them behind the branch before it;
    // so what was computed for the others stays true.
    for (uint32_t n = 0; n < unit_.code.size(); ++n)
      moved += fill(n);
    unit_.place_labels();
    return moved;
  }

private:
  const Instr& at(uint32_t n) const { return unit_.code[n]; }

  unsigned fill(uint32_t control) {
    const unsigned room = at(control).info().max_defer;
    if (!is_control(at(control)) || at(control).word.defer || flow_.slot_of[control] != kNothing ||
        !room)
      return 0;
    if (keeps_distance(unit_, at(control))) return 0;
    if (at(control).op() == Opcode::CTX_ARB &&
        (at(control).word.bpt || at(control).waits.empty()) && !at(control).word.signals)
      return 0; // kill, bpt
    std::vector<uint32_t> stay{control}, moved;
    for (uint32_t j = control; j-- > 0 && control - j <= kLookBack && moved.size() < room;) {
      if (!at(j + 1).labels.empty() || is_control(at(j)) || flow_.slot_of[j] != kNothing) break;
      if (can_move(j, control, stay))
        moved.push_back(j);
      else
        stay.push_back(j);
    }
    if (moved.empty()) return 0;
    std::reverse(moved.begin(), moved.end());
    reorder(control, moved);
    return static_cast<unsigned>(moved.size());
  }

  bool can_move(uint32_t j, uint32_t control, const std::vector<uint32_t>& stay) const {
    const Instr& i = at(j);
    if (!i.hints.empty() || keeps_distance(unit_, i) || needs_predecessor(i) ||
        needs_predecessor(at(j + 1)))
      return false;
    if (j > 0 && at(j - 1).op() == Opcode::LOCAL_CSR_RD) return false; // receives the CSR
    if (i.op() == Opcode::NOP && (stay.size() > 1 || at(control).info().is_command)) return false;
    if (uses_condition_codes(i)) return false;
    if (sets_condition_codes(i) && !codes_do_not_matter(j, control)) return false;
    if (i.info().is_command && !command_can_move(control, stay)) return false;
    return std::none_of(stay.begin(), stay.end(), [&](uint32_t k) {
      return depends(unit_, i, at(k)) || keeps_distance(unit_, at(k));
    });
  }

  // Nobody reads the codes it sets where it is, nor will behind the branch.
  bool codes_do_not_matter(uint32_t j, uint32_t control) const {
    if (cc_live_[j + 1]) return false;
    return std::none_of(flow_.next[control].begin(), flow_.next[control].end(),
                        [&](const Edge& e) { return cc_live_[e.to]; });
  }

  // Commands keep their order, and do not move over what may look at their effect.
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
    std::vector<LabelId> labels; // of an instruction that left: the next one gets them
    for (uint32_t k = moved.front(); k <= control; ++k) {
      Instr i = std::move(unit_.code[k]);
      const bool leaves = std::binary_search(moved.begin(), moved.end(), k);
      i.labels.insert(i.labels.begin(), labels.begin(), labels.end());
      labels.clear();
      if (leaves) std::swap(labels, i.labels);
      (leaves ? slots : order).push_back(std::move(i));
    }
    Instr& c = order.back();
    c.word.defer = static_cast<uint8_t>(moved.size());
    if (c.info().is_command)
      c.word.completion =
          moved.size() == 1 ? mev2::Completion::CtxSwapDefer1 : mev2::Completion::CtxSwapDefer2;
    auto out = std::move(order.begin(), order.end(), unit_.code.begin() + moved.front());
    std::move(slots.begin(), slots.end(), out);
    const auto owner = static_cast<uint32_t>(control - moved.size());
    for (uint32_t k = owner + 1; k <= control; ++k)
      flow_.slot_of[k] = owner;
  }

  Unit& unit_;
  Flow flow_;
  std::vector<bool> cc_live_;
};

} // namespace

unsigned fill_defer_slots(Unit& unit) {
  return Filler(unit).run();
}

} // namespace mecc::mc
