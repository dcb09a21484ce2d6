// The last step: numbers are known, so operands, masks and targets become words, and the unit
// becomes an Image.
#pragma once

#include "mecc/mc/parser.h"

namespace mecc::mc {

// Fills image.words and what debuggers want; reports what does not fit its field.
void emit(Unit& unit, Parser& parser, Image& image);
// Initial values of memory, where every label is known.
void emit_memory(Unit& unit, Parser& parser, AssemblerResult& result);

// The physical instruction of one Instr; nothing after reporting why not.
std::optional<mev2::Instruction> physical(Unit& unit, Parser& parser, const Instr& i);

} // namespace mecc::mc
