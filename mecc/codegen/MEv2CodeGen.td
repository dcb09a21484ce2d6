// What LLVM's code generator adds to the instruction set: selectable forms.
//
// The records of mecc/target say what a word looks like: an operand there may be a register of any
// file or a constant. Code generation wants one form for each kind of operand (register or
// constant), register classes, and selection patterns. So every form here names the word (or the
// short sequence of words) it becomes; mecc/codegen/words.cc does that by the operands' names:
// dst, left, right, shift, mask, ... mean what they mean in mev2::Instruction.
include "mecc/target/MEv2.td"
include "llvm/TableGen/SearchableTable.td"

include "CgRegisters.td"
include "CgOperands.td"
include "CgCompute.td"
include "CgFlow.td"
include "CgUnits.td"
