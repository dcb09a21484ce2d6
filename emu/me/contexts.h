// The rules of contexts, inlined where contexts are swapped: when a sleeping one becomes Ready, and
// which Ready one executes next.
#pragma once

#include "emu/me/core.h"

#include <bit>

namespace ixp::me {

[[gnu::always_inline]] inline void Core::try_wake(unsigned ctx, Tick when) {
  if (s.running == static_cast<int>(ctx) || (s.ready >> ctx & 1)) return; // does not sleep
  Context& c = s.ctx[ctx];
  const uint32_t wanted = c.wakeup & 0xffff, there = (c.signals | 1u) & wanted; // 1: voluntary
  const bool any = c.wakeup >> 16;
  if (wanted == 0 || (any ? there == 0 : there != wanted)) return;
  if (!any) c.signals &= static_cast<uint16_t>(~wanted);
  s.ready |= static_cast<uint8_t>(1u << ctx);
  if (heard(stream)) [[unlikely]]
    tell_context(EventKind::Ready, ctx, when, c.pc, c.wakeup);
  if (idle) end_idleness(ctx);
}

[[gnu::always_inline]] inline void Core::raise(unsigned ctx, unsigned signals, Tick when) {
  Context& c = s.ctx[ctx];
  if (heard(stream)) [[unlikely]]
    tell_signals(ctx, signals, when);
  if (c.signals & signals) [[unlikely]] {
    raise_again(ctx, signals, when);
    return;
  }
  c.signals |= static_cast<uint16_t>(signals);
  try_wake(ctx, when);
}

[[gnu::always_inline]] inline bool Core::arbitrate() {
  uint32_t ready = s.ready;
  if (!ready) return false;
  ready &= s.ctx_enables >> 8;
  if (four_contexts()) ready &= 0x55;
  if (!ready) return false;
  // The first one after the context that ran last.
  const unsigned first = s.last_ran + 1;
  const unsigned c =
      (first + static_cast<unsigned>(std::countr_zero(ready * 0x101 >> first % kContexts))) %
      kContexts;
  s.ready &= static_cast<uint8_t>(~(1u << c));
  s.ctx[c].wakeup = 0;
  s.running = static_cast<int>(c);
  s.last_ran = c;
  if (heard(stream)) [[unlikely]]
    tell_context(EventKind::Runs, c, tick(), s.ctx[c].pc, 0);
  return true;
}

[[gnu::always_inline]] inline void Core::swap_out() {
  if (!s.pending.empty()) [[unlikely]]
    flush_pending();
  const unsigned c = static_cast<unsigned>(s.running);
  Context& context = s.ctx[c];
  context.pc = swap.resume;
  context.slept_at = swap.at;
  context.has_run = true;
  if (!swap.keep_wakeup) context.wakeup = swap.wakeup;
  if (heard(stream)) [[unlikely]]
    tell_context(EventKind::Waits, c, tick(), swap.at, context.wakeup);
  s.running = -1;
  if (swap.bpt) [[unlikely]]
    stop_at_breakpoint(c);
  else
    try_wake(c, tick());
}

} // namespace ixp::me
