// The handler for a decoded instruction.
#pragma once

#include "emu/me/op.h"
#include "isa/isa.h"

namespace ixp::me {

// Fills in handler, operands and immediates of `op` for an instruction at its own address. False if
// it has no handler: the engine then executes it from its decoded form. The caller sets branch
// targets and lost slots.
bool select_handler(const mev2::Instruction& i, Op& op);

// Selects one handler for two instructions: local_csr_rd of a clock, and the immed after it, which
// receives the value. False for any other pair.
bool select_clock_handler(const mev2::Instruction& i, const mev2::Instruction& next, Op& op);

// The same for commands, if the address's operands allow it, and for ctx_arb, except breakpoints.
void select_command_handler(const CommandWord& w, Op& op);
void select_arb_handler(const mev2::Instruction& i, unsigned penalty, Op& op);

// Leaves the run of handlers before the instruction.
IXP_HANDLER void leave_slow(IXP_PARAMETERS);
// After the defer slots of a swap: swaps the context out, takes no cycle itself.
IXP_HANDLER void swap_behind_slots(IXP_PARAMETERS);
// After the defer slots of a taken branch: goes to op->target, takes no cycle itself.
IXP_HANDLER void go_on(IXP_PARAMETERS);

} // namespace ixp::me
