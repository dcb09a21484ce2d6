// The rules of contexts, inlined where contexts are swapped: when a sleeping one becomes Ready, and
// which Ready one executes next.
#pragma once

#include "emu/me/core.h"
#include "emu/me/outstanding.h"

#include <bit>

namespace ixp::me {

// The sleeping context becomes Ready if it waits for signals that are there.
[[gnu::always_inline]] inline bool Core::wake(unsigned ctx, Tick when) {
  Context& c = s.ctx[ctx];
  const uint32_t wanted = c.wakeup & 0xffff, there = (c.signals | 1u) & wanted; // 1: voluntary
  if (there == 0) return false;
  if (!(c.wakeup >> 16)) { // all of them
    if (there != wanted) return false;
    c.signals &= static_cast<uint16_t>(~wanted);
  }
  s.ready |= static_cast<uint8_t>(1u << ctx);
  if (watch.on()) [[unlikely]]
    watch.context(EventKind::Ready, ctx, when, c.pc, c.wakeup);
  return true;
}

[[gnu::always_inline]] inline void Core::try_wake(unsigned ctx, Tick when) {
  if (s.running == static_cast<int>(ctx) || (s.ready >> ctx & 1)) return; // does not sleep
  if (wake(ctx, when) && idle) step_by(kernel.now());
}

[[gnu::always_inline]] inline void Core::raise(unsigned ctx, unsigned signals, Tick when) {
  Context& c = s.ctx[ctx];
  if (watch.on()) [[unlikely]]
    watch.signals(ctx, signals, when);
  if (c.signals & signals) [[unlikely]] {
    raise_again(ctx, signals, when);
    return;
  }
  c.signals |= static_cast<uint16_t>(signals);
  try_wake(ctx, when);
}

[[gnu::always_inline]] inline bool Core::arbitrate() {
  unsigned ready = s.ready;
  if (!ready) return false;
  ready &= s.ctx_enables >> 8;
  if (four_contexts()) [[unlikely]]
    ready &= 0x55;
  if (!ready) return false;
  // The first one after the context that ran last.
  const unsigned first = s.last_ran + 1;
  const unsigned c =
      (first + static_cast<unsigned>(__builtin_ctz(ready * 0x101 >> first % kContexts))) %
      kContexts;
  s.ready &= static_cast<uint8_t>(~(1u << c));
  s.ctx[c].wakeup = 0;
  s.running = static_cast<int>(c);
  s.last_ran = c;
  if (watch.on()) [[unlikely]]
    watch.context(EventKind::Runs, c, tick(), s.ctx[c].pc, 0);
  return true;
}

[[gnu::always_inline]] inline unsigned Core::leave_context(const SwapRequest& r) {
  const unsigned c = static_cast<unsigned>(s.running);
  Context& context = s.ctx[c];
  context.pc = r.resume;
  context.slept_at = r.at;
  context.has_run = true;
  if (!r.keep_wakeup) context.wakeup = r.wakeup;
  if (watch.on()) [[unlikely]]
    watch.context(EventKind::Waits, c, tick(), r.at, context.wakeup);
  s.running = -1;
  return c;
}

[[gnu::always_inline]] inline void Core::swap_out(const SwapRequest& r) {
  if (!s.pending.empty()) [[unlikely]]
    flush_pending();
  const unsigned c = leave_context(r);
  if (r.bpt) [[unlikely]]
    stop_at_breakpoint(c);
  else
    wake(c, tick());
}

[[gnu::always_inline]] inline Tick Core::await_context(Tick end) {
  if (!inbox.empty()) return await_event(end);
  idle = true;
  return kNever;
}

[[gnu::always_inline]] inline Tick Core::next_context(Tick end, const SwapRequest& r) {
  catch_up(tick());
  if (s.running >= 0) swap_out(r);
  return arbitrate() ? 0 : await_context(end);
}

[[gnu::always_inline]] inline void Core::arrive(unsigned file, unsigned first, unsigned count,
                                                const uint32_t* words) {
  outstanding::count_down(&s.outstanding[file], first, count);
  uint32_t* const to = &s.regs[file];
  if (first + count <= kFile) [[likely]] {
#ifdef __clang__ // usually a word or two
#pragma clang loop vectorize(disable) unroll(disable)
#endif
    for (unsigned i = 0; i < count; ++i)
      to[first + i] = words[i];
  } else {
    for (unsigned i = 0; i < count; ++i)
      to[(first + i) % kFile] = words[i];
  }
  if (check) [[unlikely]]
    for (unsigned i = 0; i < count; ++i)
      initialised.set(file + (first + i) % kFile);
}

} // namespace ixp::me
