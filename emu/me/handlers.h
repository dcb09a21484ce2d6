// The handler for a decoded instruction.
#pragma once

#include "emu/me/op.h"
#include "mecc/target/isa.h"

namespace ixp::me {

// Fills in handler, operands and immediates of `op` for an instruction in the instruction's own
// address; false when there is no handler for it: the engine then executes it from its decoded
// form. Targets of branches and lost slots are the caller's.
bool select_handler(const mev2::Instruction& i, Op& op);

// The handler for local_csr_rd of a clock and the immed behind it, which receives the value: both
// at once. False: one of them is something else.
bool select_clock_handler(const mev2::Instruction& i, const mev2::Instruction& next, Op& op);

// The same for commands, where the address's operands allow it, and for ctx_arb, but for
// breakpoints.
void select_command_handler(const CommandWord& w, Op& op);
void select_arb_handler(const mev2::Instruction& i, unsigned penalty, Op& op);

// Leaves the run of handlers in front of the instruction.
IXP_HANDLER void leave_slow(IXP_PARAMETERS);
// Behind the defer slots of a swap: the context leaves, takes no cycle itself.
IXP_HANDLER void swap_behind_slots(IXP_PARAMETERS);
// Behind the defer slots of a taken branch: goes to op->target, takes no cycle itself.
IXP_HANDLER void go_on(IXP_PARAMETERS);

} // namespace ixp::me
