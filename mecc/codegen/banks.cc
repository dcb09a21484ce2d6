// Bank assignment: an instruction reads a GPR bank once, so two GPR sources of one word come from
// different banks.
//
// Every virtual register gets a bank before allocation. Constraints between registers are "differ"
// (the two sources of a word) and "same" (a copy, a PHI, a tied operand: otherwise a move is
// needed), each weighted by the frequency of its block. Constraints are taken in descending weight.
// Each joins two groups of registers and fixes their relative banks; one that contradicts earlier
// ones costs a move. This is a maximum spanning tree, a heuristic for the maximum cut of the graph.
// Finally whole groups are swapped to balance the banks.
#include "mecc/codegen/target_machine.h"

#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

using namespace llvm;

namespace mecc::codegen {
namespace {

// Union-find in which each element stores whether it is on the same side as its root.
class Groups {
public:
  explicit Groups(size_t n) : parent_(n), other_side_(n, 0) {
    for (size_t i = 0; i < n; ++i)
      parent_[i] = static_cast<unsigned>(i);
  }

  std::pair<unsigned, bool> find(unsigned i) {
    bool side = false;
    unsigned root = i;
    for (; parent_[root] != root; root = parent_[root])
      side ^= other_side_[root] != 0;
    const bool result = side;
    while (parent_[i] != root && parent_[i] != i) { // path compression
      const unsigned next = parent_[i];
      const bool step = other_side_[i] != 0;
      parent_[i] = root;
      other_side_[i] = side;
      side ^= step;
      i = next;
    }
    return {root, result};
  }

  // False if the two are already joined with the opposite relation.
  bool join(unsigned a, unsigned b, bool differ) {
    const auto [ra, sa] = find(a);
    const auto [rb, sb] = find(b);
    if (ra == rb) return (sa != sb) == differ;
    parent_[ra] = rb;
    other_side_[ra] = (sa != sb) != differ;
    return true;
  }

private:
  std::vector<unsigned> parent_;
  std::vector<uint8_t> other_side_;
};

struct Wish {
  unsigned a, b;
  bool differ;
  uint64_t weight;
  size_t order = 0; // order of discovery: makes sorting total
};

struct SourcePair {
  int left, right; // operand numbers
};

class BankAssignment final : public MachineFunctionPass {
public:
  static char ID;
  BankAssignment() : MachineFunctionPass(ID) {}

  void getAnalysisUsage(AnalysisUsage& needs) const override {
    needs.addRequired<MachineBlockFrequencyInfoWrapperPass>();
    needs.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(needs);
  }

  bool runOnMachineFunction(MachineFunction& mf) override {
    mf_ = &mf;
    mri_ = &mf.getRegInfo();
    tii_ = mf.getSubtarget().getInstrInfo();
    frequency_ = &getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI();
    wishes_.clear();
    known_.clear();
    collect();
    Groups groups(kBanks + mri_->getNumVirtRegs());
    groups.join(0, 1, true);
    bind_given(groups);
    for (const Wish& w : wishes_)
      groups.join(w.a, w.b, w.differ);
    balance(groups);
    for (unsigned n = 0; n < mri_->getNumVirtRegs(); ++n) {
      const Register r = Register::index2VirtReg(n);
      if (mri_->getRegClassOrNull(r)) mri_->setRegClass(r, class_of(bank(groups, node(r))));
    }
    repair();
    return true;
  }

private:
  static constexpr unsigned kBanks = 2; // the first two nodes represent the banks themselves

  static unsigned node(Register r) {
    if (r.isVirtual()) return kBanks + r.virtRegIndex();
    if (MEv2::GPRARegClass.contains(r) || MEv2::AbsGPRARegClass.contains(r)) return 0;
    if (MEv2::GPRBRegClass.contains(r) || MEv2::AbsGPRBRegClass.contains(r)) return 1;
    return ~0u; // another file: no bank
  }
  static const TargetRegisterClass* class_of(bool b) {
    return b ? &MEv2::GPRBRegClass : &MEv2::GPRARegClass;
  }
  static bool bank(Groups& groups, unsigned n) {
    const auto [root, side] = groups.find(n);
    return side != groups.find(0).second; // every group ends up bound to the banks
  }

  // Binds registers whose bank is given, e.g. those of inline assembly.
  void bind_given(Groups& groups) const {
    for (unsigned n = 0; n < mri_->getNumVirtRegs(); ++n) {
      const Register r = Register::index2VirtReg(n);
      const TargetRegisterClass* given = mri_->getRegClassOrNull(r);
      if (given == class_of(false) || given == class_of(true))
        groups.join(node(r), given == class_of(true), false);
    }
  }

  static bool gpr(const MachineOperand& o) {
    return o.isReg() && o.getReg() && node(o.getReg()) != ~0u;
  }

  // Operands of one form that are read in one word. For a tied operand, the destination's register
  // is read.
  static std::vector<SourcePair> pairs(const MachineInstr& mi) {
    std::vector<SourcePair> found;
    const auto add = [&](unsigned left, unsigned right) {
      const int l = MEv2::getNamedOperandIdx(static_cast<uint16_t>(mi.getOpcode()),
                                             static_cast<uint16_t>(left));
      const int r = MEv2::getNamedOperandIdx(static_cast<uint16_t>(mi.getOpcode()),
                                             static_cast<uint16_t>(right));
      if (l < 0 || r < 0 || !gpr(mi.getOperand(static_cast<unsigned>(l))) ||
          !gpr(mi.getOperand(static_cast<unsigned>(r))))
        return;
      found.push_back({l, r});
    };
    switch (mi.getOpcode()) {
    case MEv2::CgLmStore: break; // two words: the address, then the value
    case MEv2::CgFieldClr:       // the destination occupies a source field, though it is not read
      add(MEv2::OpName::dst, MEv2::OpName::right);
      break;
    case MEv2::CgSum: // the first two together, each later term with the running sum
      for (unsigned n = 2; n < mi.getNumExplicitOperands(); ++n) {
        const unsigned other = n == 2 ? 1 : 0;
        if (gpr(mi.getOperand(n)) && gpr(mi.getOperand(other)))
          found.push_back({static_cast<int>(other), static_cast<int>(n)});
      }
      break;
    default: add(MEv2::OpName::left, MEv2::OpName::right);
    }
    add(MEv2::OpName::left2, MEv2::OpName::right2);
    return found;
  }

  void wish(Register a, Register b, bool differ, uint64_t weight) {
    const unsigned na = node(a), nb = node(b);
    if (na == ~0u || nb == ~0u) return;
    const auto [known, fresh] =
        known_.try_emplace({std::min(na, nb), std::max(na, nb), differ}, wishes_.size());
    if (fresh) wishes_.push_back({na, nb, differ, 0});
    wishes_[known->second].weight += weight;
  }

  // True for a copy of an argument or result whose physical register gets another value before the
  // only use: no bank makes it unnecessary.
  bool is_kept(const MachineInstr& copy) const {
    const Register to = copy.getOperand(0).getReg(), from = copy.getOperand(1).getReg();
    if (!to.isVirtual() || !from.isPhysical() || !mri_->hasOneNonDBGUse(to)) return false;
    const MachineInstr& use = *mri_->use_instr_nodbg_begin(to);
    if (use.isPHI() || use.getParent() != copy.getParent()) return false;
    const TargetRegisterInfo* registers = mri_->getTargetRegisterInfo();
    return std::any_of(
        std::next(copy.getIterator()), use.getIterator(),
        [&](const MachineInstr& mi) { return mi.modifiesRegister(from, registers); });
  }

  void collect() {
    for (MachineBasicBlock& mbb : *mf_) {
      const uint64_t weight = std::max<uint64_t>(1, frequency_->getBlockFreq(&mbb).getFrequency());
      for (MachineInstr& mi : mbb) {
        if (mi.isDebugInstr()) continue;
        if (mi.isPHI()) {
          for (unsigned n = 1; n < mi.getNumOperands(); n += 2)
            wish(mi.getOperand(0).getReg(), mi.getOperand(n).getReg(), false,
                 std::max<uint64_t>(
                     1, frequency_->getBlockFreq(mi.getOperand(n + 1).getMBB()).getFrequency()));
          continue;
        }
        if (mi.isCopy()) {
          if (!is_kept(mi))
            wish(mi.getOperand(0).getReg(), mi.getOperand(1).getReg(), false, weight);
          continue;
        }
        for (const SourcePair& p : pairs(mi))
          wish(mi.getOperand(static_cast<unsigned>(p.left)).getReg(),
               mi.getOperand(static_cast<unsigned>(p.right)).getReg(), true, weight);
        for (unsigned n = 0; n < mi.getNumExplicitDefs(); ++n)
          if (unsigned use = 0; mi.isRegTiedToUseOperand(n, &use))
            wish(mi.getOperand(n).getReg(), mi.getOperand(use).getReg(), false, weight);
      }
    }
    for (size_t n = 0; n < wishes_.size(); ++n)
      wishes_[n].order = n;
    std::sort(wishes_.begin(), wishes_.end(), [](const Wish& a, const Wish& b) {
      return std::tuple(b.weight, a.order) < std::tuple(a.weight, b.order);
    });
  }

  // Binds every group to the banks, largest first, each in the orientation that balances them
  // better.
  void balance(Groups& groups) {
    std::vector<std::pair<int, int>> sizes(kBanks + mri_->getNumVirtRegs());
    for (unsigned n = 0; n < mri_->getNumVirtRegs(); ++n) {
      const auto [root, side] = groups.find(kBanks + n);
      ++(side ? sizes[root].second : sizes[root].first);
    }
    const unsigned fixed = groups.find(0).first;
    int a = 0, b = 0; // number of registers in each bank
    if (groups.find(0).second)
      a = sizes[fixed].second, b = sizes[fixed].first;
    else
      a = sizes[fixed].first, b = sizes[fixed].second;
    std::vector<unsigned> roots;
    for (unsigned n = 0; n < sizes.size(); ++n)
      if (n != fixed && sizes[n].first + sizes[n].second > 0) roots.push_back(n);
    const auto size = [&](unsigned r) { return sizes[r].first + sizes[r].second; };
    std::sort(roots.begin(), roots.end(), [&](unsigned x, unsigned y) {
      return std::tuple(size(y), x) < std::tuple(size(x), y);
    });
    for (const unsigned r : roots) {
      const auto [same, other] = sizes[r];
      const int straight = std::abs(a + same - b - other), turned = std::abs(a + other - b - same);
      const bool turn = turned < straight;
      groups.join(r, 0, turn);
      a += turn ? other : same;
      b += turn ? same : other;
    }
  }

  // Inserts moves for unsatisfied "differ" constraints.
  void repair() {
    for (MachineBasicBlock& mbb : *mf_)
      for (MachineInstr& mi : mbb) {
        if (mi.isDebugInstr()) continue;
        for (const SourcePair& p : pairs(mi))
          separate(mi, p);
      }
  }

  const TargetRegisterClass* bank_class(Register r) const {
    if (r.isVirtual()) return mri_->getRegClass(r);
    return class_of(node(r) == 1);
  }

  void separate(MachineInstr& mi, const SourcePair& p) {
    MachineOperand& left = mi.getOperand(static_cast<unsigned>(p.left));
    MachineOperand& right = mi.getOperand(static_cast<unsigned>(p.right));
    // A tied source is in the destination's register when the word executes.
    const MachineOperand& read =
        left.isTied() ? mi.getOperand(mi.findTiedOperandIdx(static_cast<unsigned>(p.left))) : left;
    if (bank_class(read.getReg()) != bank_class(right.getReg())) return;
    const TargetRegisterClass* other = class_of(bank_class(right.getReg()) == &MEv2::GPRARegClass);
    const Register moved = mri_->createVirtualRegister(other);
    BuildMI(*mi.getParent(), mi, mi.getDebugLoc(), tii_->get(TargetOpcode::COPY), moved)
        .addReg(right.getReg());
    right.setReg(moved);
    right.setIsKill(true);
  }

  MachineFunction* mf_ = nullptr;
  MachineRegisterInfo* mri_ = nullptr;
  const TargetInstrInfo* tii_ = nullptr;
  const MachineBlockFrequencyInfo* frequency_ = nullptr;
  std::vector<Wish> wishes_;
  std::map<std::tuple<unsigned, unsigned, bool>, size_t> known_; // numbers of wishes
};
char BankAssignment::ID;
const RegisterPass<BankAssignment> known("mev2-banks", "MEv2 bank assignment");

} // namespace

FunctionPass* create_bank_assignment() {
  return new BankAssignment;
}

} // namespace mecc::codegen
