// Constants that the field of an operand cannot hold go through a register:
//
//   alu[x, x, +, 1000]     immed[.const, 1000]
//                          alu[x, x, +, .const]
//
// Those that take more than one immed are loaded by two. Of two constants the first is loaded,
// because only one can be read. The condition codes stay as they are.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::mc {

// Reports constants of more than 32 bits, and those that there is no place to load.
void load_constants(Unit& unit);

} // namespace mecc::mc
