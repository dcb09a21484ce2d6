// The fast engine: runs from one interaction point to the next at once. Handlers run with a budget
// of cycles; instructions without a handler go through the Core as in the reference engine. It
// returns to shared time by announcing the tick of its local time as its next action: for the cases
// of Core::needs_shared_time(), and for a context swap during which an unannounced signal could
// arrive.
#pragma once

#include "emu/me/clock_loop.h"
#include "emu/me/engine.h"
#include "emu/me/predecode.h"

namespace ixp::me {

class ThreadedEngine final : public Engine {
public:
  explicit ThreadedEngine(Core& core);
  IXP_OFTEN Tick step(Tick now) override;
  bool stalled() const override { return stalled_; }
  uint16_t next_pc() const override;
  MeStatistics statistics(uint64_t end_cycle) const override;
  uint64_t skipped() const override { return skipped_; }
  bool asleep() const override { return wakes_at_ != 0; }

private:
  enum class Outcome : uint8_t { GoOn, WaitForTime, WaitForRoom, Halted };

  Tick run();
  void run_handlers();
  void run_counted();
  void count_lost(uint64_t slots);
  bool may_swap() const;
  bool careful() const;
  Outcome single_step();
  void finish_slots();
  Outcome execute(const Predecoded::Word& w);
  Outcome follow(const Flow& flow);
  void count_stalled();
  [[gnu::noinline]] bool fall_asleep();
  IXP_RARE [[gnu::noinline]] void wake_up();
  void lose(unsigned slots);

  Core& core_;
  Predecoded program_;
  Frame frame_;
  uint64_t shared_ = 0;  // shared time as a cycle
  bool stalled_ = false; // waits for space in the command FIFO
  uint16_t jump_target_ = 0;
  ClockLoop loop_;        // in which the engine sleeps, from the core's cycle on,
  uint64_t wakes_at_ = 0; // to this cycle, before an iteration; 0: awake
  uint64_t skipped_ = 0;
};

} // namespace ixp::me
