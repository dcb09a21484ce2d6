// Core::cycle() is local time: the cycle in which Frame::op will issue.
#include "emu/me/threaded.h"

#include "emu/me/execute.h"
#include "emu/me/handlers.h"

namespace ixp::me {

ThreadedEngine::ThreadedEngine(Core& core) : core_(core) {
  MeState& s = core.state();
  frame_.core = &core;
  frame_.regs = s.regs.data();
  frame_.outstanding = s.outstanding.data();
  frame_.local_memory = s.local_memory.data();
  frame_.main = program_.main();
}

// True if all signals up to the current cycle are known.
inline bool ThreadedEngine::may_swap() const {
  if (core_.cycle() == shared_) return true;
  return core_.tick() < frame_.swap_end && !core_.swap_request().bpt &&
         !core_.flush_needs_shared_time();
}

// Handlers do not maintain frozen condition codes and the value of a local_csr_rd.
inline bool ThreadedEngine::careful() const {
  return core_.state().csr_read || !(core_.state().cc_enable & csr::kCcEnabled);
}

// Runs from frame_.op to the end of the budget, an instruction without a handler, or Frame::wait.
[[gnu::always_inline]] inline void ThreadedEngine::run_handlers() {
  MeState& s = core_.state();
  Frame& f = frame_;
  uint64_t cycles = f.end - core_.cycle();
  f.withheld = 0;
  if (!s.pending.empty()) [[unlikely]] {
    const uint64_t until = std::min(cycles, s.pending.front().due - s.instructions);
    f.withheld = static_cast<int64_t>(cycles - until);
    cycles = until;
  }
  f.lost = 0;
  f.first_cycle = core_.cycle();
  f.op->fn(f.op, &f, static_cast<int64_t>(cycles) - 1, f.regs + core_.ctx16(), s.prev_a, s.prev_b,
           s.prev_result, s.flags.wide, s.flags.v);
  if (f.wait || f.swap_due) return; // the account is settled
  core_.set_cycle(f.cycle_behind(f.budget));
  const uint64_t executed = core_.cycle() - f.first_cycle - f.lost;
  s.instructions += executed;
  ContextStatistics& account = core_.counters();
  account.executing += executed;
  account.aborted += f.lost;
}

// Under a profile: runs to the next branch or swap, so that the account of the context shows which
// instructions were executed, and lost slots come after the last one.
void ThreadedEngine::run_counted() {
  const Op* const first = frame_.op;
  const ContextStatistics before = core_.counters();
  const uint64_t end =
      std::exchange(frame_.end, std::min<uint64_t>(frame_.end, core_.cycle() + first->run));
  const Tick swap_end = std::exchange(frame_.swap_end, 0); // the next context is not counted here
  run_handlers();
  frame_.end = end;
  frame_.swap_end = swap_end;
  core_.set_pc(first->address);
  unsigned pc = first->address;
  for (uint64_t i = core_.counters().executing - before.executing; i; --i)
    core_.watch().executed(pc++);
  core_.set_pc(pc == first->address ? pc : pc - 1); // the last one
  count_lost(core_.counters().aborted - before.aborted);
}

[[gnu::always_inline]] inline Tick ThreadedEngine::run() {
  Core& core = core_;
  MeState& s = core.state();
  Frame& f = frame_;
  while (true) {
    if (f.swap_due || s.running < 0) {
      if (f.swap_due && !may_swap()) return core_.tick();
      f.swap_due = false;
      if (const Tick next = core.next_context(f.swap_end, core.swap_request())) return next;
      f.clock_read = f.no_loop = nullptr;
      if (!program_.current(core)) [[unlikely]]
        program_.update(core, nullptr);
      f.op = f.main + within_store(s.ctx[static_cast<unsigned>(s.running)].pc);
    } else {
      if (!program_.current(core)) [[unlikely]]
        program_.update(core, f.op);
      if (f.op->kind >= OpKind::SwapEnd) {
        finish_slots();
        continue;
      }
      if (core.cycle() >= f.end) return core_.tick();
      if (!s.pending.empty()) {
        if (!core.apply_pending()) return core_.tick();
        if (!program_.current(core)) continue;
      }
    }
    if (f.op->fn != leave_slow && !careful()) {
      if (core_.watch().counts()) [[unlikely]]
        run_counted();
      else
        run_handlers();
      if (f.wait) return std::exchange(f.wait, 0);
      if (f.swap_due) continue;
      if (f.at_loop && fall_asleep()) return wakes_at_ * core.div();
      if (!f.slow || f.op->kind >= OpKind::SwapEnd) continue;
    }
    switch (single_step()) {
    case Outcome::GoOn: break;
    case Outcome::WaitForTime: return core_.tick();
    case Outcome::WaitForRoom: return kNever; // until fifo_advanced()
    case Outcome::Halted: return kNever;
    }
  }
}

IXP_OFTEN Tick ThreadedEngine::step(Tick now) {
  Core& core = core_;
  core.set_idle(false);
  core.drop_notices(now + 1);
  if (core.state().running >= 0) core.catch_up(now); // else next_context() does it
  shared_ = core.whole_cycles(now);
  if (stalled_) [[unlikely]]
    count_stalled();
  if (wakes_at_) [[unlikely]]
    wake_up();
  else
    core.set_cycle(std::max(core.cycle(), shared_)); // idle cycles
  const Tick limit = core.run_ahead_limit(now);
  frame_.end = core.cycle_of(limit);
  frame_.swap_end = core.swap_limit(now, limit);
  return core.state().halted ? kNever : run();
}

// The FIFO was full until now.
void ThreadedEngine::count_stalled() {
  stalled_ = false;
  const uint64_t cycles = shared_ - core_.cycle();
  core_.counters().stalled += cycles;
  core_.watch().stalled(core_.pc(), cycles);
}

// At a clock read: sleeps if it is in a loop whose next iterations nothing from outside can affect.
bool ThreadedEngine::fall_asleep() {
  frame_.at_loop = false;
  frame_.clock_read = nullptr;
  constexpr uint64_t kWorthIt = 3;
  if (!core_.params().kernel_skip_loops || !core_.state().pending.empty() ||
      core_.watch().counts() || core_.watch().observes() ||
      !loop_.follow(core_, program_, frame_.op->address)) {
    frame_.no_loop = frame_.op;
    return false;
  }
  const Tick limit = std::min(core_.kernel().horizon(), core_.first_notice());
  const uint64_t last = core_.whole_cycles(limit - 1); // wakes in front of the limit
  const uint64_t room = last > core_.cycle() ? (last - core_.cycle()) / loop_.cycles() : 0;
  const uint64_t iterations = std::min(room, loop_.iterations());
  if (iterations < kWorthIt) return false;
  wakes_at_ = core_.cycle() + iterations * loop_.cycles();
  return true;
}

// Computes the iterations that are over. The rest of the current one is executed.
void ThreadedEngine::wake_up() {
  const uint64_t until = std::min(shared_, std::exchange(wakes_at_, 0));
  if (until < core_.cycle() + loop_.cycles()) return;
  const uint64_t iterations = (until - core_.cycle()) / loop_.cycles();
  loop_.leave(core_, iterations);
  core_.pass(iterations * loop_.cycles());
  core_.state().instructions += iterations * loop_.instructions();
  core_.counters().executing += iterations * loop_.instructions();
  core_.counters().aborted += iterations * loop_.lost();
  skipped_ += iterations * loop_.instructions();
}

void ThreadedEngine::count_lost(uint64_t slots) {
  if (!slots) return;
  core_.watch().aborted(core_.pc(), slots);
  core_.watch().last(core_.pc());
}

void ThreadedEngine::lose(unsigned slots) {
  if (core_.watch().counts()) count_lost(slots);
  core_.counters().aborted += slots;
  core_.pass(slots);
}

ThreadedEngine::Outcome ThreadedEngine::single_step() {
  const bool shared = core_.cycle() == shared_, halts = frame_.op->kind > OpKind::Command;
  core_.set_pc(frame_.op->address);
  if (!shared && (halts || core_.watch().marked(core_.pc()))) return Outcome::WaitForTime;
  if (!halts) return execute(program_.word(*frame_.op));
  if (frame_.op->kind == OpKind::Overrun)
    (void)core_.halt_overrun();
  else if (frame_.op->kind == OpKind::Illegal)
    (void)core_.halt(HazardKind::IllegalInstruction, program_.why_illegal(*frame_.op));
  else
    (void)core_.halt_in_slot();
  return Outcome::Halted;
}

// After the last defer slot, before anything else: accounts lost slots, and continues the flow.
void ThreadedEngine::finish_slots() {
  lose(frame_.op->lost);
  switch (frame_.op->kind) {
  case OpKind::SwapEnd: frame_.swap_due = true; break;
  case OpKind::JumpEnd: frame_.op = program_.at(jump_target_); break;
  default: frame_.op = frame_.op->target;
  }
}

ThreadedEngine::Outcome ThreadedEngine::execute(const Predecoded::Word& w) {
  const bool shared = core_.cycle() == shared_;
  if (frame_.op->kind == OpKind::Command && core_.fifo_full()) {
    if (!shared) return Outcome::WaitForTime; // it may have space by then
    stalled_ = true;
    core_.watch().stalls(core_.tick());
    core_.watch().last(core_.pc());
    return Outcome::WaitForRoom;
  }
  if (!shared && w.may_wait && core_.needs_shared_time(w.decoded)) return Outcome::WaitForTime;
  core_.watch().issues(core_.state().running, core_.pc(), core_.tick());
  return follow(core_.execute(w.decoded));
}

ThreadedEngine::Outcome ThreadedEngine::follow(const Flow& flow) {
  core_.pass(1);
  ++core_.counters().executing;
  core_.watch().executed(core_.pc());
  if (flow.kind == Flow::Kind::Next) {
    ++frame_.op;
    return Outcome::GoOn;
  }
  jump_target_ = flow.target;
  if (flow.defer > 0) { // the copy of the slots
    frame_.op = frame_.op->kind == OpKind::Command ? frame_.op->command->slots : frame_.op->target;
  } else {
    lose(flow.penalty);
    frame_.swap_due = flow.kind == Flow::Kind::Swap;
    frame_.op = frame_.swap_due ? frame_.op + 1 : program_.at(flow.target);
  }
  return Outcome::GoOn;
}

uint16_t ThreadedEngine::next_pc() const {
  return frame_.op ? frame_.op->address : 0;
}

MeStatistics ThreadedEngine::statistics(uint64_t end_cycle) const {
  MeStatistics m = core_.counted();
  const uint64_t cycle = core_.cycle();
  if (cycle > end_cycle) { // lost slots after the end
    m.contexts[static_cast<unsigned>(core_.state().running)].aborted -= cycle - end_cycle;
  } else if (stalled_) {
    m.contexts[static_cast<unsigned>(core_.state().running)].stalled += end_cycle - cycle;
  }
  m.complete(end_cycle);
  m.idle = m.total().swapped_out;
  return m;
}

} // namespace ixp::me
