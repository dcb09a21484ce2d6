// Handlers of instructions that leave the microengine or change its context: commands, ctx_arb and
// the swaps they request. Contexts are swapped within the handlers, as long as all signals up to
// then are known (Core::swap_limit()) and no CSR write is pending: it may disable the handlers.
#include "emu/me/handlers.h"

#include "emu/me/contexts.h"
#include "emu/me/counted.h"
#include "emu/me/execute.h"
#include "emu/me/operand_codes.h"

namespace ixp::me {

using namespace handlers;
using mev2::Instruction;

namespace {

// Swaps out the executing context, `lost` slots after the current instruction, and updates its
// statistics. Returns the next context's position. Null: Frame::wait is the tick of the next
// attempt, or the engine chooses the next context.
__attribute__((noinline)) const Op* swap_contexts(Frame* f, int64_t budget, unsigned lost) {
  Core& core = *f->core;
  MeState& s = core.s;
  const uint64_t cycle = f->cycle_behind(budget), executed = cycle - f->first_cycle - f->lost;
  ContextStatistics& counters = core.counted.contexts[static_cast<unsigned>(s.running)];
  counters.executing += executed;
  counters.aborted += f->lost + lost;
  s.instructions += executed;
  core.cycle = cycle + lost;
  if (f->counted) [[unlikely]]
    f->counted->swap(*f, lost);
  f->lost = 0;
  f->clock_read = f->no_loop = nullptr;
  if (core.tick() >= f->swap_end || !s.pending.empty()) {
    f->swap_due = true;
    return nullptr;
  }
  if (const Tick wait = core.next_context(f->swap_end)) {
    f->wait = wait;
    return nullptr;
  }
  f->first_cycle = core.cycle;
  return f->main + within_store(s.ctx[static_cast<unsigned>(s.running)].pc);
}

} // namespace

static IXP_HANDLER void leave_swapped(IXP_PARAMETERS) {
  save(f, op, budget, pa, pb, pr, wide, v, false);
}

// `behind`: position of the context until it has left.
#define IXP_SWAP(lost, behind)                                                                     \
  do {                                                                                             \
    const Op* to = swap_contexts(f, budget, lost);                                                 \
    if (!to) IXP_TAIL return leave_swapped(behind, IXP_ARGUMENTS);                                 \
    op = to;                                                                                       \
    budget = static_cast<int64_t>(f->end - f->first_cycle) - 1;                                    \
    r = f->regs + f->core->ctx16();                                                                \
    IXP_TAIL return op->fn(op, IXP_ARGUMENTS);                                                     \
  } while (false)

namespace {

template <Form F> struct IssueCommand {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    IXP_OPERANDS(F, true, true, false);
    Core& core = core_at(f, op, budget);
    if (core.fifo->full()) IXP_SLOW();
    core.send(*op->command, operands.a() + operands.b(), pr);
    operands.move_pointers();
    IXP_NEXT(op + 1);
  }
};

template <Form F> struct IssueAndSwap {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    const CommandWord& w = *op->command;
    IXP_OPERANDS(F, true, true, false);
    Core& core = core_at(f, op, budget);
    if (core.fifo->full()) IXP_SLOW();
    core.send(w, operands.a() + operands.b(), pr);
    core.ask_for_swap(w);
    operands.move_pointers();
    if (w.flow.defer) IXP_NEXT(w.slots);
    IXP_SWAP(w.flow.penalty, op + 1);
  }
};

IXP_HANDLER void context_arb(IXP_PARAMETERS) {
  f->core->swap = {op->address, op->d, op->imm, op->steps != 0, false};
  IXP_SWAP(op->lost, op + 1);
}

IXP_HANDLER void context_arb_with_slots(IXP_PARAMETERS) {
  f->core->swap = {op->address, op->d, op->imm, op->steps != 0, false};
  IXP_NEXT(op->target);
}

} // namespace

IXP_HANDLER void swap_behind_slots(IXP_PARAMETERS) {
  ++budget; // takes no cycle itself
  IXP_SWAP(op->lost, op);
}

void select_command_handler(const CommandWord& w, Op& op) {
  const auto form = code_operands(op, w.left, w.right, {});
  if (!form) return;
  if (w.flow.kind == Flow::Kind::Next)
    op.fn = pick(*form, IssueCommand<Plain>::run, IssueCommand<Transfer>::run,
                 IssueCommand<Mixed>::run);
  else
    op.fn = pick(*form, IssueAndSwap<Plain>::run, IssueAndSwap<Transfer>::run,
                 IssueAndSwap<Mixed>::run);
}

void select_arb_handler(const Instruction& i, unsigned penalty, Op& op) {
  if (i.bpt) return;
  op.imm = i.signals | (i.any ? 1u << 16 : 0);
  op.steps = i.keep_wakeup;
  op.d = static_cast<uint16_t>(i.has_target ? i.target : op.address + 1 + i.defer);
  op.lost = static_cast<uint8_t>(penalty);
  op.fn = i.defer ? context_arb_with_slots : context_arb;
}

} // namespace ixp::me
