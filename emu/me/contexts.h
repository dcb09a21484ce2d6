// The rules of contexts, inlined where contexts are swapped: when a sleeping one becomes Ready, and
// which Ready one executes next.
#pragma once

#include "emu/me/core.h"

#include <bit>

namespace ixp::me {

template <Hears H> bool heard_as(const EventStream* stream) {
  return H == Hears::Probes || H == Hears::Pages || (H == Hears::All && heard(stream));
}

template <Hears H>
[[gnu::always_inline]] inline void Core::tell_context(EventKind kind, unsigned ctx, Tick when,
                                                      unsigned at_pc, uint32_t wakeup) {
  if (H == Hears::Pages || pages) pages[ctx].context(kind, when, at_pc, wakeup);
  if (H == Hears::Pages || !stream->wants(kind)) return;
  const EventSource source{static_cast<int>(index), static_cast<int>(ctx), static_cast<int>(at_pc)};
  stream->add(kind, me_slot(index), when, source, ctx).context = {wakeup, when};
}

[[gnu::always_inline]] inline void Core::tell_signals(unsigned ctx, unsigned signals, Tick when) {
  if (!stream->wants(EventKind::Signal)) return;
  const EventSource source{static_cast<int>(index), static_cast<int>(ctx), -1};
  for (; signals; signals &= signals - 1) {
    const auto number = static_cast<uint8_t>(std::countr_zero(signals));
    stream->add(EventKind::Signal, me_slot(index), when, source, ctx << 4 | number).signal = {
        number};
  }
}

template <Hears H> [[gnu::always_inline]] inline bool Core::wake(unsigned ctx, Tick when) {
  if (s.running == static_cast<int>(ctx) || (s.ready >> ctx & 1)) return false; // does not sleep
  Context& c = s.ctx[ctx];
  const uint32_t wanted = c.wakeup & 0xffff, there = (c.signals | 1u) & wanted; // 1: voluntary
  const bool any = c.wakeup >> 16;
  if (wanted == 0 || (any ? there == 0 : there != wanted)) return false;
  if (!any) c.signals &= static_cast<uint16_t>(~wanted);
  s.ready |= static_cast<uint8_t>(1u << ctx);
  if (heard_as<H>(stream)) [[unlikely]]
    tell_context<H>(EventKind::Ready, ctx, when, c.pc, c.wakeup);
  return true;
}

template <Hears H> [[gnu::always_inline]] inline void Core::try_wake(unsigned ctx, Tick when) {
  if (wake<H>(ctx, when) && H == Hears::All && idle && enabled(ctx)) step_by(kernel.now());
}

template <Hears H>
[[gnu::always_inline]] inline void Core::raise(unsigned ctx, unsigned signals, Tick when) {
  Context& c = s.ctx[ctx];
  if (H != Hears::Pages && heard_as<H>(stream)) [[unlikely]]
    tell_signals(ctx, signals, when);
  if (c.signals & signals) [[unlikely]] {
    raise_again(ctx, signals, when);
    return;
  }
  c.signals |= static_cast<uint16_t>(signals);
  try_wake<H>(ctx, when);
}

template <Hears H> [[gnu::always_inline]] inline bool Core::arbitrate() {
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
  if (heard_as<H>(stream)) [[unlikely]]
    tell_context<H>(EventKind::Runs, c, tick(), s.ctx[c].pc, 0);
  return true;
}

template <Hears H> [[gnu::always_inline]] inline void Core::swap_out() {
  if (!s.pending.empty()) [[unlikely]]
    flush_pending();
  const unsigned c = static_cast<unsigned>(s.running);
  Context& context = s.ctx[c];
  context.pc = swap.resume;
  context.slept_at = swap.at;
  context.has_run = true;
  if (!swap.keep_wakeup) context.wakeup = swap.wakeup;
  if (heard_as<H>(stream)) [[unlikely]]
    tell_context<H>(EventKind::Waits, c, tick(), swap.at, context.wakeup);
  s.running = -1;
  if (swap.bpt) [[unlikely]]
    stop_at_breakpoint(c);
  else
    try_wake<H>(c, tick());
}

} // namespace ixp::me
