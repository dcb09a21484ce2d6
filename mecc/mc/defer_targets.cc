// Fills defer slots from the branch target (defer.h).
#include "mecc/mc/defer.h"
#include "mecc/mc/dependence.h"
#include "mecc/mc/distance.h"
#include "mecc/mc/flow.h"
#include "mecc/mc/liveness.h"

#include <algorithm>

namespace mecc::mc {

using mev2::Opcode;

namespace {

class TargetFiller {
public:
  TargetFiller(Unit& unit, unsigned room)
      : unit_(unit), flow_(build_flow(unit)), codes_(condition_codes_live(unit, flow_)),
        wanted_(registers_wanted(unit, flow_)), pointers_(pointers_wanted()), room_(room),
        copies_(unit.code.size(), 0), gone_(unit.code.size()), in_table_(unit.code.size()) {
    for (const Instr& i : unit.code)
      if (i.op() == Opcode::JUMP && i.target != kNothing)
        for (uint32_t n = unit.labels[unit.target_of(i)].node;
             n < unit.code.size() && at(n).op() == Opcode::BR; ++n)
          in_table_[n] = true;
  }

  unsigned run() {
    unsigned added = 0;
    for (uint32_t n = 0; n < unit_.code.size(); ++n) {
      const unsigned room = std::min(room_ - added, empty_slots(n));
      if (room) added += copies_[n] = plan(n, room);
      replace_waits(n);
    }
    if (added) rebuild();
    return added;
  }

private:
  const Instr& at(uint32_t n) const { return unit_.code[n]; }

  unsigned empty_slots(uint32_t n) const {
    const Instr& i = at(n);
    if (!i.info().is_branch || i.target == kNothing || i.op() == Opcode::JUMP || in_table_[n] ||
        flow_.slot_of[n] != kNothing)
      return 0;
    return i.info().max_defer - std::min<unsigned>(i.info().max_defer, i.word.defer);
  }

  // Local-memory pointers live before each instruction, as bit masks.
  std::vector<unsigned> pointers_wanted() const {
    return solve_backward(flow_, 0u, [&](uint32_t n, unsigned wanted) {
      if (const auto pointer = pointer_set_by(at(n))) wanted &= ~(1u << *pointer);
      return wanted | pointers_used(at(n));
    });
  }
  unsigned pointers_used(const Instr& i) const {
    if (i.op() == Opcode::LOCAL_CSR_RD) return 0b11; // may read either pointer
    unsigned used = 0;
    for (const LocalUse& u : effects_of(unit_, i).local)
      used |= 1u << u.pointer;
    return used;
  }

  // Number of instructions at the target that may be copied.
  unsigned plan(uint32_t branch, unsigned room) const {
    const uint32_t target = unit_.labels[unit_.target_of(at(branch))].node;
    // position after the branch when it is not taken
    const uint32_t out = branch + 1 + at(branch).word.defer;
    const bool always = never_falls_through(at(branch));
    if (!always && !at(branch).likely) room = std::min(room, waits_at(out));
    if (!always && out >= unit_.code.size()) return 0;
    unsigned n = 0;
    for (; n < room && target + n + 1 < unit_.code.size(); ++n)
      if (!can_copy(target + n) || (!always && !is_harmless(at(target + n), branch, out))) break;
    return n;
  }

  bool can_copy(uint32_t n) const {
    const Instr& i = at(n);
    return !is_control(i) && !i.info().is_command && i.hints.empty() && !needs_predecessor(i) &&
           !needs_predecessor(at(n + 1)) &&
           (!keeps_distance(unit_, i) || pointer_set_by(i) || only_local_memory(unit_, i)) &&
           flow_.slot_of[n] == kNothing && (n == 0 || at(n - 1).op() != Opcode::LOCAL_CSR_RD);
  }

  // Number of nops that only the instruction in front of them leads to.
  unsigned waits_at(uint32_t out) const {
    uint32_t n = out;
    while (n < unit_.code.size() && at(n).op() == Opcode::NOP && at(n).hints.empty() &&
           flow_.before[n].size() == 1 && flow_.slot_of[n] == kNothing)
      ++n;
    return n - out;
  }
  // Copies take the place of nops where the branch is not taken.
  void replace_waits(uint32_t branch) {
    if (never_falls_through(at(branch))) return;
    const uint32_t out = branch + 1 + at(branch).word.defer;
    const unsigned replaced = std::min(copies_[branch], waits_at(out));
    std::fill_n(gone_.begin() + out, replaced, true);
  }

  // Whether its execution has no effect on the code at `out`, behind the branch.
  bool is_harmless(const Instr& i, uint32_t branch, uint32_t out) const {
    if (sets_condition_codes(i) && codes_[out]) return false;
    if (is_being_filled(i.left, out) || is_being_filled(i.right, out)) return false;
    if (const auto pointer = pointer_set_by(i)) return !(pointers_[out] >> *pointer & 1);
    for (const LocalUse& u : effects_of(unit_, i).local)
      if (u.steps || !is_valid(u.pointer, branch)) return false;
    if (!i.dst.present()) return true;
    if (!i.dst.is_register()) return false;
    const Register& r = unit_.registers[i.dst.reg];
    return r.file == File::Gpr && !r.everywhere() &&
           !wanted_[out].test(variable(i.dst.reg, Side::In));
  }

  // Whether a command in flight before instruction n fills the register.
  bool is_being_filled(const Slot& s, uint32_t n) const {
    if (!s.is_register() || !unit_.registers[s.reg].transfer()) return false;
    if (!commands_) commands_ = compute_liveness(unit_, flow_);
    bool filled = false;
    commands_->commands_in[n].each([&](size_t command) {
      for (const Access& a : commands_->accesses[command])
        filled |= a.by_unit && a.reg == s.reg && a.side == Side::In;
    });
    return filled;
  }

  // Whether the pointer certainly addresses local memory: it is used in front of the branch, or set
  // to a byte there.
  bool is_valid(unsigned pointer, uint32_t branch) const {
    for (uint32_t k = branch; k-- > 0 && at(k + 1).labels.empty() && !is_control(at(k));) {
      for (const LocalUse& u : effects_of(unit_, at(k)).local)
        if (u.pointer == pointer) return !u.steps;
      if (pointer_set_by(at(k)) == pointer)
        return branch + at(branch).word.defer - k >= kPointerLatency && is_byte(k, at(k).left);
      if (at(k).info().cls == mev2::InstrClass::LocalCsr) return false;
    }
    return false;
  }

  // Whether masks bound the register on all paths to the instruction.
  bool is_byte(uint32_t n, const Slot& value) const {
    if (!value.is_register() || unit_.registers[value.reg].file != File::Gpr ||
        unit_.registers[value.reg].everywhere())
      return false;
    std::vector<bool> seen(unit_.code.size());
    std::vector<uint32_t> work{n};
    while (!work.empty()) {
      const std::vector<uint32_t>& before = flow_.before[work.back()];
      work.pop_back();
      if (before.empty()) return false;
      for (const uint32_t p : before) {
        const Instr& i = at(p);
        const bool writes = i.dst.is_register() && i.dst.reg == value.reg;
        if (writes && !is_masked(i)) return false;
        if (!writes && !seen[p]) work.push_back(p);
        seen[p] = true;
      }
    }
    return true;
  }
  static bool is_masked(const Instr& i) {
    const bool left = i.left.kind == Slot::Kind::Constant;
    return (i.op() == Opcode::SHF_AND && left) ||
           (i.op() == Opcode::ALU_AND && (left || i.right.kind == Slot::Kind::Constant));
  }

  LabelId label_at(uint32_t n) {
    LabelDefinition l;
    l.name = ".slots#";
    l.at = at(n).at;
    l.node = n;
    unit_.labels.push_back(std::move(l));
    const auto id = static_cast<LabelId>(unit_.labels.size() - 1);
    unit_.code[n].labels.push_back(id);
    return id;
  }

  void rebuild() {
    std::vector<std::vector<Instr>> copied(unit_.code.size()); // copies after each instruction
    for (uint32_t n = 0; n < unit_.code.size(); ++n) {
      if (!copies_[n]) continue;
      Instr& branch = unit_.code[n];
      const uint32_t target = unit_.labels[unit_.target_of(branch)].node;
      for (unsigned k = 0; k < copies_[n]; ++k) {
        Instr copy = at(target + k);
        copy.labels.clear();
        if (!never_falls_through(branch))
          copy.points.clear(); // the copy also runs when the branch is not taken
        copy.origin = kNothing;
        copied[n + branch.word.defer].push_back(std::move(copy));
      }
      LabelUse use;
      use.at = branch.at;
      use.label = label_at(target + copies_[n]);
      unit_.label_uses.push_back(std::move(use));
      unit_.code[n].target = static_cast<LabelUseId>(unit_.label_uses.size() - 1);
    }
    std::vector<Instr> code;
    for (uint32_t n = 0; n < unit_.code.size(); ++n) {
      if (gone_[n]) {
        std::vector<LabelId>&labels = unit_.code[n].labels, &later = unit_.code[n + 1].labels;
        later.insert(later.begin(), labels.begin(), labels.end());
        continue;
      }
      unit_.code[n].word.defer = static_cast<uint8_t>(unit_.code[n].word.defer + copies_[n]);
      code.push_back(std::move(unit_.code[n]));
      for (Instr& i : copied[n])
        code.push_back(std::move(i));
    }
    unit_.code = std::move(code);
    unit_.place_labels();
  }

  Unit& unit_;
  const Flow flow_;
  const std::vector<bool> codes_; // live before each instruction
  const std::vector<Bits> wanted_;
  const std::vector<unsigned> pointers_;     // local-memory pointers live before each instruction
  mutable std::optional<Liveness> commands_; // found when a target reads a transfer register
  const unsigned room_;
  std::vector<unsigned> copies_; // number of copies for each branch
  std::vector<bool> gone_;       // nops that copies replace
  std::vector<bool> in_table_;   // part of a jump table: one word each
};

} // namespace

unsigned fill_from_targets(Unit& unit, unsigned room) {
  return TargetFiller(unit, room).run();
}

} // namespace mecc::mc
