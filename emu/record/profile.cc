#include "emu/record/profile.h"

namespace ixp {

ProfileRow& ProfileRow::operator+=(const ProfileRow& r) {
  executing += r.executing;
  aborted += r.aborted;
  stalled += r.stalled;
  waiting += r.waiting;
  ready += r.ready;
  return *this;
}

Profile::Profile(Chip& chip, const Images& images)
    : chip_(chip), images_(images), me_div_(chip.params.clock_me_div), awaited_(images) {
  for (const PlacedImage& p : images.placed) {
    counts_[p.me] = std::make_unique<InstructionCounts>();
    ready_[p.me].resize(mev2::kMaxControlStoreWords);
    chip.microengines[p.me]->count_instructions(*counts_[p.me]);
  }
  chip.events.listen(*this, kinds());
}

void Profile::event(const Event& e) {
  if (e.me < 0 || e.ctx < 0) return;
  if (e.kind == EventKind::Issued) return awaited_.issued(e);
  const auto me = static_cast<unsigned>(e.me);
  if (ready_[me].empty()) return; // no program loaded
  Context& c = contexts_[me][static_cast<unsigned>(e.ctx)];
  account(me, c, e.tick);
  c.since = e.tick;
  switch (e.kind) {
  case EventKind::Waits:
    c.doing = Context::Doing::Waits;
    c.pc = static_cast<size_t>(e.pc);
    c.wait = awaited_.id(e);
    if (c.wait >= waited_.size()) waited_.resize(c.wait + 1);
    break;
  case EventKind::Ready:
    if (c.doing != Context::Doing::Unknown) c.doing = Context::Doing::Ready;
    break;
  default: c.doing = Context::Doing::Unknown; // it executes
  }
}

void Profile::account(unsigned me, Context& c, Tick until) {
  if (c.doing == Context::Doing::Waits) waited_[c.wait] += until - c.since;
  if (c.doing == Context::Doing::Ready) ready_[me][c.pc] += until - c.since;
}

// Lost slots after the end of the run are excluded; a stall up to the end is included.
void Profile::fit_to_end(Tick end) {
  for (const PlacedImage& p : images_.placed) {
    const MeStatistics m = chip_.microengines[p.me]->statistics(end);
    InstructionCounts& counts = *counts_[p.me];
    uint64_t aborted = 0, stalled = 0;
    for (const ContextStatistics& c : m.contexts) {
      aborted += c.aborted;
      stalled += c.stalled;
    }
    for (size_t pc = 0; pc < counts.aborted.size(); ++pc) {
      aborted -= counts.aborted[pc];
      stalled -= counts.stalled[pc];
    }
    counts.aborted[counts.last] += aborted; // unsigned arithmetic: the difference may be negative
    counts.stalled[counts.last] += stalled;
  }
}

void Profile::close(Tick end) {
  fit_to_end(end);
  for (unsigned me = 0; me < kMicroengines; ++me)
    for (Context& c : contexts_[me]) {
      account(me, c, end);
      c.since = end;
    }
}

ProfileRow Profile::row(unsigned me, unsigned pc) const {
  ProfileRow r;
  if (!counts_[me] || pc >= counts_[me]->executed.size()) return r;
  r.executing = counts_[me]->executed[pc];
  r.aborted = counts_[me]->aborted[pc];
  r.stalled = counts_[me]->stalled[pc];
  r.ready = ready_[me][pc] / me_div_;
  for (const auto& [what, cycles] : waits(me, pc))
    r.waiting += cycles;
  return r;
}

std::map<std::string, uint64_t> Profile::waits(unsigned me, unsigned pc) const {
  std::map<std::string, uint64_t> out;
  for (const uint32_t id : awaited_.ids_at(me, pc)) {
    const std::string& what = awaited_.text(id);
    if (waited_[id]) out[what.empty() ? "its turn" : what] += waited_[id] / me_div_;
  }
  return out;
}

} // namespace ixp
