// Contexts and their arbiter, with the microengine's state and its local time. A context executes
// until it asks to be swapped out; it then sleeps until its signals have arrived. Its request is
// evaluated after its last slot, and then with every signal that arrives. So shared time matters at
// one moment per swap.
//
//   cycle()        local time: the ME cycle of the current instruction, maybe ahead of shared time
//   kernel().now() shared time: all earlier actions of other agents have happened
#pragma once

#include "emu/kernel/hazard.h"
#include "emu/me/csr.h"
#include "emu/me/inbox.h"
#include "emu/me/state.h"
#include "emu/me/statistics.h"
#include "emu/me/watch.h"

#include <bit>
#include <functional>
#include <string>
#include <utility>

namespace ixp::me {

// Request of a ctx_arb or ctx_swap, until its slots have passed.
struct SwapRequest {
  uint16_t resume = 0, at = 0;
  uint32_t wakeup = 0; // as Context::wakeup
  bool keep_wakeup = false, bpt = false;
};

class Contexts : public Inbox {
public:
  MeState& state() { return s_; }
  const MeState& state() const final { return s_; }
  Watch& watch() { return watch_; }
  const Watch& watch() const { return watch_; }
  unsigned index() const final { return index_; }
  const Params& params() const { return params_; }
  Kernel& kernel() { return kernel_; }
  // The engine's counters, of the executing context and of cycles without one.
  ContextStatistics& counters() { return counted_.contexts[unsigned(s_.running)]; }
  void count_idle() { ++counted_.idle; }
  // Complete but for counters that depend on the length of the run.
  const MeStatistics& counted() const { return counted_; }

  // Local time, and the address of the instruction. The engine sets them before it executes one.
  uint64_t cycle() const { return cycle_; }
  uint16_t pc() const { return pc_; }
  unsigned pc(unsigned ctx) const final {
    return static_cast<int>(ctx) == s_.running ? next_pc() : s_.ctx[ctx].pc;
  }
  void set_cycle(uint64_t cycle) { cycle_ = cycle; }
  void pass(uint64_t cycles) { cycle_ += cycles; }
  void set_pc(unsigned pc) { pc_ = static_cast<uint16_t>(pc); }
  Tick tick() const { return cycle_ * div(); }

  bool four_contexts() const { return s_.ctx_enables & csr::kFourContexts; }
  mev2::ContextMode mode() const {
    return four_contexts() ? mev2::ContextMode::Four : mev2::ContextMode::Eight;
  }
  unsigned ctx16() const { return 16u * static_cast<unsigned>(s_.running); }

  // In defer slots, and until the engine may swap.
  const SwapRequest& swap_request() const { return swap_; }
  void request_swap(const SwapRequest& r) { swap_ = r; }
  // The next Ready context starts to execute; false when there is none.
  bool arbitrate();
  void raise(unsigned ctx, unsigned signals, Tick when); // a bit each; none is 0
  // Called for ctx_arb[bpt], in shared time.
  void on_attention(std::function<void(Tick)> callback) final { attention_ = std::move(callback); }

  void hazard(HazardKind kind, std::string text) const; // here and now
  void hazard(HazardKind kind, std::string text, Tick when, int ctx, int at_pc) const;

protected:
  Contexts(unsigned index, const Params& params, HazardSink& hazards, Kernel& kernel)
      : Inbox(params, kernel), watch_(index), index_(index), hazards_(hazards) {}

  // The next instruction of the executing context.
  virtual uint16_t next_pc() const = 0;
  // The executing context leaves in any case; a breakpoint stops it, otherwise it may wake.
  void leave_context(const SwapRequest& r);
  // Makes a sleeping context Ready when its signals are there; an idle microengine then acts.
  void try_wake(unsigned ctx, Tick when);

  MeState s_;
  Watch watch_;

private:
  bool wake(unsigned ctx, Tick when);
  void stop_at_breakpoint(unsigned ctx);
  IXP_RARE void raise_again(unsigned ctx, unsigned signals, Tick when);

  const unsigned index_;
  HazardSink& hazards_;
  uint64_t cycle_ = 0;
  uint16_t pc_ = 0;
  SwapRequest swap_;
  MeStatistics counted_;
  std::function<void(Tick)> attention_;
};

// The sleeping context becomes Ready if it waits for signals that are there.
[[gnu::always_inline]] inline bool Contexts::wake(unsigned ctx, Tick when) {
  Context& c = s_.ctx[ctx];
  const uint32_t wanted = c.wakeup & 0xffff, there = (c.signals | 1u) & wanted; // 1: voluntary
  if (there == 0) return false;
  if (!(c.wakeup >> 16)) { // all of them
    if (there != wanted) return false;
    c.signals &= static_cast<uint16_t>(~wanted);
  }
  s_.ready |= static_cast<uint8_t>(1u << ctx);
  if (watch_.on()) [[unlikely]]
    watch_.context(EventKind::Ready, ctx, when, c.pc, c.wakeup);
  return true;
}

[[gnu::always_inline]] inline void Contexts::try_wake(unsigned ctx, Tick when) {
  if (s_.running == static_cast<int>(ctx) || (s_.ready >> ctx & 1)) return; // does not sleep
  if (wake(ctx, when) && idle()) step_by(kernel_.now());
}

[[gnu::always_inline]] inline void Contexts::raise(unsigned ctx, unsigned signals, Tick when) {
  Context& c = s_.ctx[ctx];
  if (watch_.on()) [[unlikely]]
    watch_.signals(ctx, signals, when);
  if (c.signals & signals) [[unlikely]] {
    raise_again(ctx, signals, when);
    return;
  }
  c.signals |= static_cast<uint16_t>(signals);
  try_wake(ctx, when);
}

[[gnu::always_inline]] inline bool Contexts::arbitrate() {
  unsigned ready = s_.ready;
  if (!ready) return false;
  ready &= s_.ctx_enables >> 8;
  if (four_contexts()) [[unlikely]]
    ready &= 0x55;
  if (!ready) return false;
  // The first one after the context that ran last.
  const unsigned first = s_.last_ran + 1;
  const unsigned c =
      (first + static_cast<unsigned>(__builtin_ctz(ready * 0x101 >> first % kContexts))) %
      kContexts;
  s_.ready &= static_cast<uint8_t>(~(1u << c));
  s_.ctx[c].wakeup = 0;
  s_.running = static_cast<int>(c);
  s_.last_ran = c;
  if (watch_.on()) [[unlikely]]
    watch_.context(EventKind::Runs, c, tick(), s_.ctx[c].pc, 0);
  return true;
}

[[gnu::always_inline]] inline void Contexts::leave_context(const SwapRequest& r) {
  const unsigned c = static_cast<unsigned>(s_.running);
  Context& context = s_.ctx[c];
  context.pc = r.resume;
  context.slept_at = r.at;
  context.has_run = true;
  if (!r.keep_wakeup) context.wakeup = r.wakeup;
  if (watch_.on()) [[unlikely]]
    watch_.context(EventKind::Waits, c, tick(), r.at, context.wakeup);
  s_.running = -1;
  if (r.bpt) [[unlikely]]
    stop_at_breakpoint(c);
  else
    wake(c, tick());
}

} // namespace ixp::me
