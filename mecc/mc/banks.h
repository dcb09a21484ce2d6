// Bank assignment. An instruction reads at most one register of each bank, so two registers that
// are sources of one instruction must be in different banks: a 2-colouring. If the program has an
// odd cycle, a copy splits its least used pair:
//
//   alu[d, x, +, y]      ->     alu[tmp, --, B, x]
//                               alu[d, tmp, +, y]
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::mc {

// Sets Register::bank of every general-purpose register and inserts copies into the unit. Reports
// pairs that cannot be split.
void assign_banks(Unit& unit);

} // namespace mecc::mc
