#include "mecc/codegen/lm_registers.h"

#include "mecc/codegen/subtarget.h"

#include "llvm/CodeGen/MachineInstrBuilder.h"

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

} // namespace mecc::codegen
