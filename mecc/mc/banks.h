// Bank assignment. An instruction reads at most one register of each bank, so two registers that
// are sources of one instruction must be in different banks: a 2-colouring. Where the program has
// an odd cycle, the least used pair is split by a copy:
//
//   alu[d, x, +, y]      ->     alu[tmp, --, B, x]
//                               alu[d, tmp, +, y]
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::mc {

// Decides Register::bank for every general-purpose register, inserting copies into the unit.
// Reports what cannot be split.
void assign_banks(Unit& unit);

} // namespace mecc::mc
