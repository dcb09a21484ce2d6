// A function's use of local memory, taken from its frame before words are generated.
#include "mecc/codegen/report.h"
#include "mecc/codegen/subtarget.h"

#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/PseudoSourceValue.h"

using namespace llvm;

namespace mecc::codegen {

namespace {

bool is_spill(const MachineFrameInfo& frame, const MachineMemOperand& o) {
  const auto* slot = dyn_cast_or_null<FixedStackPseudoSourceValue>(o.getPseudoValue());
  return slot && frame.isSpillSlotObjectIndex(slot->getFrameIndex());
}

class Describer final : public MachineFunctionPass {
public:
  static char id;
  explicit Describer(FunctionReports& reports) : MachineFunctionPass(id), reports_(reports) {}
  StringRef getPassName() const override { return "MEv2 function report"; }

  bool runOnMachineFunction(MachineFunction& mf) override {
    const MachineFrameInfo& frame = mf.getFrameInfo();
    FunctionReport r;
    r.name = mf.getName().str();
    for (int i = 0; i < frame.getObjectIndexEnd(); ++i) {
      if (frame.isDeadObjectIndex(i) || frame.getStackID(i) != TargetStackID::Default) continue;
      const auto words = static_cast<unsigned>((frame.getObjectSize(i) + 3) / 4);
      r.frame_words += words;
      if (frame.isSpillSlotObjectIndex(i)) r.spill_words += words;
    }
    for (const MachineBasicBlock& block : mf)
      for (const MachineInstr& mi : block)
        for (const MachineMemOperand* o : mi.memoperands())
          r.spill_accesses += is_spill(frame, *o);
    reports_.push_back(std::move(r));
    return false;
  }

private:
  FunctionReports& reports_;
};
char Describer::id;

} // namespace

FunctionPass* create_function_describer(FunctionReports& reports) {
  return new Describer(reports);
}

} // namespace mecc::codegen
