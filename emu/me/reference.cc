// The plain engine: one ME cycle per action, every word decoded each time, no run-ahead. Slow, and
// the reference. It counts every cycle as exactly one of executing, aborted, stalled, idle.
#include "emu/me/core.h"
#include "emu/me/execute.h"

namespace ixp::me {

namespace {

class ReferenceEngine final : public Core {
public:
  ReferenceEngine(unsigned index, const Params& params, HazardSink& hazards, Kernel& kernel)
      : Core(index, params, hazards, kernel) {
    schedule(0);
  }
  IXP_OFTEN void step(Tick now) override;
  uint16_t next_pc() const override { return pc_; }
  MeStatistics statistics(Tick end) const override;

private:
  void one_cycle();
  void execute_next();
  void follow(const Flow& flow);
  void leave(const Flow& flow);

  uint16_t pc_ = 0;
  uint64_t resume_ = 0;   // cycles before this one are lost slots
  bool swap_due_ = false; // the executing context leaves at `resume_`
  unsigned slots_left_ = 0;
  Flow after_slots_; // the flow after they have issued
};

IXP_OFTEN void ReferenceEngine::step(Tick now) {
  set_cycle(now / div());
  drop_notices(now + 1);
  catch_up(now);
  one_cycle();
  schedule(now + div());
}

void ReferenceEngine::one_cycle() {
  if (s_.running >= 0 && cycle() < resume_) {
    ++counters().aborted;
    watch_.aborted(pc(), 1);
    return;
  }
  if (swap_due_) {
    swap_due_ = false;
    swap_out(swap_request());
  }
  if (s_.running < 0 && !s_.halted) {
    set_idle(!arbitrate());
    if (!idle()) pc_ = within_store(s_.ctx[static_cast<unsigned>(s_.running)].pc);
  }
  if (idle() || s_.halted)
    count_idle();
  else
    execute_next();
}

void ReferenceEngine::execute_next() {
  apply_pending();
  set_pc(pc_);
  Flow flow;
  std::string why;
  const uint64_t word = pc_ < store().size() ? store()[pc_] : kAbsent;
  const auto i = word == kAbsent ? std::nullopt : mev2::decode(word, mode(), &why);
  if (word == kAbsent) {
    flow = halt_overrun();
  } else if (!i) {
    flow = halt(HazardKind::IllegalInstruction, why);
  } else if (slots_left_ && changes_flow(*i)) {
    flow = halt_in_slot();
  } else if (mev2::info(i->opcode).is_command && fifo_full()) {
    ++counters().stalled;
    watch_.stalled(pc(), 1);
    watch_.stalls(tick());
    return;
  } else {
    watch_.issues(s_.running, pc(), tick());
    flow = Core::execute(*i);
  }
  if (flow.kind == Flow::Kind::Halt) {
    count_idle();
    return;
  }
  ++counters().executing;
  watch_.executed(pc());
  follow(flow);
}

void ReferenceEngine::follow(const Flow& flow) {
  pc_ = within_store(pc_ + 1);
  if (slots_left_ > 0) {
    if (--slots_left_ == 0) leave(after_slots_);
  } else if (flow.kind != Flow::Kind::Next) {
    if (flow.defer == 0)
      leave(flow);
    else
      slots_left_ = flow.defer;
    after_slots_ = flow;
  }
}

void ReferenceEngine::leave(const Flow& flow) {
  resume_ = cycle() + 1 + lost_slots(flow.penalty, flow.defer);
  if (flow.kind == Flow::Kind::Jump)
    pc_ = within_store(flow.target);
  else
    swap_due_ = true;
}

MeStatistics ReferenceEngine::statistics(Tick end) const {
  MeStatistics m = counted();
  m.complete(cycle_of(end));
  return m;
}

} // namespace

std::unique_ptr<Core> make_reference(unsigned index, const Params& params, HazardSink& hazards,
                                     Kernel& kernel) {
  return std::make_unique<ReferenceEngine>(index, params, hazards, kernel);
}

} // namespace ixp::me
