// Selectable forms: the additions of LLVM's code generator to the instruction set.
//
// The records of isa describe words: an operand there may be a register of any file or a
// constant. Code generation needs one form for each kind of operand (register or constant),
// register classes, and selection patterns. So every form here names the word, or the short
// sequence of words, that it expands to. mecc/codegen/words.cc expands forms by operand name: dst,
// left, right, shift, mask, ... have the meaning they have in mev2::Instruction.
include "isa/MEv2.td"
include "llvm/TableGen/SearchableTable.td"

include "CgRegisters.td"
include "CgOperands.td"
include "CgCompute.td"
include "CgFlow.td"
include "CgUnits.td"
