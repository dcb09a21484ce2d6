// Filling defer slots: a taken branch and a context swap lose the slots behind them unless the
// program says defer[n]. Independent instructions that stand before move into them:
//
//   alu[count, count, +, 1]            br_bset[flags, 3, done#], defer[1]
//   br_bset[flags, 3, done#]     ->    alu[count, count, +, 1]
//
// An instruction moves only past what it does not depend on, and only when nobody can tell:
// condition codes, what the next instruction needs from the one before, distances after writes of
// address registers, the order of commands.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::mc {

// Returns how many instructions were moved.
unsigned fill_defer_slots(Unit& unit);
// Those of context swaps alone.
unsigned fill_swap_slots(Unit& unit);

// Is it a branch or swap that has room for instructions behind it, and none yet?
bool may_get_slots(const Unit& unit, const Instr& control);
// Says that so many instructions behind it are in its slots.
void set_slots(Instr& control, unsigned slots);

// Slots that are still empty get copies of what the branch leads to, and the branch leads behind
// those: of branches that are always taken, and of those that go round a loop when the copies do no
// harm on the way out. Adds at most `room` instructions; returns how many.
unsigned fill_from_targets(Unit& unit, unsigned room);

} // namespace mecc::mc
