// Moves instructions next to their users where adjacency matters. An override word of an
// indirect_ref is computed right before the command, which takes the last ALU result. A value that
// a branch compares with 0 is computed at the end of the block, so that the branch reads its
// condition codes; likewise a difference of the values that the branch compares. A value computed
// from the one that a branch tests comes after the branch, where it may take the register of the
// other:
//
//   alu_shf[a1, --, B, a0, >>1]          br_bclr[a0, 0, even#]
//   br_bclr[a0, 0, even#]                alu_shf[a0, --, B, a0, >>1]   (also at even#)
//
// Values for the next turn of a loop come after the loop's swap, where they fill slots of its
// branch.
#include "mecc/codegen/subtarget.h"
#include "mecc/codegen/target_machine.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace mecc::codegen {
namespace {

class Order final : public MachineFunctionPass {
public:
  static char ID;
  Order() : MachineFunctionPass(ID) {}

  bool runOnMachineFunction(MachineFunction& mf) override {
    registers_ = &mf.getRegInfo();
    const Settings& s = settings(mf);
    if (is_on(Optimisation::LateUpdates, s) && !s.source_order && !mf.getFunction().hasOptSize())
      for (MachineBasicBlock& mbb : make_early_inc_range(mf))
        codegen::count(Optimisation::LateUpdates, s, update_after_branch(mbb) + sink_updates(mbb));
    const bool differences = is_on(Optimisation::Differences, s) && !s.source_order;
    for (MachineBasicBlock& mbb : mf) {
      for (MachineInstr& mi : mbb) {
        if (MachineInstr* source = override_word(mi); source && can_move(*source, mi))
          mbb.splice(mi.getIterator(), &mbb, *source);
        if (differences && mi.getOpcode() == MEv2::CgBrCcrr) move_difference(mi);
        if (MachineInstr* source = compared_with_0(mi); source && can_move(*source, mi))
          mbb.splice(mi.getIterator(), &mbb, *source);
      }
      repair_debug_values(mbb);
    }
    return true;
  }

private:
  // Corrects debug values of results computed further down, either after a move here or as
  // instruction selection left them. They would show the register's previous value.
  void repair_debug_values(MachineBasicBlock& mbb) {
    SmallPtrSet<const MachineInstr*, 32> above;
    for (MachineInstr& mi : mbb) {
      above.insert(&mi);
      if (!mi.isDebugValue()) continue;
      while (const MachineInstr* source = source_below(mi, above))
        forward_value(*source, mi);
    }
  }
  const MachineInstr* source_below(const MachineInstr& value,
                                   const SmallPtrSetImpl<const MachineInstr*>& above) const {
    for (const MachineOperand& o : value.debug_operands())
      if (const MachineInstr* source = source_of(o))
        if (source->getParent() == value.getParent() && !above.contains(source)) return source;
    return nullptr;
  }

  // Folds the constant that `source` adds into the debug value; for any other source, the variable
  // has no value there.
  static void forward_value(const MachineInstr& source, MachineInstr& value) {
    const bool adds = source.getOpcode() == MEv2::CgAddri,
               subtracts = source.getOpcode() == MEv2::CgSubri;
    if ((!adds && !subtracts) || !source.getOperand(2).isImm() || value.isDebugValueList())
      return value.setDebugValueUndef();
    SmallVector<uint64_t, 3> sum;
    DIExpression::appendOffset(sum, adds ? source.getOperand(2).getImm()
                                         : -source.getOperand(2).getImm());
    value.getDebugOperand(0).setReg(source.getOperand(1).getReg());
    value.getDebugExpressionOp().setMetadata(
        DIExpression::prependOpcodes(value.getDebugExpression(), sum, /*StackValue=*/true));
  }

  MachineInstr* source_of(const MachineOperand& o) const {
    return o.isReg() && o.getReg().isVirtual() ? registers_->getUniqueVRegDef(o.getReg()) : nullptr;
  }

  MachineInstr* override_word(const MachineInstr& mi) const {
    const int n =
        MEv2::getNamedOperandIdx(static_cast<uint16_t>(mi.getOpcode()), MEv2::OpName::indirect);
    if (n < 0) return nullptr;
    const MachineOperand& word = mi.getOperand(static_cast<unsigned>(n));
    return word.isReg() && registers_->hasOneNonDBGUse(word.getReg()) ? source_of(word) : nullptr;
  }

  MachineInstr* compared_with_0(const MachineInstr& mi) const {
    if (mi.getOpcode() != MEv2::CgBrCcri || mi.getOperand(2).getImm() != 0) return nullptr;
    MachineInstr* source = source_of(mi.getOperand(1));
    return source && sets_codes(*source) ? source : nullptr;
  }
  // Moves a subtraction of the compared values from a block that only the branch leads to, to a
  // position directly before the branch. Other such blocks use the same result.
  void move_difference(MachineInstr& branch) {
    SmallVector<MachineInstr*, 2> found;
    find_differences(branch, *branch.getParent(), found);
    if (found.empty()) return;
    MachineInstr& source = *found.front();
    branch.getParent()->splice(branch.getIterator(), source.getParent(), source);
    for (MachineInstr* same : drop_begin(found)) {
      registers_->replaceRegWith(same->getOperand(0).getReg(), source.getOperand(0).getReg());
      same->eraseFromParent();
    }
    codegen::count(Optimisation::Differences, settings(*branch.getMF()));
  }
  // Differences in blocks behind `from` to which no other path leads, if they can move up.
  static void find_differences(const MachineInstr& branch, const MachineBasicBlock& from,
                               SmallVectorImpl<MachineInstr*>& found) {
    const TargetRegisterInfo& tri = *branch.getMF()->getSubtarget().getRegisterInfo();
    const MachineOperand &left = branch.getOperand(1), &right = branch.getOperand(2);
    const auto changes = [&](const MachineInstr& i, const MachineOperand& o) {
      return o.getReg().isPhysical() &&
             (i.hasUnmodeledSideEffects() || i.modifiesRegister(o.getReg(), &tri));
    };
    for (MachineBasicBlock* to : from.successors()) {
      if (to->pred_size() != 1) continue;
      bool same = true;
      for (MachineInstr& i : *to) {
        if (i.getOpcode() == MEv2::CgSubrr && i.getOperand(0).getReg().isVirtual() &&
            i.getOperand(1).isIdenticalTo(left) && i.getOperand(2).isIdenticalTo(right))
          found.push_back(&i);
        same = !changes(i, left) && !changes(i, right);
        if (!same) break;
      }
      if (same) find_differences(branch, *to, found);
    }
  }

  // The only other reader of the value that the branch tests, if the value goes around a loop and
  // the reader's result is used only where the branch leads.
  MachineInstr* update_of_tested(MachineBasicBlock& mbb) const {
    const auto branch = mbb.getFirstTerminator();
    if (branch == mbb.end() || mbb.succ_size() != 2) return nullptr;
    const auto tested = find_if(branch->explicit_uses(), [](const MachineOperand& o) {
      return o.isReg() && o.getReg().isVirtual();
    });
    if (tested == branch->explicit_uses().end()) return nullptr;
    const MachineInstr* phi = registers_->getUniqueVRegDef(tested->getReg());
    if (!phi || !phi->isPHI() || phi->getParent() != &mbb) return nullptr;
    MachineInstr* update = nullptr;
    for (MachineInstr& user : registers_->use_nodbg_instructions(tested->getReg())) {
      if (&user == &*branch) continue;
      if (update || user.getParent() != &mbb || user.isPHI() || user.isTerminator()) return nullptr;
      update = &user;
    }
    const bool moves = update && update->getNumExplicitDefs() == 1 && !update->isCopy() &&
                       !update->hasUnmodeledSideEffects() && !update->mayLoadOrStore() &&
                       update->getDesc().getSize() == 5 &&
                       all_of(update->operands(), [](const MachineOperand& o) {
                         return !o.isReg() || o.getReg().isVirtual();
                       });
    if (!moves) return nullptr;
    bool goes_around = false;
    for (const MachineOperand& use :
         registers_->use_nodbg_operands(update->getOperand(0).getReg())) {
      const MachineInstr& user = *use.getParent();
      const MachineBasicBlock* at = place_of(use);
      if (at == &mbb ? user.getParent()->pred_size() == 1 || !will_be_repeated(*user.getParent())
                     : !mbb.isSuccessor(at) || at->pred_size() != 1)
        return nullptr;
      goes_around |= user.isPHI() && (&user == phi || any_of(phi->uses(), [&](const auto& o) {
                       return o.isReg() && o.getReg() == user.getOperand(0).getReg();
                     }));
    }
    return goes_around ? update : nullptr;
  }
  // True if LLVM's tail duplication repeats the block, so that two paths to it need no branch.
  static bool will_be_repeated(const MachineBasicBlock& block) {
    return count_if(block, [](const MachineInstr& i) { return !i.isPHI() && !i.isDebugInstr(); }) <=
           2;
  }
  // The block where the operand is read; for a PHI the end of the block it comes from.
  static MachineBasicBlock* place_of(const MachineOperand& use) {
    MachineInstr& user = const_cast<MachineInstr&>(*use.getParent());
    return user.isPHI() ? user.getOperand(use.getOperandNo() + 1).getMBB() : user.getParent();
  }

  // Computes it on both paths instead.
  bool update_after_branch(MachineBasicBlock& mbb) {
    MachineInstr* update = update_of_tested(mbb);
    if (!update) return false;
    MachineFunction& mf = *mbb.getParent();
    const Register result = update->getOperand(0).getReg();
    SmallVector<MachineBasicBlock*, 2> ways(mbb.successors());
    if (any_of(ways, [&](MachineBasicBlock* to) {
          return to->pred_size() > 1 && !mbb.canSplitCriticalEdge(to);
        }))
      return false;
    for (MachineBasicBlock*& to : ways)
      if (to->pred_size() > 1) to = mbb.SplitCriticalEdge(to, *this);
    for (MachineBasicBlock* to : ways) {
      const Register own = registers_->createVirtualRegister(registers_->getRegClass(result));
      MachineInstr* copy = mf.CloneMachineInstr(update);
      copy->getOperand(0).setReg(own);
      to->insert(to->getFirstNonPHI(), copy);
      for (MachineOperand& use : make_early_inc_range(registers_->use_nodbg_operands(result)))
        if (place_of(use) == to) use.setReg(own);
    }
    for (MachineOperand& use : make_early_inc_range(registers_->use_operands(result)))
      use.getParent()->setDebugValueUndef();
    update->eraseFromParent();
    return true;
  }

  // Moves values for the next turn of a loop below the block's last swap: they fill slots of the
  // branch, and other words the slots of the swap. Returns their number.
  unsigned sink_updates(MachineBasicBlock& mbb) const {
    const auto swap = find_if(reverse(mbb), [](const MachineInstr& mi) {
      return !mi.isCall() && any_of(mi.operands(), [](const auto& o) { return o.isRegMask(); });
    });
    unsigned moved = 0;
    if (swap == mbb.rend() || mbb.succ_size() != 2) return moved;
    for (MachineInstr& mi : make_early_inc_range(make_range(mbb.begin(), swap.getReverse())))
      if (is_update(mi)) {
        mbb.splice(mbb.getFirstTerminator(), &mbb, mi);
        ++moved;
      }
    return moved;
  }
  bool is_update(const MachineInstr& mi) const {
    const auto own_phi = [&](const MachineOperand& o) {
      const MachineInstr* source = source_of(o);
      return source && source->isPHI() && source->getParent() == mi.getParent();
    };
    return !mi.isPHI() && !mi.isCopy() && !mi.isDebugInstr() && mi.getNumExplicitDefs() == 1 &&
           !mi.hasUnmodeledSideEffects() && !mi.mayLoadOrStore() && mi.getDesc().getSize() == 5 &&
           all_of(mi.operands(),
                  [](const auto& o) { return !o.isReg() || o.getReg().isVirtual(); }) &&
           any_of(mi.all_uses(), own_phi) &&
           all_of(registers_->use_nodbg_instructions(mi.getOperand(0).getReg()),
                  [](const MachineInstr& user) { return user.isPHI() || user.isTerminator(); });
  }

  static bool sets_codes(const MachineInstr& mi) {
    switch (mi.getOpcode()) {
    case MEv2::CgAddrr:
    case MEv2::CgAddri:
    case MEv2::CgSubrr:
    case MEv2::CgSubri:
    case MEv2::CgSubir:
    case MEv2::CgAndrr:
    case MEv2::CgAndri:
    case MEv2::CgXorrr:
    case MEv2::CgXorri: return true;
    default: return false;
    }
  }

  // True if no instruction between source and mi reads the result of source, or writes a physical
  // register that source reads. Virtual registers are in SSA form.
  static bool can_move(const MachineInstr& source, const MachineInstr& mi) {
    if (source.getParent() != mi.getParent() || source.isPHI() || source.isCopy() ||
        source.hasUnmodeledSideEffects() || source.mayLoad() || source.isCall())
      return false;
    const TargetRegisterInfo& tri = *mi.getMF()->getSubtarget().getRegisterInfo();
    const Register result = source.getOperand(0).getReg();
    if (!result.isVirtual()) return false;
    for (auto i = std::next(source.getIterator()); &*i != &mi; ++i) {
      if (!i->isDebugInstr() && i->readsRegister(result, &tri)) return false;
      for (const MachineOperand& o : source.all_uses())
        if (o.getReg().isPhysical() &&
            (i->hasUnmodeledSideEffects() || i->modifiesRegister(o.getReg(), &tri)))
          return false;
    }
    return true;
  }

  MachineRegisterInfo* registers_ = nullptr;
};
char Order::ID;
const RegisterPass<Order> known("mev2-order", "MEv2 order");

} // namespace

FunctionPass* create_order() {
  return new Order;
}

} // namespace mecc::codegen
