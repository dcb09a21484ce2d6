// Instructions that want to stand next to each other: what computes the override word of an
// indirect_ref moves right in front of the command, which takes the last ALU result.
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
    const MachineRegisterInfo& registers = mf.getRegInfo();
    for (MachineBasicBlock& mbb : mf)
      for (MachineInstr& mi : mbb) {
        const int n =
            MEv2::getNamedOperandIdx(static_cast<uint16_t>(mi.getOpcode()), MEv2::OpName::indirect);
        if (n < 0 || !mi.getOperand(static_cast<unsigned>(n)).isReg()) continue;
        const Register word = mi.getOperand(static_cast<unsigned>(n)).getReg();
        if (!word.isVirtual() || !registers.hasOneNonDBGUse(word)) continue;
        MachineInstr* source = registers.getUniqueVRegDef(word);
        if (source && can_move(*source, mi)) mbb.splice(mi.getIterator(), &mbb, *source);
      }
    return true;
  }

private:
  static bool can_move(const MachineInstr& source, const MachineInstr& mi) {
    if (source.getParent() != mi.getParent() || source.isPHI() || source.isCopy() ||
        source.hasUnmodeledSideEffects() || source.mayLoad() || source.isCall())
      return false;
    const TargetRegisterInfo& tri = *mi.getMF()->getSubtarget().getRegisterInfo();
    for (auto i = std::next(source.getIterator()); &*i != &mi; ++i)
      for (const MachineOperand& o : source.all_uses())
        if (o.getReg().isPhysical() && i->modifiesRegister(o.getReg(), &tri)) return false;
    return true;
  }
};
char Order::ID;
const RegisterPass<Order> known("mev2-order", "MEv2 order");

} // namespace

FunctionPass* create_order() {
  return new Order;
}

} // namespace mecc::codegen
