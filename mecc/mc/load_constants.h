// Constants that the field of an operand cannot hold go through a register:
//
//   alu[x, x, +, 1000]     immed[.const, 1000]
//                          alu[x, x, +, .const]
//
// A wide constant is loaded by two immed. If an instruction has two constants, the first is loaded,
// because only one can be read. The condition codes are preserved.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::mc {

// Reports constants of more than 32 bits, and constants without a position for their load.
void load_constants(Unit& unit);

} // namespace mecc::mc
