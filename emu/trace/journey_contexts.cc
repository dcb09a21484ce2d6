// What contexts do with frames: read in the diary when a frame moves on; and frames that end with
// the instruction that counts them.
#include "emu/trace/journey.h"

#include "emu/chip/survey.h"
#include "emu/observe/program_place.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <utility>

namespace ixp {

void Journeys::read_diary(uint64_t contexts, Moment now) {
  static_assert(kMicroengines * kContexts == 64);
  for (; contexts; contexts &= contexts - 1)
    read_page(static_cast<size_t>(std::countr_zero(contexts)), now);
}

void Journeys::read_page(size_t context, Moment now) {
  ContextDiary::Page& page = diary_.page(context);
  const auto me = static_cast<unsigned>(context / kContexts);
  for (; page.read < page.entries.size(); ++page.read) {
    const ContextDiary::Entry& e = page.entries[page.read];
    if (!now.after(e.tick, me)) break;
    enter(context, e);
  }
  page.forget();
}

void Journeys::enter(size_t context, const ContextDiary::Entry& e) {
  Holder& h = holders_[context];
  if (e.kind == EventKind::Issued) return awaited_.issued(context_of(context), e.op, e.wakeup);
  account(context, e.tick);
  if (e.kind == EventKind::Runs) {
    h.doing = Holder::Doing::Runs;
  } else if (e.kind == EventKind::Ready) {
    h.doing = Holder::Doing::Ready;
  } else {
    h.doing = Holder::Doing::Waits;
    h.wakeup = e.wakeup;
    h.pc = e.pc;
  }
}

// To the frame of the context goes what it did since the last time.
void Journeys::account(size_t context, Tick at) {
  Holder& h = holders_[context];
  const Tick from = std::exchange(h.since, at);
  Journey* j = inside(h.frame);
  if (!j || j->stages.empty()) return;
  JourneyStage& stage = j->stages.back();
  const Tick ticks = at - std::max(from, stage.from);
  switch (h.doing) {
  case Holder::Doing::Runs: stage.executing += ticks; break;
  case Holder::Doing::Ready: stage.ready += ticks; break;
  case Holder::Doing::Waits:
    if (ticks) j->wait(awaited_.id(context_of(context), h.pc, h.wakeup), ticks);
    break;
  case Holder::Doing::Unknown: break;
  }
}

void Journey::wait(uint32_t what, Tick ticks) {
  const size_t stage = stages.size() - 1;
  for (size_t i = waits.size(); i-- > 0 && waits[i].stage == stage;)
    if (waits[i].what == what) {
      waits[i].ticks += ticks;
      return;
    }
  waits.push_back({stage, what, ticks});
}

// The context has this frame from now on; 0: none.
void Journeys::hold(const Event& e, PacketTag tag) {
  const size_t context = context_number(e);
  const uint64_t bit = uint64_t{1} << context;
  if (accounts_) {
    read_page(context, moment(e));
    account(context, e.tick);
  }
  if (Journey* last = inside(holders_[context].frame)) last->holders &= ~bit;
  holders_[context].frame = tag;
  if (Journey* j = inside(tag)) j->holders |= bit;
}

// ---- frames that microcode drops

// A command to the longword of a drop counter that is no read counts the frame of its context.
static bool counts(const ContextDiary::Watched& w, const CounterConfig& counter) {
  const mev2::InstrClass cls = mev2::info(w.op).cls;
  const CommandShape& shape = shape_of(w.op);
  const bool reads =
      shape.pushed.fixed + shape.pushed.each && !(shape.pulled.fixed + shape.pulled.each);
  if (reads && !mev2::info(w.op).token.starts_with("test")) return false;
  const uint32_t inside = w.address & 0x3fff'ffff;
  switch (counter.region) {
  case Region::Scratch: return cls == mev2::InstrClass::Scratch && w.address == counter.address;
  case Region::Sram0:
  case Region::Sram1:
    return cls == mev2::InstrClass::Sram && inside == counter.address &&
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
  const PacketTag tag = holders_[context].frame;
  if (!inside(tag)) return;
  for (const CounterConfig& counter : system_.counters) {
    if (counter.counts != Counts::Drops || !counts(w, counter)) continue;
    const auto next =
        static_cast<Slot>(static_cast<unsigned>(me_slot(0)) + 1u + static_cast<unsigned>(w.me));
    if (accounts_) {
      read_page(context, {w.tick, next});
      account(context, w.tick);
    }
    const JourneyPlace place{JourneyPlace::Kind::Context, w.me, w.ctx};
    return end(tag, w.tick, {w.tick, next},
               fmt::format("dropped: {}, counted by {} at {}", counter.name, text(place),
                           line(w.me, w.pc)),
               counter.name);
  }
}

} // namespace ixp
