// Contexts and their arbiter. A context executes until it asks to be swapped out; it then sleeps
// until its signals have arrived. Its request is evaluated after its last slot, and then with every
// signal that arrives. So shared time matters at one moment per swap.
#include "emu/me/contexts.h"

namespace ixp::me {

// Software that enables the context again lets it go on behind the breakpoint.
void Core::stop_at_breakpoint(unsigned ctx) {
  s.ctx_enables = (s.ctx_enables & ~0xff00u) | csr::kBreakpoint;
  s.ready |= static_cast<uint8_t>(1u << ctx);
  if (watch.on()) watch.context(EventKind::Ready, ctx, tick(), s.ctx[ctx].pc, 0);
  if (attention) attention(kernel.now());
}

// Raises signals one at a time: the first may wake the context, which consumes those already set.
void Core::raise_again(unsigned ctx, unsigned signals, Tick when) {
  Context& c = s.ctx[ctx];
  for (; signals; signals &= signals - 1) {
    const unsigned bit = signals & -signals;
    if (c.signals & bit)
      report_lost_signal(ctx, static_cast<unsigned>(std::countr_zero(bit)), when);
    c.signals |= static_cast<uint16_t>(bit);
    try_wake(ctx, when);
  }
}

void Core::report_lost_signal(unsigned ctx, unsigned signal, Tick when) const {
  hazard(HazardKind::LostSignal, "signal " + std::to_string(signal) + " was already set", when,
         static_cast<int>(ctx), -1);
}

MeStatistics Core::complete(MeStatistics m, uint64_t end_cycle) const {
  m.cycles = end_cycle;
  for (ContextStatistics& c : m.contexts)
    c.swapped_out = end_cycle - c.executing - c.aborted - c.stalled;
  return m;
}

} // namespace ixp::me
