// Bank assignment. An instruction reads at most one register of each bank, so two registers that
// are sources of one instruction must be in different banks: a 2-colouring. If the program has an
// odd cycle, a copy splits its least used pair:
//
//   alu[d, x, +, y]      ->     alu[tmp, --, B, x]
//                               alu[d, tmp, +, y]
#include "mecc/mc/passes.h"

#include "mecc/mc/flow.h"
#include "mecc/mc/liveness.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace mecc::mc {

using mev2::Bank;
using mev2::OperandKind;

namespace {

// The two general-purpose registers of an instruction that must be in different banks, if it has
// two: its sources; for ld_field also the destination, which is encoded in a source field.
struct Pair {
  Slot* first = nullptr;
  Slot* second = nullptr;
};

bool is_gpr(const Unit& unit, const Slot& s) {
  if (s.kind == Slot::Kind::Fixed)
    return s.fixed.kind == OperandKind::Gpr || s.fixed.kind == OperandKind::AbsGpr;
  return s.is_register() && unit.registers[s.reg].file == File::Gpr;
}

std::optional<Pair> source_pair(const Unit& unit, Instr& i) {
  std::vector<Slot*> sources;
  const bool has_field = i.info().reads_dst || i.info().cls == mev2::InstrClass::LdField;
  if (has_field && is_gpr(unit, i.dst)) sources.push_back(&i.dst);
  if (is_gpr(unit, i.left)) sources.push_back(&i.left);
  if (is_gpr(unit, i.right)) sources.push_back(&i.right);
  if (sources.size() < 2) return std::nullopt;
  return Pair{sources[0], sources[1]};
}

// Registers related by "same bank" or "other bank": a union-find with parity. The last two nodes
// are the banks, for registers whose bank is given.
class Sides {
public:
  explicit Sides(size_t n) : parent_(n), odd_(n) {
    for (size_t i = 0; i < n; ++i)
      parent_[i] = i;
  }
  std::pair<size_t, bool> find(size_t x) {
    bool odd = false;
    while (parent_[x] != x) {
      odd ^= odd_[x];
      x = parent_[x];
    }
    return {x, odd};
  }
  // false: they are in the same bank
  bool separate(size_t a, size_t b) { return relate(a, b, true); }
  bool join(size_t a, size_t b) { return relate(a, b, false); }

private:
  bool relate(size_t a, size_t b, bool different) {
    const auto [ra, oa] = find(a);
    const auto [rb, ob] = find(b);
    if (ra == rb) return (oa != ob) == different;
    const auto [low, high] = std::minmax(ra, rb);
    parent_[low] = high; // the bank nodes, which are last, stay roots
    odd_[low] = oa ^ ob ^ different;
    return true;
  }
  std::vector<size_t> parent_;
  std::vector<bool> odd_;
};

struct Conflict {
  uint32_t node;
  size_t a, b;
  uint64_t weight;
};

class Assigner {
public:
  explicit Assigner(Unit& unit) : unit_(unit) {}

  void run() {
    while (true) { // terminates, as every iteration removes pairs from the graph
      const std::vector<uint32_t> cut = solve();
      if (cut.empty()) return orient();
      if (!split(cut)) return;
      unit_.place_labels();
    }
  }

private:
  size_t node_of(const Slot& s) const {
    if (s.is_register()) return s.reg;
    return unit_.registers.size() + (s.fixed.bank == Bank::B ? 1 : 0);
  }

  // Links the pairs in descending order of weight; returns the instructions whose pair could not be
  // separated.
  std::vector<uint32_t> solve() {
    const size_t n = unit_.registers.size();
    flow_ = build_flow(unit_);
    sides_ = std::make_unique<Sides>(n + 2);
    sides_->separate(n, n + 1);
    for (RegisterId r = 0; r < n; ++r)
      if (unit_.registers[r].pinned_bank)
        sides_->join(r, n + (*unit_.registers[r].pinned_bank == Bank::B ? 1 : 0));
    std::map<std::pair<size_t, size_t>, uint64_t> weights;
    std::vector<Conflict> pairs;
    for (uint32_t k = 0; k < unit_.code.size(); ++k) {
      const auto pair = source_pair(unit_, unit_.code[k]);
      if (!pair) continue;
      const auto [a, b] = std::minmax({node_of(*pair->first), node_of(*pair->second)});
      uint64_t weight = 1;
      for (unsigned d = 0; d < flow_.depth[k]; ++d)
        weight *= 10;
      weights[{a, b}] += weight;
      pairs.push_back({k, a, b, 0});
    }
    for (Conflict& c : pairs)
      c.weight = weights[{c.a, c.b}];
    std::sort(pairs.begin(), pairs.end(), [](const Conflict& x, const Conflict& y) {
      return std::pair(y.weight, x.node) < std::pair(x.weight, y.node);
    });
    std::vector<uint32_t> cut;
    for (const Conflict& c : pairs)
      if (c.a == c.b || !sides_->separate(c.a, c.b)) cut.push_back(c.node);
    std::sort(cut.begin(), cut.end());
    return cut;
  }

  // ---- Copies

  bool writes(const Instr& i, RegisterId r) const {
    for (const Access& a : accesses(unit_, i))
      if (a.reg == r && a.write) return true;
    return false;
  }

  // Position for a copy of `r` for instruction `n`. An absolute register can be copied only by alu,
  // which sets the condition codes. For an operand that is no symbolic register, the writers are
  // unknown.
  std::optional<uint32_t> place_for_copy(uint32_t n, RegisterId r, bool spoils_codes,
                                         const std::vector<bool>& cc_live) const {
    return place_above(
        unit_, flow_, n, [&](uint32_t p) { return !spoils_codes || !cc_live[p]; },
        [&](const Instr& i) { return r != kNothing && !writes(i, r); });
  }

  // In descending order, so that the analyses of preceding instructions stay valid.
  bool split(const std::vector<uint32_t>& cut) {
    const std::vector<bool> cc_live = condition_codes_live(unit_, flow_);
    uint32_t changed_from = kNothing;
    for (auto n = cut.rbegin(); n != cut.rend() && *n < changed_from; ++n) {
      const auto where = split_one(*n, cc_live);
      if (!where) return false;
      changed_from = *where;
    }
    return true;
  }

  // Returns the position of the copy; reports an error if there is none.
  std::optional<uint32_t> split_one(uint32_t n, const std::vector<bool>& cc_live) {
    Pair pair = *source_pair(unit_, unit_.code[n]);
    std::vector<Slot*> candidates{pair.second};
    if (pair.first != &unit_.code[n].dst) candidates.push_back(pair.first);
    const std::string first = name(*pair.first), second = name(*pair.second);
    const std::string names = first == second ? first + " and itself" : first + " and " + second;
    for (Slot* s : candidates) {
      const RegisterId r = s->is_register() ? s->reg : kNothing;
      const bool absolute =
          s->is_register() ? unit_.registers[r].absolute : s->fixed.kind == OperandKind::AbsGpr;
      const auto where = place_for_copy(n, r, absolute, cc_live);
      if (!where) continue;
      insert_copy(*where, n, *s, cc_live[*where]);
      unit_.say(
          ixp::Severity::Note, unit_.code[n + 1].at,
          fmt::format(
              "{} are read together but cannot be kept in different banks; a copy was inserted",
              names));
      unit_.remarks.push_back(fmt::format("{}:{}: copy inserted, {} are read together",
                                          unit_.where(unit_.code[n + 1].at).file,
                                          unit_.where(unit_.code[n + 1].at).line, names));
      return where;
    }
    unit_.error(
        unit_.code[n].at,
        fmt::format(
            "{} must be in different banks and are not, and there is no place for a copy; copy one "
            "of them to another register first",
            names));
    return std::nullopt;
  }

  std::string name(const Slot& s) const {
    return s.is_register() ? unit_.registers[s.reg].name : mev2::print(s.fixed);
  }

  // Inserts `copy = slot` before instruction `where`; `slot` of instruction `n` then names the
  // copy.
  void insert_copy(uint32_t where, uint32_t n, Slot& slot, bool keep_condition_codes) {
    Register copy;
    copy.name = fmt::format(".copy{}", unit_.registers.size());
    copy.declared = unit_.code[n].at;
    const auto id = static_cast<RegisterId>(unit_.registers.size());
    Instr move;
    move.word.opcode = keep_condition_codes ? mev2::Opcode::LD_FIELD_W_CLR : mev2::Opcode::ALU_B;
    move.word.byte_mask = keep_condition_codes ? 0xf : 0;
    move.at = unit_.code[n].at;
    move.made_by_assembler = move.implicit = true;
    move.right = slot;
    move.dst.kind = slot.kind = Slot::Kind::Register;
    move.dst.reg = slot.reg = id;
    unit_.registers.push_back(std::move(copy));
    insert(unit_, where, std::move(move));
  }

  // ---- Assignment of sides to banks A and B

  // Orients every group of linked registers so that the maximum pressure of the fuller bank is
  // lowest.
  void orient() {
    const size_t n = unit_.registers.size();
    const Liveness live = compute_liveness(unit_, flow_);
    std::vector<std::vector<uint32_t>> where(n); // instructions at which each register is live
    for (uint32_t k = 0; k < unit_.code.size(); ++k)
      live.occupied[k].each([&](size_t v) {
        if (v % 2 == 0 && unit_.registers[v / 2].file == File::Gpr) where[v / 2].push_back(k);
      });
    std::map<size_t, std::vector<RegisterId>> groups; // by root
    for (RegisterId r = 0; r < n; ++r)
      if (unit_.registers[r].file == File::Gpr) groups[sides_->find(r).first].push_back(r);
    std::vector<std::pair<size_t, size_t>> order; // largest first, after the groups with a given
                                                  // bank
    for (const auto& [root, members] : groups) {
      size_t size = root >= n ? ~size_t{0} : 0;
      if (root < n)
        for (RegisterId r : members)
          size += where[r].size();
      order.emplace_back(size, root);
    }
    std::sort(order.begin(), order.end(), [](const auto& x, const auto& y) {
      return std::pair(y.first, x.second) < std::pair(x.first, y.second);
    });
    std::array<std::vector<uint64_t>, 2> load{std::vector<uint64_t>(unit_.code.size()),
                                              std::vector<uint64_t>(unit_.code.size())};
    std::array<uint64_t, 2> absolutes{};
    for (const auto& [size, root] : order) {
      std::array<uint64_t, 2> cost{};
      // whether bank A is odd in its own group
      const bool root_odd = root >= n && sides_->find(n).second;
      for (const bool flip : {false, true})
        for (RegisterId r : groups[root]) {
          const size_t bank = sides_->find(r).second ^ flip;
          if (unit_.registers[r].absolute) cost[flip] += 1 + 2 * absolutes[bank];
          for (uint32_t k : where[r])
            cost[flip] += 1 + 2 * load[bank][k];
        }
      const bool flip = root >= n ? root_odd : cost[1] < cost[0];
      for (RegisterId r : groups[root]) {
        const size_t bank = sides_->find(r).second ^ flip;
        unit_.registers[r].bank = bank ? Bank::B : Bank::A;
        if (unit_.registers[r].absolute) ++absolutes[bank];
        for (uint32_t k : where[r])
          ++load[bank][k];
      }
    }
  }

  Unit& unit_;
  Flow flow_;
  std::unique_ptr<Sides> sides_;
};

} // namespace

void assign_banks(Unit& unit) {
  Assigner(unit).run();
}

} // namespace mecc::mc
