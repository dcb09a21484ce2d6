// The fast engine: runs from one interaction point to the next at once. Handlers run with a budget
// of cycles; instructions without a handler go through the Core as in the reference engine. It
// returns to shared time by announcing the tick of its local time as its next action: for the cases
// of Core::needs_shared_time(), and for a context swap during which an unannounced signal could
// arrive.
// cycle() is local time: the cycle in which Frame::op will issue.
#include "emu/me/clock_loop.h"
#include "emu/me/execute.h"
#include "emu/me/predecode.h"

namespace ixp::me {

namespace {

class ThreadedEngine final : public Core {
public:
  ThreadedEngine(unsigned index, const Params& params, HazardSink& hazards, Kernel& kernel);
  IXP_OFTEN void step(Tick now) override;
  uint16_t next_pc() const override;
  MeStatistics statistics(Tick end) const override;
  uint64_t skipped() const override { return skipped_; }

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

  Predecoded program_;
  Frame frame_;
  uint64_t shared_ = 0; // shared time as a cycle
  uint16_t jump_target_ = 0;
  ClockLoop loop_; // in which the engine sleeps, from cycle() to wakes_at_
  uint64_t skipped_ = 0;
};

ThreadedEngine::ThreadedEngine(unsigned index, const Params& params, HazardSink& hazards,
                               Kernel& kernel)
    : Core(index, params, hazards, kernel) {
  frame_.core = this;
  frame_.regs = s_.regs.data();
  frame_.outstanding = s_.outstanding.data();
  frame_.local_memory = s_.local_memory.data();
  frame_.main = program_.main();
}

// True if all signals up to the current cycle are known.
inline bool ThreadedEngine::may_swap() const {
  if (cycle() == shared_) return true;
  return tick() < frame_.swap_end && !swap_request().bpt && !flush_needs_shared_time();
}

// Handlers do not maintain frozen condition codes and the value of a local_csr_rd.
inline bool ThreadedEngine::careful() const {
  return s_.csr_read || !(s_.cc_enable & csr::kCcEnabled);
}

// Runs from frame_.op to the end of the budget, an instruction without a handler, or Frame::wait.
[[gnu::always_inline]] inline void ThreadedEngine::run_handlers() {
  Frame& f = frame_;
  uint64_t cycles = f.end - cycle();
  f.withheld = 0;
  if (!s_.pending.empty()) [[unlikely]] {
    const uint64_t until = std::min(cycles, s_.pending.front().due - s_.instructions);
    f.withheld = static_cast<int64_t>(cycles - until);
    cycles = until;
  }
  f.lost = 0;
  f.first_cycle = cycle();
  f.op->fn(f.op, &f, static_cast<int64_t>(cycles) - 1, f.regs + ctx16(), s_.prev_a, s_.prev_b,
           s_.prev_result, s_.flags.wide, s_.flags.v);
  if (f.wait || f.swap_due) return; // the account is settled
  set_cycle(f.cycle_behind(f.budget));
  const uint64_t executed = cycle() - f.first_cycle - f.lost;
  s_.instructions += executed;
  ContextStatistics& account = counters();
  account.executing += executed;
  account.aborted += f.lost;
}

// Under a profile: runs to the next branch or swap, so that the account of the context shows which
// instructions were executed, and lost slots come after the last one.
void ThreadedEngine::run_counted() {
  const Op* const first = frame_.op;
  const ContextStatistics before = counters();
  const uint64_t end =
      std::exchange(frame_.end, std::min<uint64_t>(frame_.end, cycle() + first->run));
  const Tick swap_end = std::exchange(frame_.swap_end, 0); // the next context is not counted here
  run_handlers();
  frame_.end = end;
  frame_.swap_end = swap_end;
  set_pc(first->address);
  unsigned pc = first->address;
  for (uint64_t i = counters().executing - before.executing; i; --i)
    watch_.executed(pc++);
  set_pc(pc == first->address ? pc : pc - 1); // the last one
  count_lost(counters().aborted - before.aborted);
}

[[gnu::always_inline]] inline Tick ThreadedEngine::run() {
  Frame& f = frame_;
  while (true) {
    if (f.swap_due || s_.running < 0) {
      if (f.swap_due && !may_swap()) return tick();
      f.swap_due = false;
      if (const Tick next = next_context(f.swap_end, swap_request())) return next;
      f.clock_read = f.no_loop = nullptr;
      if (!program_.current(*this)) [[unlikely]]
        program_.update(*this, nullptr);
      f.op = f.main + within_store(s_.ctx[static_cast<unsigned>(s_.running)].pc);
    } else {
      if (!program_.current(*this)) [[unlikely]]
        program_.update(*this, f.op);
      if (f.op->kind >= OpKind::SwapEnd) {
        finish_slots();
        continue;
      }
      if (cycle() >= f.end) return tick();
      if (!s_.pending.empty()) {
        if (!apply_pending()) return tick();
        if (!program_.current(*this)) continue;
      }
    }
    if (f.op->fn != leave_slow && !careful()) {
      if (watch_.counts()) [[unlikely]]
        run_counted();
      else
        run_handlers();
      if (f.wait) return std::exchange(f.wait, 0);
      if (f.swap_due) continue;
      if (f.at_loop && fall_asleep()) return wakes_at_ * div();
      if (!f.slow || f.op->kind >= OpKind::SwapEnd) continue;
    }
    switch (single_step()) {
    case Outcome::GoOn: break;
    case Outcome::WaitForTime: return tick();
    case Outcome::WaitForRoom: return kNever; // until fifo_advanced()
    case Outcome::Halted: return kNever;
    }
  }
}

IXP_OFTEN void ThreadedEngine::step(Tick now) {
  set_idle(false);
  drop_notices(now + 1);
  if (s_.running >= 0) catch_up(now); // else next_context() does it
  shared_ = whole_cycles(now);
  if (stalled_) [[unlikely]]
    count_stalled();
  if (wakes_at_) [[unlikely]]
    wake_up();
  else
    set_cycle(std::max(cycle(), shared_)); // idle cycles
  const Tick limit = run_ahead_limit(now);
  frame_.end = cycle_of(limit);
  frame_.swap_end = swap_limit(now, limit);
  schedule(s_.halted ? kNever : run());
}

// The FIFO was full until now.
void ThreadedEngine::count_stalled() {
  stalled_ = false;
  const uint64_t cycles = shared_ - cycle();
  counters().stalled += cycles;
  watch_.stalled(pc(), cycles);
}

// At a clock read: sleeps if it is in a loop whose next iterations nothing from outside can affect.
bool ThreadedEngine::fall_asleep() {
  frame_.at_loop = false;
  frame_.clock_read = nullptr;
  constexpr uint64_t kWorthIt = 3;
  if (!params_.kernel_skip_loops || !s_.pending.empty() || watch_.counts() || watch_.observes() ||
      !loop_.follow(*this, program_, frame_.op->address)) {
    frame_.no_loop = frame_.op;
    return false;
  }
  const Tick limit = std::min(kernel_.horizon(), first_notice());
  const uint64_t last = whole_cycles(limit - 1); // wakes before the limit
  const uint64_t room = last > cycle() ? (last - cycle()) / loop_.cycles() : 0;
  const uint64_t iterations = std::min(room, loop_.iterations());
  if (iterations < kWorthIt) return false;
  wakes_at_ = cycle() + iterations * loop_.cycles();
  return true;
}

// Computes the iterations that are over. The rest of the current one is executed.
void ThreadedEngine::wake_up() {
  const uint64_t until = std::min(shared_, std::exchange(wakes_at_, 0));
  if (until < cycle() + loop_.cycles()) return;
  const uint64_t iterations = (until - cycle()) / loop_.cycles();
  loop_.leave(*this, iterations);
  pass(iterations * loop_.cycles());
  s_.instructions += iterations * loop_.instructions();
  counters().executing += iterations * loop_.instructions();
  counters().aborted += iterations * loop_.lost();
  skipped_ += iterations * loop_.instructions();
}

void ThreadedEngine::count_lost(uint64_t slots) {
  if (!slots) return;
  watch_.aborted(pc(), slots);
  watch_.last(pc());
}

void ThreadedEngine::lose(unsigned slots) {
  if (watch_.counts()) count_lost(slots);
  counters().aborted += slots;
  pass(slots);
}

ThreadedEngine::Outcome ThreadedEngine::single_step() {
  const bool shared = cycle() == shared_, halts = frame_.op->kind > OpKind::Command;
  set_pc(frame_.op->address);
  if (!shared && (halts || watch_.marked(pc()))) return Outcome::WaitForTime;
  if (!halts) return execute(program_.word(*frame_.op));
  if (frame_.op->kind == OpKind::Overrun)
    (void)halt_overrun();
  else if (frame_.op->kind == OpKind::Illegal)
    (void)halt(HazardKind::IllegalInstruction, program_.why_illegal(*frame_.op));
  else
    (void)halt_in_slot();
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
  const bool shared = cycle() == shared_;
  if (frame_.op->kind == OpKind::Command && fifo_full()) {
    if (!shared) return Outcome::WaitForTime; // it may have space by then
    stalled_ = true;
    watch_.stalls(tick());
    watch_.last(pc());
    return Outcome::WaitForRoom;
  }
  if (!shared && w.may_wait && needs_shared_time(w.decoded)) return Outcome::WaitForTime;
  watch_.issues(s_.running, pc(), tick());
  return follow(Core::execute(w.decoded));
}

ThreadedEngine::Outcome ThreadedEngine::follow(const Flow& flow) {
  pass(1);
  ++counters().executing;
  watch_.executed(pc());
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

MeStatistics ThreadedEngine::statistics(Tick end) const {
  MeStatistics m = counted();
  const uint64_t end_cycle = cycle_of(end);
  if (cycle() > end_cycle) { // lost slots after the end
    m.contexts[static_cast<unsigned>(s_.running)].aborted -= cycle() - end_cycle;
  } else if (stalled_) {
    m.contexts[static_cast<unsigned>(s_.running)].stalled += end_cycle - cycle();
  }
  m.complete(end_cycle);
  m.idle = m.total().swapped_out;
  return m;
}

} // namespace

} // namespace ixp::me

namespace ixp {

std::unique_ptr<Microengine> Microengine::make(unsigned index, const Params& params,
                                               HazardSink& hazards, Kernel& kernel,
                                               EngineKind kind) {
  if (kind == EngineKind::Reference) return me::make_reference(index, params, hazards, kernel);
  return std::make_unique<me::ThreadedEngine>(index, params, hazards, kernel);
}

} // namespace ixp
