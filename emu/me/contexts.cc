// Contexts and their arbiter. A context executes until it asks to be swapped out; it then sleeps
// until its signals are there. Its wish is looked at when its last slot has passed, and from then
// on with every signal that arrives: that is one moment per swap at which shared time matters.
#include "emu/me/core.h"
#include "emu/me/microengine.h"

#include <bit>

namespace ixp::me {

bool Core::arbitrate() {
  uint32_t ready = s.ready;
  if (!ready) return false;
  ready &= s.ctx_enables >> 8;
  if (four_contexts()) ready &= 0x55;
  if (!ready) return false;
  // The first one after the context that ran last.
  const unsigned first = (s.last_ran + 1) % kContexts;
  const unsigned turned = (ready >> first | ready << (kContexts - first)) & 0xff;
  const unsigned c = (first + static_cast<unsigned>(std::countr_zero(turned))) % kContexts;
  s.ready &= static_cast<uint8_t>(~(1u << c));
  s.ctx[c].wakeup = 0;
  s.running = static_cast<int>(c);
  s.last_ran = c;
  burst_cycle = cycle;
  return true;
}

Tick Core::find_context(uint64_t end) {
  while (true) {
    if (const Tick known = catch_up(tick())) return edge(known);
    if (arbitrate()) return 0;
    const Tick first = events.first();
    const uint64_t at = first == kNever ? kNever : cycle_of(first);
    if (at >= end) {
      idle = true;
      return first == kNever ? kNever : at * div_;
    }
    counted.idle += at - cycle;
    cycle = at;
  }
}

ContextState Core::context_state(unsigned ctx) const {
  if (s.running == static_cast<int>(ctx)) return ContextState::Executing;
  return s.ready >> ctx & 1 ? ContextState::Ready : ContextState::Sleep;
}

void Core::swap_out() {
  if (!s.pending.empty()) flush_pending();
  const unsigned c = static_cast<unsigned>(s.running);
  Context& context = s.ctx[c];
  if (observer) [[unlikely]]
    report_burst(tick());
  context.pc = swap.resume;
  context.slept_at = swap.at;
  context.has_run = true;
  if (!swap.keep_wakeup) context.wakeup = swap.wakeup;
  s.running = -1;
  if (swap.bpt) [[unlikely]] {
    // Software that enables the context again lets it go on behind the breakpoint.
    s.ctx_enables = (s.ctx_enables & ~0xff00u) | csr::kBreakpoint;
    s.ready |= static_cast<uint8_t>(1u << c);
    if (attention) attention(kernel.now());
    return;
  }
  try_wake(c);
}

void Core::report_burst(Tick until) {
  if (!observer || s.running < 0 || burst_cycle * div_ >= until) return;
  const unsigned c = static_cast<unsigned>(s.running);
  observer->ran(index, c, s.ctx[c].pc, burst_cycle * div_, until);
  burst_cycle = cycle_of(until);
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
