// The two pointers into local memory, LM_ADDR_0 and LM_ADDR_1, and the longwords they address as
// registers: *l$index1[3] is window(1, 3), *l$index1++ is stepping(1, 1).
#pragma once

#include "mecc/codegen/mev2.h"

#include "llvm/CodeGen/Register.h"

namespace llvm {
class MachineInstr;
class MachineRegisterInfo;
} // namespace llvm

namespace mecc::codegen {

constexpr unsigned kPointers = 2;
constexpr unsigned kWindowWords = 16;

inline llvm::Register window(unsigned pointer, unsigned word) {
  return (pointer ? llvm::MEv2::Lm1_0 : llvm::MEv2::Lm0_0) + word;
}
llvm::Register stepping(unsigned pointer, int by); // by: 1 or -1

bool is_local_memory(llvm::Register);
bool is_stepping(llvm::Register);
unsigned pointer_of(llvm::Register); // requires is_local_memory()

// Marks the instruction as moving the pointer, which redefines its window.
void move_pointer(llvm::MachineInstr&, unsigned pointer);

// Removes the computation of an address, as far as it is no longer used.
void drop_unused(llvm::MachineRegisterInfo&, llvm::Register);

} // namespace mecc::codegen
