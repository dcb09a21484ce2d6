#include "emu/me/reference.h"

#include "emu/me/execute.h"

namespace ixp::me {

IXP_OFTEN Tick ReferenceEngine::step(Tick now) {
  core_.set_cycle(now / core_.div());
  core_.drop_notices(now + 1);
  core_.catch_up(now);
  one_cycle();
  return now + core_.div();
}

void ReferenceEngine::one_cycle() {
  const MeState& s = core_.state();
  if (s.running >= 0 && core_.cycle() < resume_) {
    ++core_.counters().aborted;
    core_.watch().aborted(core_.pc(), 1);
    return;
  }
  if (swap_due_) {
    swap_due_ = false;
    core_.swap_out(core_.swap_request());
  }
  if (s.running < 0 && !s.halted) {
    core_.set_idle(!core_.arbitrate());
    if (!core_.idle()) pc_ = within_store(s.ctx[static_cast<unsigned>(s.running)].pc);
  }
  if (core_.idle() || s.halted)
    core_.count_idle();
  else
    execute_next();
}

void ReferenceEngine::execute_next() {
  core_.apply_pending();
  core_.set_pc(pc_);
  Flow flow;
  std::string why;
  const uint64_t word = pc_ < core_.store().size() ? core_.store()[pc_] : kAbsent;
  const auto i = word == kAbsent ? std::nullopt : mev2::decode(word, core_.mode(), &why);
  if (word == kAbsent) {
    flow = core_.halt_overrun();
  } else if (!i) {
    flow = core_.halt(HazardKind::IllegalInstruction, why);
  } else if (slots_left_ && changes_flow(*i)) {
    flow = core_.halt_in_slot();
  } else if (mev2::info(i->opcode).is_command && core_.fifo_full()) {
    ++core_.counters().stalled;
    core_.watch().stalled(core_.pc(), 1);
    core_.watch().stalls(core_.tick());
    return;
  } else {
    core_.watch().issues(core_.state().running, core_.pc(), core_.tick());
    flow = core_.execute(*i);
  }
  if (flow.kind == Flow::Kind::Halt) {
    core_.count_idle();
    return;
  }
  ++core_.counters().executing;
  core_.watch().executed(core_.pc());
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
  resume_ = core_.cycle() + 1 + lost_slots(flow.penalty, flow.defer);
  if (flow.kind == Flow::Kind::Jump)
    pc_ = within_store(flow.target);
  else
    swap_due_ = true;
}

MeStatistics ReferenceEngine::statistics(uint64_t end_cycle) const {
  MeStatistics m = core_.counted();
  m.complete(end_cycle);
  return m;
}

} // namespace ixp::me
