#include "emu/me/polls_ahead.h"

#include "emu/me/outstanding.h"

#include <algorithm>
#include <cassert>

namespace ixp::me {

// What has to be so of the microengine and the context, before it matters which loop it is.
[[gnu::always_inline]] inline bool PollsAhead::may_pass(const Completion& c) const {
  const MeState& s = core_.s;
  if (core_.stream || core_.check || !core_.instruction_observers.empty()) return false;
  if (s.halted || s.csr_read || !(s.cc_enable & csr::kCcEnabled) || !s.pending.empty())
    return false;
  const uint32_t ready = s.ready & s.ctx_enables >> 8;
  return s.running < 0 && ready == 0 && core_.enabled(c.ctx) && open_ < entries_.size() &&
         !outstanding::any_above_one(&s.outstanding[in_file(c.to.file)], c.to.first % kFile,
                                     c.pushes);
}

template <bool Forwards> [[gnu::always_inline]] inline void PollsAhead::account(const Entry& e) {
  const auto add = [](uint64_t& to, uint64_t n) { to += Forwards ? n : -n; };
  ContextStatistics& account = core_.counted.contexts[e.ctx];
  add(core_.counted.idle, e.idle);
  add(account.executing, e.instructions);
  add(account.aborted, e.lost);
  add(core_.s.instructions, e.instructions);
  add(skipped_, e.instructions);
}

PollsAhead::PollsAhead(Core& core, const Predecoded& program) : core_(core), program_(program) {
  if (core.params.kernel_skip_loops) core.polls = this;
}

void PollsAhead::stop() {
  core_.polls = nullptr;
}

bool PollsAhead::pass(Completion& c, Tick next) {
  close(core_.kernel.now());
  if (!may_pass(c) || (open_ && last_begin() >= c.done)) return false;
  PollLoop& loop = loops_[c.ctx];
  if (!loop.find(core_, program_, c.ctx, c)) return false;
  const Tick div = core_.div();
  const uint64_t at = std::max(core_.cycle, core_.cycle_of(c.done));
  Entry& e = entry(open_);
  e.begin = at * div;
  e.end = (at + loop.cycles()) * div;
  // Whoever undoes it has to find it before it begins.
  if (loop.cycles() * div >= core_.kernel.lookahead()) return false;
  if (next <= e.begin || e.end >= std::min(core_.kernel.horizon(), core_.events.first_effect()))
    return false;
  Command* const place = core_.port->place(core_.index);
  if (!place) return false;
  MeState& s = core_.s;
  e.completion = &c;
  e.ctx = c.ctx;
  e.last_ran = static_cast<uint8_t>(s.last_ran);
  e.cycle = core_.cycle, e.idle = at - core_.cycle;
  e.prev_a = s.prev_a, e.prev_b = s.prev_b, e.prev_result = s.prev_result, e.flags = s.flags;
  e.instructions = loop.instructions(), e.lost = loop.lost();
  ++open_;
  loop.leave(s);
  s.last_ran = c.ctx;
  core_.cycle = at + loop.cycles();
  account<true>(e);
  c.passed = true;
  *place = loop.command();
  place->issued = (at + loop.until_issue()) * div;
  core_.port->post(core_.index);
  return true;
}

void PollsAhead::pass_listed() {
  TimedEvents& events = core_.events;
  while (events.foretold_first() && pass(*events.front().completion, events.second()))
    events.drop();
}

void PollsAhead::undo_last() {
  const Entry& e = entry(--open_);
  assert(core_.idle && e.begin >= core_.kernel.now());
  MeState& s = core_.s;
  core_.port->take_back(core_.index);
  s.last_ran = e.last_ran;
  s.prev_a = e.prev_a, s.prev_b = e.prev_b, s.prev_result = e.prev_result, s.flags = e.flags;
  core_.cycle = e.cycle;
  account<false>(e);
  e.completion->passed = false;
  core_.wait_for_completion(*e.completion);
}

void PollsAhead::undo_from(Tick tick) {
  while (open_ && last_begin() >= tick)
    undo_last();
}

void PollsAhead::undo_unfinished(Tick tick) {
  while (open_ && entry(open_ - 1).end >= tick)
    undo_last();
}

void PollsAhead::revoke(Completion& c) {
  while (c.passed)
    undo_last();
}

void PollsAhead::close_first() {
  Completion& c = *entry(0).completion;
  ++first_;
  --open_;
  c.unit->complete(c);
}

} // namespace ixp::me
