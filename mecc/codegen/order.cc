// Moves instructions next to their users where adjacency matters. An override word of an
// indirect_ref is computed right before the command, which takes the last ALU result. A value that
// a branch compares with 0 is computed at the end of the block, so that the branch reads its
// condition codes.
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
  StringRef getPassName() const override { return "MEv2 order"; }

  void getAnalysisUsage(AnalysisUsage& needs) const override {
    needs.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(needs);
  }

  bool runOnMachineFunction(MachineFunction& mf) override {
    registers_ = &mf.getRegInfo();
    for (MachineBasicBlock& mbb : mf) {
      for (MachineInstr& mi : mbb) {
        if (MachineInstr* source = override_word(mi); source && can_move(*source, mi))
          mbb.splice(mi.getIterator(), &mbb, *source);
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

  const MachineRegisterInfo* registers_ = nullptr;
};
char Order::ID;
const RegisterPass<Order> known("mev2-order", "MEv2 order");

} // namespace

FunctionPass* create_order() {
  return new Order;
}

} // namespace mecc::codegen
