// Restrictions of the hardware, and code that it executes differently from its apparent meaning.
// Sources: the restrictions that Intel's and Netronome's assemblers check (assembler user's
// guides).
#pragma once

#include "mecc/mc/flow.h"
#include "mecc/mc/ir.h"
#include "mecc/mc/liveness.h"

namespace mecc::mc {

// Checks each instruction alone: operands that its fields cannot encode, transfer registers beyond
// the file's end, invalid signals (rules.cc).
void check_instructions(Unit& unit);

// Checks neighbouring instructions: defer slots, distances, condition codes across swaps, required
// predecessors (rules_flow.cc).
void check_neighbourhood(Unit& unit, const Flow& flow);

// Whether an asr after `i` finds its sign.
bool leaves_sign(const Instr& i);

// Warns if control can run past the last instruction.
void check_end(Unit& unit, const Flow& flow);

// Reports waits and tests for one physical signal of a command that completes with two. Code that
// names the other signal elsewhere is assumed to be intentional.
void check_halves(Unit& unit, const Liveness& live);

// Warns of accesses to transfer registers while a command moves them.
void check_transfers(Unit& unit, const Liveness& live);

} // namespace mecc::mc
