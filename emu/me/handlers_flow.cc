// Handlers of instructions that leave the microengine or change its context: commands, ctx_arb and
// the swaps they request. Contexts are swapped within the handlers, as long as all signals up to
// then are known (Core::swap_limit()) and no CSR write is pending: it may disable the handlers.
#include "emu/me/execute.h"
#include "emu/me/handler_bodies.h"

namespace ixp::me {

using namespace handlers;
using mev2::Instruction;

static IXP_HANDLER void leave_swapped(IXP_PARAMETERS) {
  save(f, op + (op->kind != OpKind::SwapEnd), budget, pa, pb, pr, wide, v, false);
}

// Swaps out the executing context, `op->lost` slots after its instruction, and updates its
// statistics. Returns the instruction of the next context, or null if it is not known yet: then
// Frame::wait is the tick of the next attempt, or the engine chooses it (Frame::swap_due).
[[gnu::always_inline]] static inline const Op*
swap_contexts(const Op* op, Frame* f, int64_t& budget, uint32_t*& r, const SwapRequest& request) {
  Core& core = *f->core;
  MeState& s = core.state();
  const uint64_t cycle = f->cycle_behind(budget), executed = cycle - f->first_cycle - f->lost;
  ContextStatistics& counters = core.counters();
  counters.executing += executed;
  counters.aborted += f->lost + op->lost;
  s.instructions += executed;
  core.set_cycle(cycle + op->lost);
  f->lost = 0;
  f->clock_read = f->no_loop = nullptr;
  if (core.tick() >= f->swap_end || !s.pending.empty()) {
    f->swap_due = true;
    core.request_swap(request);
    return nullptr;
  }
  if (const Tick wait = core.next_context(f->swap_end, request)) {
    f->wait = wait;
    return nullptr;
  }
  f->first_cycle = core.cycle();
  budget = static_cast<int64_t>(f->end - core.cycle()) - 1;
  r = f->regs + core.ctx16();
  return f->main + within_store(s.ctx[static_cast<unsigned>(s.running)].pc);
}

#define IXP_SWAP(request)                                                                          \
  do {                                                                                             \
    const Op* const to = swap_contexts(op, f, budget, r, request);                                 \
    if (!to) IXP_TAIL return leave_swapped(op, IXP_ARGUMENTS);                                     \
    IXP_TAIL return to->fn(to, IXP_ARGUMENTS);                                                     \
  } while (false)

namespace {

template <Form F, bool Swaps> struct IssueCommand {
  static IXP_HANDLER void run(IXP_PARAMETERS) {
    const CommandWord& w = *op->command;
    IXP_OPERANDS(F, true, true, false);
    Core& core = core_at(f, op, budget);
    if (core.fifo_full()) IXP_SLOW();
    core.send(w, operands.a() + operands.b(), pr);
    operands.move_pointers();
    if constexpr (Swaps) {
      const SwapRequest request = core.swap_of(w);
      if (!w.flow.defer) IXP_SWAP(request);
      core.request_swap(request);
      IXP_NEXT(w.slots);
    } else {
      IXP_NEXT(op + 1);
    }
  }
};
template <bool Swaps> Handler command_handler(Form f) {
  return pick(f, IssueCommand<Plain, Swaps>::run, IssueCommand<Transfer, Swaps>::run,
              IssueCommand<Mixed, Swaps>::run);
}

SwapRequest swap_of(const Op* op) {
  return {op->d, op->address, op->imm, op->steps, false};
}

IXP_HANDLER void context_arb(IXP_PARAMETERS) {
  const SwapRequest request = swap_of(op);
  IXP_SWAP(request);
}

IXP_HANDLER void context_arb_with_slots(IXP_PARAMETERS) {
  f->core->request_swap(swap_of(op));
  IXP_NEXT(op->target);
}

} // namespace

IXP_HANDLER void swap_behind_slots(IXP_PARAMETERS) {
  ++budget; // takes no cycle itself
  IXP_SWAP(f->core->swap_request());
}

void select_command_handler(const CommandWord& w, Op& op) {
  const auto form = code_operands(op, w.left, w.right, {});
  if (!form) return;
  op.lost = w.flow.penalty;
  op.fn = w.flow.kind == Flow::Kind::Next ? command_handler<false>(*form)
                                          : command_handler<true>(*form);
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
