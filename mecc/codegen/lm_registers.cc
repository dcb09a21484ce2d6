#include "mecc/codegen/lm_registers.h"

#include "mecc/codegen/subtarget.h"

#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;

namespace mecc::codegen {

Register stepping(unsigned pointer, int by) {
  if (pointer) return by > 0 ? MEv2::Lm1Inc : MEv2::Lm1Dec;
  return by > 0 ? MEv2::Lm0Inc : MEv2::Lm0Dec;
}

bool is_stepping(Register r) {
  return r == MEv2::Lm0Inc || r == MEv2::Lm0Dec || r == MEv2::Lm1Inc || r == MEv2::Lm1Dec;
}

bool is_local_memory(Register r) {
  return r.isPhysical() &&
         (MEv2::Lm0LowRegClass.contains(r) || MEv2::Lm0HighRegClass.contains(r) ||
          MEv2::Lm1LowRegClass.contains(r) || MEv2::Lm1HighRegClass.contains(r) || is_stepping(r));
}

unsigned pointer_of(Register r) {
  return MEv2::Lm1LowRegClass.contains(r) || MEv2::Lm1HighRegClass.contains(r) ||
         r == MEv2::Lm1Inc || r == MEv2::Lm1Dec;
}

void move_pointer(MachineInstr& mi, unsigned pointer) {
  MachineFunction& mf = *mi.getMF();
  for (unsigned word = 0; word < kWindowWords; ++word)
    MachineInstrBuilder(mf, mi).addReg(window(pointer, word), RegState::ImplicitDefine);
}

void drop_unused(MachineRegisterInfo& mri, Register r) {
  SmallVector<Register, 4> work{r};
  while (!work.empty()) {
    const Register candidate = work.pop_back_val();
    MachineInstr* def = candidate.isVirtual() ? mri.getUniqueVRegDef(candidate) : nullptr;
    if (!def || !mri.use_nodbg_empty(candidate) || def->isPHI() || def->mayLoadOrStore() ||
        def->hasUnmodeledSideEffects() || def->getNumExplicitDefs() != 1)
      continue;
    for (const MachineOperand& o : def->all_uses())
      work.push_back(o.getReg());
    mri.markUsesInDebugValueAsUndef(candidate);
    def->eraseFromParent();
  }
}

} // namespace mecc::codegen
