#include "emu/debug/watcher.h"

#include "emu/explain/program_place.h"
#include "emu/me/state.h"
#include "isa/control_store.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace ixp::debug {

void FramesInHand::event(const Event& e) {
  if (e.me < 0 || e.ctx < 0) return;
  if (e.kind == EventKind::Element) {
    if (e.element.action == ElementAction::Announced) take(e, e.element.tag);
    if (e.element.action == ElementAction::Validated) give(e, e.element.tag);
  } else if (e.kind == EventKind::Ring) {
    if (e.ring.tag == 0) return;
    if (e.ring.action == RingAction::Put)
      give(e, e.ring.tag);
    else
      take(e, e.ring.tag);
  } else if (e.kind == EventKind::Queue) {
    if (e.queue.tag == 0) return;
    if (e.queue.action == QueueAction::Dequeue)
      take(e, e.queue.tag);
    else if (e.queue.action == QueueAction::Enqueue || e.queue.action == QueueAction::EnqueueTail)
      give(e, e.queue.tag);
  }
}

void FramesInHand::take(const Event& e, PacketTag tag) {
  Context& c = contexts_[static_cast<unsigned>(e.me)][static_cast<unsigned>(e.ctx)];
  c.changes[c.count++ % kRemembered] = {e.tick, tag};
}

// Clears the context's frame, unless it has taken another one meanwhile.
void FramesInHand::give(const Event& e, PacketTag tag) {
  const Context& c = contexts_[static_cast<unsigned>(e.me)][static_cast<unsigned>(e.ctx)];
  if (c.count && c.changes[(c.count - 1) % kRemembered].tag == tag) take(e, 0);
}

PacketTag FramesInHand::at(unsigned me, unsigned ctx, Tick tick) const {
  const Context& c = contexts_[me][ctx];
  for (unsigned back = 1; back <= std::min(c.count, kRemembered); ++back) {
    const Change& change = c.changes[(c.count - back) % kRemembered];
    if (change.tick <= tick) return change.tag;
  }
  return 0;
}

Watcher::Watcher(Simulation& sim) : sim_(sim), signals_(sim) {
  sim.chip().rx.add_observer(*this);
  sim.chip().tx.add_observer(*this);
  sim.debug_log().on_failure([this](const DebugLog::Failure& f) { failed(f); });
  if (sim.chip().xscale)
    sim.chip().xscale->trace([this](const control::XScale::Moment& m) { arm_executes(m); });
  listen(FramesInHand::kinds() | EventKinds{EventKind::Frame, EventKind::Ring});
}

void Watcher::want_notes(bool wanted) {
  if (notes_wanted_ == wanted) return;
  notes_wanted_ = wanted;
  notes_.clear();
  if (!wanted) return sim_.debug_log().on_print({});
  sim_.debug_log().on_print([this](const std::string& text, Tick tick) {
    notes_.push_back({tick / sim_.system().params.clock_me_div, text});
  });
}

std::string Watcher::frame_of(Thread thread) const {
  const PacketTag tag = frames_.at(thread.me, thread.ctx, sim_.now());
  return tag ? names_.text(tag) : "";
}

void Watcher::watch(const std::vector<Stop>& stops, Keep keep, uint64_t from, uint64_t before) {
  stop_watching();
  keep_ = keep;
  from_ = from;
  before_ = before;
  for (const Stop& stop : stops) {
    watched_.emplace_back().stop = stop;
    prepare(watched_.back());
  }
  each_cycle_ = std::ranges::any_of(watched_, [](const Watched& w) {
    using enum Stop::Kind;
    const Stop::Kind k = w.stop.kind;
    const bool asks = k == Ring || k == Queue || k == Signal;
    return k == Change || k == Swap || (asks && w.condition);
  });
  mark_instructions();
  for (Watched& w : watched_) {
    if (w.stop.kind == Stop::Kind::Change) look_for_change(w);
    if (w.stop.kind == Stop::Kind::Swap) w.running = sim_.microengine(w.stop.me).state().running;
  }
  hits_.clear(); // initial values are no changes
  if (sim_.chip().xscale)
    for (const control::XScale::Moment& m : sim_.chip().xscale->moments())
      arm_executes(m);
}

void Watcher::prepare(Watched& w) {
  const Stop& stop = w.stop;
  if (!stop.condition.empty()) w.condition.emplace(stop.condition);
  if (stop.kind == Stop::Kind::Change) w.expression.emplace(stop.expression);
  if (stop.kind == Stop::Kind::Written) w.target.emplace(stop.place, Thread{}, sim_.system());
  if (stop.kind == Stop::Kind::Written) listen({EventKind::Performed});
  if (stop.kind == Stop::Kind::Signal) listen(SignalStory::kinds());
  const me::MeState& s = sim_.microengine(stop.me).state();
  for (unsigned c = 0; c < kContexts; ++c)
    if (stop.in_line)
      w.before[c] = static_cast<int>(stop.line_before);
    else // the line of a running context is unknown
      w.before[c] = s.running != static_cast<int>(c) && s.ctx[c].has_run ? s.ctx[c].slept_at : -1;
}

void Watcher::stop_watching() {
  watched_.clear();
  hits_.clear();
  each_cycle_ = false;
  mark_instructions();
}

void Watcher::listen(EventKinds kinds) {
  for (unsigned k = 0; k < kEventKinds; ++k) {
    const auto kind = static_cast<EventKind>(k);
    if (kinds.has(kind) && heard_.insert(kind).second) sim_.listen(*this, {kind});
  }
}

// Addresses of a microengine whose issue the stop must observe.
std::vector<uint16_t> Watcher::marks_for(const Watched& w, unsigned me) const {
  const Stop& s = w.stop;
  if (s.kind == Stop::Kind::Signal) return signals_.instructions(me);
  if (s.kind > Stop::Kind::Function || s.me != me) return {};
  if (s.kind == Stop::Kind::Instruction && !s.pcs.empty()) return {s.pcs.begin(), s.pcs.end()};
  std::vector<uint16_t> all(mev2::kMaxControlStoreWords);
  std::iota(all.begin(), all.end(), uint16_t{0});
  return all;
}

void Watcher::mark_instructions() {
  for (unsigned me = 0; me < kMicroengines; ++me) {
    std::vector<uint16_t> marks;
    for (const Watched& w : watched_) {
      const std::vector<uint16_t> its = marks_for(w, me);
      marks.insert(marks.end(), its.begin(), its.end());
    }
    sim_.microengine(me).observe_instructions(*this, marks);
  }
}

bool Watcher::leaves_line(Watched& w, unsigned ctx, unsigned pc) const {
  const int before = w.before[ctx];
  w.before[ctx] = static_cast<int>(pc);
  if (before < 0) return false; // unknown
  const mecc::Image* image = image_on(sim_.images(), w.stop.me);
  const mecc::SourceLine* from = image ? image->line_at(static_cast<unsigned>(before)) : nullptr;
  const mecc::SourceLine* to = image ? image->line_at(pc) : nullptr;
  if (!from || !to) return true; // without lines, every instruction counts
  return from->line != to->line || from->file != to->file;
}

void Watcher::issues(unsigned me, unsigned ctx, unsigned pc, Tick tick) {
  const uint64_t cycle = tick / sim_.system().params.clock_me_div;
  signals_.issues(me, ctx, pc, tick);
  for (Watched& w : watched_) {
    const Stop& s = w.stop;
    if (s.me != me || !(s.contexts >> ctx & 1)) continue;
    switch (s.kind) {
    case Stop::Kind::Instruction:
      if (!s.pcs.empty() && std::ranges::find(s.pcs, pc) == s.pcs.end()) continue;
      break;
    case Stop::Kind::Line:
      if (!leaves_line(w, ctx, pc)) continue;
      break;
    case Stop::Kind::Function:
      if (function_at(*image_on(sim_.images(), me), pc) == s.function) continue;
      break;
    case Stop::Kind::Signal: look_at_branch(w, {me, ctx}, pc, cycle); continue;
    default: continue;
    }
    std::string text;
    if (!condition_holds(w, {sim_, {me, ctx}, pc}, text)) continue;
    hit(w, {0, cycle, Thread{me, ctx}, static_cast<int>(pc), std::move(text), ""}, tick);
  }
}

void Watcher::failed(const DebugLog::Failure& f) {
  for (const Watched& w : watched_)
    if (w.stop.kind == Stop::Kind::Assertion)
      hit(w,
          {0, f.tick / sim_.system().params.clock_me_div, Thread{f.me, f.ctx},
           static_cast<int>(f.pc), f.text, ""},
          f.tick);
}

// A condition without a value stops, and the hit reports why.
bool Watcher::condition_holds(const Watched& w, const View& view, std::string& text) const {
  if (!w.condition) return true;
  try {
    return w.condition->value(view) != 0;
  } catch (const InputError& e) {
    text += fmt::format("{}the condition has no value: {}", text.empty() ? "" : "; ",
                        e.diagnostic().text);
    return true;
  }
}

View Watcher::default_view(const Watched& w) const {
  const unsigned ctx =
      w.stop.contexts ? static_cast<unsigned>(std::countr_zero(w.stop.contexts)) : 0;
  return view_of(sim_, {w.stop.me, ctx});
}

void Watcher::look() {
  for (Watched& w : watched_) {
    if (w.stop.kind == Stop::Kind::Change) look_for_change(w);
    if (w.stop.kind == Stop::Kind::Swap) look_for_swap(w);
  }
}

void Watcher::look_for_change(Watched& w) {
  const View view = default_view(w);
  std::optional<int64_t> now;
  try {
    now = w.expression->value(view);
    if (w.stop.truth) now = *now != 0;
  } catch (const InputError&) { // a variable out of its live range has no value
  }
  // The start or end of a live range is no change of value.
  const std::optional<int64_t> before = std::exchange(w.value, now ? now : w.value);
  if (!now || !before || now == before) return;
  std::string text = w.stop.truth
                         ? fmt::format("{} became {}", w.stop.expression, *now ? "true" : "false")
                         : fmt::format("{} was {} ({:#x}), is {} ({:#x})", w.stop.expression,
                                       *before, *before, *now, *now);
  if (condition_holds(w, view, text)) hit(w, {0, sim_.cycle(), {}, -1, std::move(text), ""});
}

void Watcher::look_for_swap(Watched& w) {
  const int running = sim_.microengine(w.stop.me).state().running;
  const int before = std::exchange(w.running, running);
  if (before < 0 || before == running || !(w.stop.contexts >> before & 1)) return;
  hit(w,
      {0, sim_.cycle(), Thread{w.stop.me, static_cast<unsigned>(before)}, -1, "swapped out", ""});
}

void Watcher::hit(const Watched& w, Hit hit, Tick tick) {
  if (hit.cycle < from_ || hit.cycle >= before_) return;
  if (!hits_.empty()) {
    const uint64_t best = hits_[0].hit.cycle;
    if (keep_ == Keep::First ? hit.cycle > best : hit.cycle < best) return;
    if (hit.cycle != best) hits_.clear();
  }
  hit.id = w.stop.id;
  hits_.push_back({std::move(hit), tick});
}

// Adds frames to hits. A context's frame at a tick is known once all events of that tick have
// arrived.
void Watcher::name_frames(Tick heard) {
  for (auto& [hit, unnamed] : hits_) {
    if (unnamed >= heard || !hit.thread) continue;
    const PacketTag tag = frames_.at(hit.thread->me, hit.thread->ctx, unnamed);
    if (tag) hit.frame = names_.text(tag);
    unnamed = kNever;
  }
}

void Watcher::arm_executes(const control::XScale::Moment& m) {
  const Tick div = sim_.system().params.clock_me_div;
  for (const Watched& w : watched_) {
    if (w.stop.kind != Stop::Kind::Arm) continue;
    const std::vector<unsigned>& pcs = w.stop.pcs;
    if (!pcs.empty() && std::ranges::find(pcs, m.r[15]) == pcs.end()) continue;
    hit(w, {.id = 0,
            .cycle = (m.tick + div - 1) / div,
            .thread = {},
            .pc = -1,
            .text = fmt::format("the XScale core at pc {:#010x}", m.r[15]),
            .frame = "",
            .arm = true});
  }
}

// The core executes ahead of the chip, in which something may still come before the hit.
bool Watcher::is_ahead(const Hit& hit) const {
  return hit.arm && hit.cycle > sim_.cycle();
}

bool Watcher::found_first() const {
  return keep_ == Keep::First &&
         std::ranges::any_of(hits_, [&](const Seen& s) { return !is_ahead(s.hit); });
}

// A hit ahead is found again by the next watch().
std::vector<Hit> Watcher::hits() {
  name_frames(sim_.now());
  std::vector<Hit> reached;
  for (const Seen& s : hits_)
    if (!is_ahead(s.hit)) reached.push_back(s.hit);
  return reached;
}

} // namespace ixp::debug
