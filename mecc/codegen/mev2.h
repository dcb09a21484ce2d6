// Enumerators of the generated tables, and what the parts of the backend know of each other.
#pragma once

#include "mecc/target/isa.h"

#include <cstdint>
#include <optional>

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
// Which operand of a form has a name (OpName), or -1. Defined by the generated instruction info.
int16_t getNamedOperandIdx(uint16_t opcode, uint16_t name);
} // namespace llvm::MEv2

namespace mecc::codegen {

llvm::Target& mev2_target();
// Makes the target known to LLVM's registry under the name "mev2". Idempotent.
void register_target();

// Conditions of compare-and-branch forms: what left - right must satisfy. Unsigned "higher" and
// "lower or same" are these with the operands exchanged.
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
  unsigned byte; // beyond 255: v is no byte
  int shift;
};
// v = byte << shift, v != 0.
ShiftedByte shifted_byte(uint32_t v);
// Words that it takes to have a constant in an ALU operand: 0 (it stands in the field) to 2.
unsigned words_to_use(uint32_t v);

} // namespace mecc::codegen
