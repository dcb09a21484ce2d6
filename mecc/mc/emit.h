// The last step, when all numbers are known: encodes operands, masks and targets as words, and
// builds the Image.
#pragma once

#include "mecc/image/image.h"
#include "mecc/mc/ir.h"

namespace mecc::mc {

// Fills image.words and the debugging information; reports values that do not fit their fields.
void emit(Unit& unit, Image& image);
// Computes initial values of memory; every label is known by then.
void emit_memory(Unit& unit, AssemblerResult& result);

// The physical instruction of one Instr; reports an error and returns nothing if there is none.
std::optional<mev2::Instruction> physical(Unit& unit, const Instr& i);

} // namespace mecc::mc
