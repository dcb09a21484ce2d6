// The plain engine: one ME cycle per action, every word decoded each time, no run-ahead. Slow, and
// the reference. It counts every cycle as exactly one of executing, aborted, stalled, idle.
#pragma once

#include "emu/me/engine.h"

namespace ixp::me {

class ReferenceEngine final : public Engine {
public:
  explicit ReferenceEngine(Core& core) : core_(core) {}
  IXP_OFTEN Tick step(Tick now) override;
  bool stalled() const override { return false; } // it tries every cycle
  uint16_t next_pc() const override { return pc_; }
  MeStatistics statistics(uint64_t end_cycle) const override;

private:
  void one_cycle();
  void execute_next();
  void follow(const Flow& flow);
  void leave(const Flow& flow);

  Core& core_;
  uint16_t pc_ = 0;
  uint64_t resume_ = 0;   // cycles before this one are lost slots
  bool swap_due_ = false; // the executing context leaves at `resume_`
  unsigned slots_left_ = 0;
  Flow after_slots_; // the flow after they have issued
};

} // namespace ixp::me
