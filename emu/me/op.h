// A predecoded instruction, and the registers of the host that carry the microengine's most used
// state from handler to handler.
//
// Handlers call each other in tail position, so that their common state stays in host registers.
// Where the compiler cannot guarantee that (gcc), the call depth is bounded by the cycles of one
// run-ahead, which is at most 64.
#pragma once

#include "emu/kernel/rare.h"
#include "emu/me/state.h"
#include "isa/isa.h"

#include <cstdint>

#define IXP_HANDLER IXP_OFTEN
#if defined(__clang__)
#define IXP_TAIL [[clang::musttail]]
#else
#define IXP_TAIL
#endif

namespace ixp::me {

struct Op;
struct CommandWord;
class Core;

// State that handlers access through memory.
struct Frame {
  uint32_t* regs = nullptr;
  const uint16_t* outstanding = nullptr;
  uint32_t* local_memory = nullptr;
  const Op* main = nullptr;
  Core* core = nullptr;
  uint64_t end = 0;  // first cycle without instructions
  Tick swap_end = 0; // first tick without swaps
  // Cycle since which the executing context has been in the handlers, and the slots lost since.
  uint64_t first_cycle = 0, lost = 0;
  // Cycles before `end` excluded from the budget: a pointer write limits the budget to the
  // instructions before it takes effect.
  int64_t withheld = 0;
  // End position of a run of handlers, and its state.
  const Op* op = nullptr; // next instruction of the executing context
  int64_t budget = 0;
  Tick wait = 0;         // at a swap whose successor is unknown yet: tick of the next attempt
  bool swap_due = false; // the executing context is swapped out at this cycle
  bool slow = false;     // at an instruction without a handler; otherwise the budget is used up
  // The context's last read of PROFILE_COUNT since its swap-in. The same read twice in a row is a
  // loop, which clock_loop.h may shorten: the run of handlers ends there.
  const Op* clock_read = nullptr;
  const Op* no_loop = nullptr; // a read that clock_loop.h found not to be a loop, since the swap-in
  bool at_loop = false;

  // The cycle after an instruction with `left` of the budget remaining.
  uint64_t cycle_behind(int64_t left) const { return end - static_cast<uint64_t>(withheld + left); }
  uint64_t cycle_of(int64_t left) const { return cycle_behind(left + 1); } // the instruction's own
};

// The handlers' parameters: op; f; budget: cycles that may still be run; r: registers of the
// executing context; pa, pb, pr: the previous A operand, B operand and result; wide, v: Flags.
#define IXP_PARAMETERS                                                                             \
  const Op *op, Frame *f, int64_t budget, uint32_t *r, uint32_t pa, uint32_t pb, uint32_t pr,      \
      uint64_t wide, uint32_t v
#define IXP_ARGUMENTS f, budget, r, pa, pb, pr, wide, v

using Handler = IXP_HANDLER void (*)(const Op*, Frame*, int64_t, uint32_t*, uint32_t, uint32_t,
                                     uint32_t, uint64_t, uint32_t);

// Kind of an Op without a handler, for the engine.
enum class OpKind : uint8_t {
  Instruction,
  Command,
  Illegal,       // undefined encoding
  IllegalInSlot, // a branch or swap in a defer slot
  Overrun,       // no word was loaded here
  // Pseudo-instructions after defer slots.
  SwapEnd,   // ... of a swap: swaps the context out
  JumpEnd,   // ... of a computed jump
  BranchEnd, // ... of any other taken branch
};

// An operand: a kind in [15:12] and its data in [11:0].
enum class OperandForm : uint8_t {
  Relative, // register index; the context's offset is added. Also constants and "--".
  Absolute, // register index
  Transfer, // as Relative, but the word may be outstanding
  Local,    // local memory: [6] pointer, [5] decrement, [4] increment, [3:0] offset
};

struct Op {
  Handler fn = nullptr;
  union {
    const Op* target = nullptr; // branches: next Op when taken
    uint32_t mask;              // fields and byte compares
    const CommandWord* command; // commands with a handler
  };
  uint16_t a = 0, b = 0, d = 0; // operands; plain register indices in handlers for Relative only
  uint16_t address = 0;         // control-store address
  uint32_t imm = 0;
  uint8_t lost = 0; // slots lost when taken; shift handlers: rotation to the right
  OpKind kind = OpKind::Instruction;
  bool steps = false; // an operand moves its local-memory pointer
  uint8_t run = 1;    // instructions from here to the next change of flow; at most 255
};
static_assert(sizeof(Op) == 32);

// ---- Selection of an instruction's handler.

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
