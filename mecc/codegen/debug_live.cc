// Register coalescing joins registers whose live ranges do not overlap. A debug value of a register
// that is no longer live would show the other register's value. LLVM ends such a value after the
// first join only, and this pass ends all of them before.
#include "mecc/codegen/target_machine.h"

#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunctionPass.h"

using namespace llvm;

namespace mecc::codegen {
namespace {

class DebugLive final : public MachineFunctionPass {
public:
  static char ID;
  DebugLive() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "MEv2 debug live"; }

  void getAnalysisUsage(AnalysisUsage& needs) const override {
    needs.addRequired<LiveIntervalsWrapperPass>();
    needs.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(needs);
  }

  bool runOnMachineFunction(MachineFunction& mf) override {
    const LiveIntervals& live = getAnalysis<LiveIntervalsWrapperPass>().getLIS();
    for (MachineBasicBlock& mbb : mf)
      for (MachineInstr& mi : mbb)
        if (mi.isDebugValue() && !is_live(mi, live)) mi.setDebugValueUndef();
    return true;
  }

private:
  static bool is_live(const MachineInstr& value, const LiveIntervals& live) {
    const SlotIndex at = live.getSlotIndexes()->getIndexBefore(value).getRegSlot();
    return all_of(value.debug_operands(), [&](const MachineOperand& o) {
      if (!o.isReg() || !o.getReg().isVirtual()) return true;
      return live.hasInterval(o.getReg()) &&
             live.getInterval(o.getReg()).Query(at).valueOutOrDead() != nullptr;
    });
  }
};
char DebugLive::ID;

} // namespace

FunctionPass* create_debug_live() {
  return new DebugLive;
}

} // namespace mecc::codegen
