// The last step: numbers are known, so operands, masks and targets become words, and the unit
// becomes an Image.
#pragma once

#include "mecc/mc/parser.h"

namespace mecc::mc {

// Fills image.words and what debuggers want; reports what does not fit its field.
void emit(Unit& unit, Parser& parser, Image& image);

// The physical instruction of one Instr; nothing after reporting why not.
std::optional<mev2::Instruction> physical(Unit& unit, Parser& parser, const Instr& i);

} // namespace mecc::mc
