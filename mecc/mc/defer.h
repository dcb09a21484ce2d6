// Fills defer slots. A taken branch and a context swap lose the slots after them unless the
// instruction says defer[n]. Independent instructions that precede it are moved into the slots:
//
//   alu[count, count, +, 1]            br_bset[flags, 3, done#], defer[1]
//   br_bset[flags, 3, done#]     ->    alu[count, count, +, 1]
//
// An instruction moves only past instructions on which it does not depend, and only if the result
// is unchanged: condition codes, operands that an instruction takes from its predecessor, distances
// after writes of address registers, the order of commands.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::mc {

// Returns the number of instructions moved.
unsigned fill_defer_slots(Unit& unit);
// The same for context swaps only.
unsigned fill_swap_slots(Unit& unit);

// Whether it is a branch or swap that can have defer slots and has none yet.
bool may_get_slots(const Unit& unit, const Instr& control);
// Sets the number of defer slots.
void set_slots(Instr& control, unsigned slots);

// Fills empty slots with copies of the instructions at the branch target and moves the target past
// them. Applies to branches that are always taken; to likely ones if the copies have no effect
// where the branch is not taken; to others if the copies also replace nops there. Adds at most
// `room` instructions; returns the number of copies.
unsigned fill_from_targets(Unit& unit, unsigned room);

} // namespace mecc::mc
