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
#include "mecc/codegen/word_stages.h"

#include "mecc/mc/defer.h"
#include "mecc/mc/dependence.h"
#include "mecc/mc/distance.h"
#include "mecc/mc/flow.h"
#include "mecc/mc/liveness.h"

#include <algorithm>
#include <iterator>

namespace mecc::codegen {

using mc::Instr;
using mc::kNothing;
using mc::Slot;
using mev2::Opcode;

namespace {

constexpr unsigned kLookAhead = 32, kLookBack = 6;
constexpr unsigned kFarthest = mc::kCrcLatency + 1; // no distance rule reaches farther

// Moved instructions leave a hole, so analysis results of the others stay valid.
class WaitFiller {
public:
  explicit WaitFiller(mc::Unit& unit)
      : unit_(unit), flow_(mc::build_flow(unit)), codes_(mc::condition_codes_live(unit, flow_)),
        wanted_(mc::registers_wanted(unit, flow_)), gone_(unit.code.size()),
        slots_(unit.code.size()) {}

  unsigned run() {
    unsigned filled = 0;
    for (uint32_t n = 0; n + 1 < unit_.code.size(); ++n)
      while (is_place(n) && !codes_[n + 1] && (from_below(n) || from_above(n)))
        ++filled;
    if (filled) close_holes();
    return filled;
  }

private:
  const Instr& at(uint32_t n) const { return unit_.code[n]; }

  bool is_place(uint32_t n) const {
    if (gone_[n] || !at(n).hints.empty() || (n && at(n - 1).op() == Opcode::LOCAL_CSR_RD))
      return false;
    if (flow_.slot_of[n] != kNothing) return false;
    return at(n).op() == Opcode::NOP || is_amount(n) || has_slot(n);
  }
  bool has_slot(uint32_t n) const {
    const Instr& i = at(n);
    return mc::swaps_context(i) && !i.word.has_target && mc::may_get_slots(unit_, i) &&
           slots_[n].size() < i.info().max_defer;
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
      if (gone_[k]) continue;
      const Instr& i = at(k);
      // Another path leads here, or a measured section ends.
      const auto passes = [&](uint32_t before) { return n <= before && before < k; };
      if (!std::all_of(flow_.before[k].begin(), flow_.before[k].end(), passes) ||
          flow_.before[k].empty() || flow_.slot_of[k] != kNothing || i.op() == Opcode::LOCAL_CSR_RD)
        return false;
      if (mc::is_control(i)) {
        if (!i.info().is_branch || mc::never_falls_through(i) || i.target == kNothing ||
            i.word.defer)
          return false;
        const uint32_t to = unit_.labels[unit_.target_of(i)].node;
        if (to <= n) return false; // instructions behind a loop stay there
        targets.push_back(to);
      } else if (fits(i, n) && can_leave(k) && can_pass(i, passed) && nobody_wants(k, n, targets)) {
        move(k, n);
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
      if (at(k).labels.empty() && k > 0 && fits(at(k), n) && can_leave(k) &&
          can_pass(at(k), passed)) {
        move(k, n);
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

  bool is_private(const Slot& s) const {
    if (!s.is_register()) return s.kind != Slot::Kind::Fixed;
    const mc::Register& r = unit_.registers[s.reg];
    return r.file == mc::File::Gpr && !r.everywhere();
  }

  // True if it uses only registers, and its neighbours may become adjacent.
  bool can_leave(uint32_t k) const {
    const Instr& i = at(k);
    return i.dst.is_register() && is_private(i.dst) && is_private(i.left) && is_private(i.right) &&
           i.target == kNothing && i.hints.empty() && !i.info().is_command &&
           !mc::keeps_distance(unit_, i) && !mc::uses_condition_codes(i) &&
           !mc::needs_predecessor(i) && !mc::needs_predecessor(at(k + 1)) &&
           at(k - 1).op() != Opcode::LOCAL_CSR_RD &&
           !(mc::sets_condition_codes(i) && codes_[k + 1]) && is_loose(k);
  }

  bool can_pass(const Instr& i, const std::vector<uint32_t>& passed) const {
    return std::none_of(passed.begin(), passed.end(), [&](uint32_t k) {
      return mc::depends(unit_, at(k), i) || mc::depends(unit_, i, at(k));
    });
  }
  // True if no path that leaves the instructions from `place` to `k` needs the old value.
  bool nobody_wants(uint32_t k, uint32_t place, const std::vector<uint32_t>& targets) const {
    const size_t result = mc::variable(at(k).dst.reg, mc::Side::In);
    return std::none_of(targets.begin(), targets.end(), [&](uint32_t to) {
      const bool stays = to <= k;
      return !stays && (to >= wanted_.size() || wanted_[to].test(result));
    });
  }

  using Reached = std::vector<std::pair<uint32_t, unsigned>>; // address and distance

  // Instructions close enough for their distance to matter. Holes take no cycle.
  Reached around(uint32_t k, bool before) const {
    Reached reached{{k, 0}};
    for (size_t r = 0; r < reached.size(); ++r) {
      const auto [from, steps] = reached[r];
      if (steps >= kFarthest) continue;
      const auto add = [&](uint32_t to) {
        const std::pair next{to, steps + (gone_[to] ? 0u : 1u)};
        if (std::find(reached.begin(), reached.end(), next) == reached.end())
          reached.push_back(next);
      };
      if (before)
        for (const uint32_t p : flow_.before[from])
          add(p);
      else
        for (const mc::Edge& e : flow_.next[from])
          add(e.to);
    }
    return reached;
  }
  bool is_loose(uint32_t k) const {
    const Reached first = around(k, /*before=*/true), second = around(k, /*before=*/false);
    for (const auto& [a, up] : first)
      for (const auto& [b, down] : second)
        if (a != k && b != k && !gone_[a] && !gone_[b] &&
            mc::least_distance(at(a), at(b)) > up + down - 1)
          return false;
    return true;
  }

  void move(uint32_t from, uint32_t to) {
    gone_[from] = true;
    uint32_t next = from + 1; // receives labels, which only mark block starts
    while (gone_[next])
      ++next;
    std::vector<mc::LabelId>&labels = unit_.code[from].labels, &later = unit_.code[next].labels;
    later.insert(later.begin(), labels.begin(), labels.end());
    labels.clear();
    if (mc::is_control(at(to))) {
      slots_[to].push_back(at(from));
      return;
    }
    Instr& place = unit_.code[to];
    Instr moved = at(from);
    moved.labels = std::move(place.labels);
    if (is_amount(to)) {
      moved = with_operands(moved);
      moved.left = place.left;
    }
    place = std::move(moved);
  }

  void close_holes() {
    std::vector<Instr> code;
    for (uint32_t n = 0; n < unit_.code.size(); ++n)
      if (!gone_[n]) {
        if (!slots_[n].empty())
          mc::set_slots(unit_.code[n], static_cast<unsigned>(slots_[n].size()));
        code.push_back(std::move(unit_.code[n]));
        std::move(slots_[n].begin(), slots_[n].end(), std::back_inserter(code));
      }
    unit_.code = std::move(code);
    unit_.place_labels();
  }

  mc::Unit& unit_;
  const mc::Flow flow_;
  const std::vector<bool> codes_; // live before each instruction
  const std::vector<mc::Bits> wanted_;
  std::vector<bool> gone_;
  std::vector<std::vector<Instr>> slots_; // instructions moved into swaps
};

} // namespace

unsigned fill_waits(mc::Unit& unit) {
  return WaitFiller(unit).run();
}

} // namespace mecc::codegen
