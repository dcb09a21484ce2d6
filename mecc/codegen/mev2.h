// Enumerators of the generated tables, and declarations shared by parts of the backend.
#pragma once

#include "isa/isa.h"

#include <cstdint>

namespace llvm {
class FunctionPass;
class MachineFunctionPass;
class PassRegistry;
class Target;
class MEv2TargetMachine;
} // namespace llvm

#define GET_REGINFO_ENUM
#include "MEv2GenRegisterInfo.inc"

#define GET_INSTRINFO_ENUM
#define GET_INSTRINFO_OPERAND_ENUM
#include "MEv2GenInstrInfo.inc"

namespace llvm::MEv2 {
// Index of a form's operand by name (OpName), or -1. Defined by the generated instruction info.
int16_t getNamedOperandIdx(uint16_t opcode, uint16_t name);
} // namespace llvm::MEv2

namespace mecc::codegen {

llvm::Target& mev2_target();
// Registers the target with LLVM under the name "mev2". Idempotent.
void register_target();

// Conditions of compare-and-branch forms, on left - right. Unsigned "higher" and "lower or same"
// exchange the operands.
enum class Condition : int { EQ, NE, LO, HS, LT, GE, LE, GT, MI, PL };
Condition opposite(Condition c);

// Shift operands of the selectable forms (CgOperands.td).
inline int shift_operand(mev2::ShiftKind kind, unsigned amount) {
  return amount == 0 && kind != mev2::ShiftKind::RightIndirect &&
                 kind != mev2::ShiftKind::LeftIndirect
             ? 0
             : static_cast<int>(kind) << 8 | static_cast<int>(amount);
}

struct ShiftedByte {
  unsigned byte; // above 255: v is no shifted byte
  int shift;
};
// v = byte << shift, v != 0.
ShiftedByte shifted_byte(uint32_t v);
// Number of words needed to use a constant as an ALU operand: 0 (it fits the field) to 2.
unsigned words_to_use(uint32_t v);

} // namespace mecc::codegen
