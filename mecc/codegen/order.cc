// Instructions that want to stand next to each other: what computes the override word of an
// indirect_ref moves right in front of the command, which takes the last ALU result; what computes
// a value that a branch compares with 0 moves to the end of the block, where its condition codes
// do.
#include "mecc/codegen/subtarget.h"
#include "mecc/codegen/target_machine.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

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
    for (MachineBasicBlock& mbb : mf)
      for (MachineInstr& mi : mbb) {
        if (MachineInstr* source = override_word(mi); source && can_move(*source, mi))
          mbb.splice(mi.getIterator(), &mbb, *source);
        if (MachineInstr* source = compared_with_0(mi); source && can_move(*source, mi))
          mbb.splice(mi.getIterator(), &mbb, *source);
      }
    return true;
  }

private:
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

  // In SSA form: nobody in between reads what the source computes, nor writes the registers that
  // are not in SSA form.
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
