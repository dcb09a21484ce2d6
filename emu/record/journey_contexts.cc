// Context activity for frames, read from the diary when a frame moves; and frames that end at the
// instruction that counts them as dropped.
#include "emu/record/journey.h"

#include "emu/chip/survey.h"

#include <algorithm>
#include <bit>

namespace ixp {

void Journeys::read_diary(uint64_t contexts, Moment now) {
  static_assert(kMicroengines * kContexts == 64);
  for (; contexts; contexts &= contexts - 1)
    read_page(static_cast<size_t>(std::countr_zero(contexts)), now);
}

// Adds the diary since the last reading to the context's frame; `until` ends the last turn.
void Journeys::read_page(size_t context, Moment now, Tick until) {
  Holder& h = holders_[context];
  if (!accounts_ || (h.read == now && until == kNever)) return;
  const auto me = static_cast<unsigned>(context / kContexts);
  ContextDiary::Page& page = diary_.page(context);
  const uint32_t first = page.begin();
  uint32_t last = first; // the turn that contains `now`
  const Tick over = now.over(me);
  while (last + 1 != page.end() && page[last + 1].waits < over)
    ++last;
  if (Traveller* t = h.frame; t && works_in_stage(context, *t)) {
    const size_t turns = last - first + 1;
    t->shares.push_back({t->stages.size() - 1, context, turns, h.read, now, h.since, until});
    page.copy(first, last + 1, t->turns);
    static constexpr size_t kMostTurns = 256; // limit on unevaluated turns
    if (t->turns.size() > kMostTurns) work_out(*t);
  }
  page.forget(last);
  h.read = now;
}

// A stage has the activity of its own context only. Others may still hold a frame that has moved
// on, such as the receivers of its earlier mpackets.
bool Journeys::works_in_stage(size_t context, const Traveller& t) const {
  return !t.stages.empty() && t.stages.back().place == context_place(context);
}

// Context activity up to now belongs to the stage that the frame leaves.
void Journeys::leave_stage(Traveller& t, Tick at, Moment now) {
  JourneyStage& stage = t.stages.back();
  stage.to = at;
  if (stage.place.kind != JourneyPlace::Kind::Context) return;
  const auto context = static_cast<size_t>(stage.place.number) * kContexts +
                       static_cast<size_t>(stage.place.context);
  if (holders_[context].frame == &t) read_page(context, now, at);
}

// The context holds this frame from now on; null: none.
void Journeys::hold(const Event& e, Traveller* frame) {
  const size_t context = context_number(e);
  const uint64_t bit = uint64_t{1} << context;
  Holder& h = holders_[context];
  read_page(context, moment(e), e.tick);
  h.since = e.tick;
  if (h.frame) h.frame->holders &= ~bit;
  h.frame = frame;
  if (frame) frame->holders |= bit;
}

// ---- Evaluation of the diary

void Journeys::work_out(Traveller& t) {
  const ContextDiary::Turn* turns = t.turns.data();
  for (const Share& s : t.shares) {
    work_out(t, s, turns);
    turns += s.turns;
  }
  t.shares.clear();
  t.turns.clear();
}

static void add_wait(std::vector<JourneyWait>& waits, size_t stage, uint32_t what, Tick ticks) {
  for (size_t i = waits.size(); i-- > 0 && waits[i].stage == stage;)
    if (waits[i].what == what) {
      waits[i].ticks += ticks;
      return;
    }
  waits.push_back({stage, what, ticks});
}

void Journeys::work_out(Traveller& t, const Share& share, const ContextDiary::Turn* turns) {
  const auto me = static_cast<unsigned>(share.context / kContexts);
  JourneyStage& stage = t.stages[share.stage];
  enum class Doing { Unknown, Waits, Ready, Runs } doing = Doing::Unknown;
  const ContextDiary::Turn* waiting = nullptr;
  Tick since = share.since;
  const auto account = [&](Tick at) {
    const Tick ticks = at - std::max(since, stage.from);
    switch (doing) {
    case Doing::Runs: stage.executing += ticks; break;
    case Doing::Ready: stage.ready += ticks; break;
    case Doing::Waits:
      if (ticks)
        add_wait(t.waits, share.stage,
                 awaited_.id(me, waiting->pc, waiting->wakeup, waiting->commands), ticks);
      break;
    case Doing::Unknown: break;
    }
  };
  const auto begin = [&](Doing next, Tick at) {
    if (!share.to.after(at, me)) return;
    if (!share.from.after(at, me)) account(at);
    since = std::max(since, at);
    doing = next;
  };
  for (size_t i = 0; i < share.turns; ++i) {
    begin(Doing::Waits, turns[i].waits);
    waiting = &turns[i];
    begin(Doing::Ready, turns[i].ready);
    begin(Doing::Runs, turns[i].runs);
  }
  if (share.until != kNever) account(share.until);
}

// ---- Frames dropped by microcode

// A command other than a read on the longword of a drop counter counts the frame of its context.
static bool counts(const ContextDiary::Watched& w, const CounterConfig& counter) {
  const mev2::OpcodeInfo& info = mev2::info(w.op);
  if (info.pushes && !info.pulls && !info.token.starts_with("test")) return false;
  const uint32_t inside = w.address & 0x3fff'ffff;
  switch (counter.region) {
  case Region::Scratch:
    return info.cls == mev2::InstrClass::Scratch && w.address == counter.address;
  case Region::Sram0:
  case Region::Sram1:
    return info.cls == mev2::InstrClass::Sram && inside == counter.address &&
           w.address >> 30 == (counter.region == Region::Sram1);
  case Region::Dram: return false;
  }
  return false;
}

void Journeys::read_watched(Moment now) {
  std::vector<ContextDiary::Watched>& all = diary_.watched();
  size_t read = 0;
  while (read < all.size() && now.after(all[read].tick, static_cast<unsigned>(all[read].me)))
    watched(all[read++]);
  all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(read));
}

void Journeys::watched(const ContextDiary::Watched& w) {
  const size_t context = static_cast<size_t>(w.me) * kContexts + static_cast<size_t>(w.ctx);
  Traveller* t = holders_[context].frame;
  if (!t) return;
  for (const CounterConfig& counter : system_.counters) {
    if (counter.counts != Counts::Drops || !counts(w, counter)) continue;
    const auto next =
        static_cast<Slot>(static_cast<unsigned>(me_slot(0)) + 1u + static_cast<unsigned>(w.me));
    return end(*t, {{JourneyEnd::Kind::ByMicrocode, counter.name, -1, w.me, w.ctx, w.pc},
                    w.tick,
                    {w.tick, next}});
  }
}

} // namespace ixp
