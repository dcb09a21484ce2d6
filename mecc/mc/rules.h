// What the hardware cannot do, or does differently than the source seems to say. Sources: the
// restrictions Intel's and Netronome's assemblers check (assembler user's guides).
#pragma once

#include "mecc/mc/flow.h"
#include "mecc/mc/ir.h"
#include "mecc/mc/liveness.h"

namespace mecc::mc {

// Of one instruction by itself: operands its fields cannot name, transfer registers its count runs
// out of, signals it cannot take (rules.cc).
void check_instructions(Unit& unit);

// Of instructions near each other: defer slots, distances, condition codes across swaps, what
// must stand just before (rules_flow.cc).
void check_neighbourhood(Unit& unit, const Flow& flow);

// Whether an asr behind `i` finds its sign.
bool leaves_sign(const Instr& i);

// Warns when control can run past the last instruction.
void check_end(Unit& unit, const Flow& flow);

// Errors about waits and tests for one physical signal of the two that a command completes with.
// Who names the other one somewhere knows of both.
void check_halves(Unit& unit, const Liveness& live);

// Warnings about transfer registers touched while a command moves them.
void check_transfers(Unit& unit, const Liveness& live);

} // namespace mecc::mc
