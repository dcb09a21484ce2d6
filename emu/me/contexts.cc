#include "emu/me/contexts.h"

namespace ixp::me {

void Contexts::hazard(HazardKind kind, std::string text) const {
  hazard(kind, std::move(text), tick(), s_.running, pc_);
}

void Contexts::hazard(HazardKind kind, std::string text, Tick when, int ctx, int at_pc) const {
  hazards_.report({kind, when, static_cast<int>(index_), ctx, at_pc, std::move(text)});
}

// Software that enables the context again lets it go on behind the breakpoint.
void Contexts::stop_at_breakpoint(unsigned ctx) {
  s_.ctx_enables = (s_.ctx_enables & ~0xff00u) | csr::kBreakpoint;
  s_.ready |= static_cast<uint8_t>(1u << ctx);
  if (watch_.on()) watch_.context(EventKind::Ready, ctx, tick(), s_.ctx[ctx].pc, 0);
  if (attention_) attention_(kernel_.now());
}

// Raises signals one at a time: the first may wake the context, which consumes those already set.
void Contexts::raise_again(unsigned ctx, unsigned signals, Tick when) {
  Context& c = s_.ctx[ctx];
  for (; signals; signals &= signals - 1) {
    const unsigned bit = signals & -signals;
    if (c.signals & bit)
      hazard(HazardKind::LostSignal,
             "signal " + std::to_string(std::countr_zero(bit)) + " was already set", when,
             static_cast<int>(ctx), -1);
    c.signals |= static_cast<uint16_t>(bit);
    try_wake(ctx, when);
  }
}

} // namespace ixp::me
