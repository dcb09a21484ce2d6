#include "emu/debug/watcher.h"

#include "emu/me/state.h"
#include "emu/observe/program_place.h"
#include "mecc/target/control_store.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace ixp::debug {

Watcher::Watcher(Simulation& sim) : sim_(sim) {
  sim.chip().rx.add_observer(*this);
  sim.chip().tx.add_observer(*this);
}

void Watcher::watch(const std::vector<Stop>& stops, Keep keep, uint64_t from, uint64_t before) {
  stop_watching();
  keep_ = keep;
  from_ = from;
  before_ = before;
  for (const Stop& stop : stops) {
    Watched w;
    w.stop = stop;
    if (!stop.condition.empty()) w.condition.emplace(stop.condition);
    if (stop.kind == Stop::Kind::Change) w.expression.emplace(stop.expression);
    if (stop.kind == Stop::Kind::Written) w.target.emplace(stop.place, Thread{}, sim_.system());
    if (stop.kind == Stop::Kind::Ring) listen(EventKind::Ring);
    if (stop.kind == Stop::Kind::Written) listen(EventKind::Performed);
    if (stop.kind == Stop::Kind::Signal) {
      listen(EventKind::Completed);
      listen(EventKind::Signal);
    }
    const me::MeState& s = sim_.microengine(stop.me).state();
    for (unsigned c = 0; c < kContexts; ++c)
      if (stop.in_line)
        w.before[c] = static_cast<int>(stop.line_before);
      else // of one that executes nobody knows
        w.before[c] = s.running != static_cast<int>(c) && s.ctx[c].has_run ? s.ctx[c].slept_at : -1;
    watched_.push_back(std::move(w));
  }
  each_cycle_ = std::ranges::any_of(watched_, [](const Watched& w) {
    return w.stop.kind == Stop::Kind::Change || w.stop.kind == Stop::Kind::Swap;
  });
  mark_instructions();
  for (Watched& w : watched_) {
    if (w.stop.kind == Stop::Kind::Change) look_for_change(w);
    if (w.stop.kind == Stop::Kind::Swap) w.running = sim_.microengine(w.stop.me).state().running;
  }
  hits_.clear(); // how things are is no change
}

void Watcher::stop_watching() {
  watched_.clear();
  hits_.clear();
  each_cycle_ = false;
  mark_instructions();
}

void Watcher::listen(EventKind kind) {
  if (heard_.insert(kind).second) sim_.listen(*this, {kind});
}

void Watcher::mark_instructions() {
  for (unsigned me = 0; me < kMicroengines; ++me) {
    std::vector<uint16_t> marks;
    for (const Watched& w : watched_) {
      if (w.stop.kind > Stop::Kind::Function || w.stop.me != me) continue;
      if (w.stop.kind == Stop::Kind::Instruction && !w.stop.pcs.empty()) {
        marks.insert(marks.end(), w.stop.pcs.begin(), w.stop.pcs.end());
        continue;
      }
      marks.resize(mev2::kMaxControlStoreWords);
      std::iota(marks.begin(), marks.end(), uint16_t{0});
      break;
    }
    sim_.microengine(me).observe_instructions(*this, marks);
  }
}

bool Watcher::leaves_line(Watched& w, unsigned ctx, unsigned pc) const {
  const int before = w.before[ctx];
  w.before[ctx] = static_cast<int>(pc);
  if (before < 0) return false; // nobody knows
  const mecc::Image* image = image_on(sim_.images(), w.stop.me);
  const mecc::SourceLine* from = image ? image->line_at(static_cast<unsigned>(before)) : nullptr;
  const mecc::SourceLine* to = image ? image->line_at(pc) : nullptr;
  if (!from || !to) return true; // without lines every instruction is one
  return from->line != to->line || from->file != to->file;
}

void Watcher::issues(unsigned me, unsigned ctx, unsigned pc, Tick tick) {
  const uint64_t cycle = tick / sim_.system().params.clock_me_div;
  for (Watched& w : watched_) {
    const Stop& s = w.stop;
    if (s.kind > Stop::Kind::Function || s.me != me || !(s.contexts >> ctx & 1)) continue;
    switch (s.kind) {
    case Stop::Kind::Instruction:
      if (!s.pcs.empty() && std::ranges::find(s.pcs, pc) == s.pcs.end()) continue;
      break;
    case Stop::Kind::Line:
      if (!leaves_line(w, ctx, pc)) continue;
      break;
    default:
      if (function_at(*image_on(sim_.images(), me), pc) == s.function) continue;
    }
    std::string text;
    if (!condition_holds(w, {sim_, {me, ctx}, pc}, text)) continue;
    hit(w, cycle, Thread{me, ctx}, static_cast<int>(pc), std::move(text));
  }
}

// A condition that has no value stops, and says why.
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
  } catch (const InputError&) { // a variable out of its live range has no value
  }
  // What comes into being or ends is no change of value.
  const std::optional<int64_t> before = std::exchange(w.value, now ? now : w.value);
  if (!now || !before || now == before) return;
  std::string text = fmt::format("{} was {} ({:#x}), is {} ({:#x})", w.stop.expression, *before,
                                 *before, *now, *now);
  if (condition_holds(w, view, text)) hit(w, sim_.cycle(), {}, -1, std::move(text));
}

void Watcher::look_for_swap(Watched& w) {
  const int running = sim_.microengine(w.stop.me).state().running;
  const int before = std::exchange(w.running, running);
  if (before < 0 || before == running || !(w.stop.contexts >> before & 1)) return;
  hit(w, sim_.cycle(), Thread{w.stop.me, static_cast<unsigned>(before)}, -1, "swapped out");
}

namespace {
std::optional<Thread> thread_of(const Event& e) {
  if (e.me < 0) return {};
  return Thread{static_cast<unsigned>(e.me), static_cast<unsigned>(std::max<int>(e.ctx, 0))};
}
} // namespace

void Watcher::event(const Event& e) {
  if (e.kind == EventKind::Completed && e.command.signal) completed_ = e;
  for (const Watched& w : watched_) {
    if (e.kind == EventKind::Ring && w.stop.kind == Stop::Kind::Ring) look_at_ring(w, e);
    if (e.kind == EventKind::Signal && w.stop.kind == Stop::Kind::Signal) look_at_signal(w, e);
    if (e.kind == EventKind::Performed && w.stop.kind == Stop::Kind::Written) look_at_command(w, e);
  }
}

void Watcher::look_at_ring(const Watched& w, const Event& e) {
  if (e.ring.place.kind != QueuePlace::Scratch || e.ring.place.number != w.stop.ring) return;
  if (e.ring.action == RingAction::SetUp || e.ring.count == 0) return; // an empty ring was asked
  const unsigned direction = e.ring.action == RingAction::Put ? Stop::In : Stop::Out;
  const bool frame =
      w.stop.frame.empty() || (e.ring.tag && sim_.chip().ledger.text(e.ring.tag) == w.stop.frame);
  if (frame && w.stop.directions & direction)
    hit(w, cycle_behind(e.tick), thread_of(e), e.pc, describe(e, sim_));
}

void Watcher::look_at_signal(const Watched& w, const Event& e) {
  const Stop& s = w.stop;
  if (static_cast<unsigned>(e.me) != s.me || !(s.contexts >> e.ctx & 1)) return;
  if (e.signal.number != s.signal) return;
  std::string text = fmt::format("s{} was raised", s.signal);
  const bool by_command = completed_.tick == e.tick && completed_.me == e.me &&
                          completed_.ctx == e.ctx &&
                          (completed_.command.signal | 1u) == (s.signal | 1u);
  if (by_command)
    text += fmt::format(" by the command of {}",
                        place_text(*image_on(sim_.images(), s.me), unsigned(completed_.pc)));
  hit(w, cycle_behind(e.tick), thread_of(e), -1, std::move(text));
}

void Watcher::look_at_command(const Watched& w, const Event& e) {
  if (!w.target->is_written_by(e.command.op, e.command.address, e.command.count)) return;
  hit(w, cycle_behind(e.tick), thread_of(e), e.pc,
      fmt::format("{} was written, by a command issued at cycle {}", w.stop.place,
                  e.command.issued / sim_.system().params.clock_me_div));
}

void Watcher::frame_crossed(const FrameRecord& record) {
  const unsigned direction = record.direction == Direction::Rx ? Stop::In : Stop::Out;
  for (const Watched& w : watched_) {
    const Stop& s = w.stop;
    if (s.kind != Stop::Kind::Frame || !(s.directions & direction)) continue;
    if (s.port >= 0 && static_cast<unsigned>(s.port) != record.port) continue;
    const std::string frame = sim_.chip().ledger.text(record.tag);
    if (!s.frame.empty() && s.frame != frame) continue;
    std::string text =
        fmt::format("frame {} of {} bytes was {} port {}", frame, record.bytes.size(),
                    direction == Stop::In ? "received by" : "transmitted by", record.port);
    if (condition_holds(w, default_view(w), text))
      hit(w, cycle_behind(record.eop), {}, -1, std::move(text));
  }
}

// The first cycle at which what happened at `tick` is seen.
uint64_t Watcher::cycle_behind(Tick tick) const {
  const uint64_t div = sim_.system().params.clock_me_div;
  return (tick + div - 1) / div;
}

void Watcher::hit(const Watched& w, uint64_t cycle, std::optional<Thread> thread, int pc,
                  std::string text) {
  if (cycle < from_ || cycle >= before_) return;
  if (!hits_.empty()) {
    const uint64_t best = hits_[0].cycle;
    if (keep_ == Keep::First ? cycle > best : cycle < best) return;
    if (cycle != best) hits_.clear();
  }
  hits_.push_back({w.stop.id, cycle, thread, pc, std::move(text)});
}

std::string describe(const Event& e, Simulation& sim) {
  const SystemConfig& system = sim.system();
  const auto ring = std::ranges::find(system.rings, e.ring.place.number, &RingConfig::number);
  const bool known = ring != system.rings.end();
  const bool put = e.ring.action == RingAction::Put;
  const std::span<const uint32_t> words = e.ring.span();
  std::string out = fmt::format(
      "{} of {} longwords {} ring {}", put ? "put" : "get", words.size(), put ? "into" : "from",
      known && !ring->name.empty() ? ring->name : fmt::to_string(e.ring.place.number));
  const MessageLayout none, &layout = known ? ring->message : none;
  const unsigned length = layout.longwords();
  if (length && words.size() % length == 0) {
    for (size_t begin = 0; begin < words.size(); begin += length)
      for (const MessageField& f : layout.fields)
        out += fmt::format(fmt::runtime(f.unit == "hex" ? " {}={:#x}" : " {}={}"), f.name,
                           f.of(words[begin + f.longword]));
  } else {
    for (const uint32_t word : words)
      out += fmt::format(" {:#010x}", word);
  }
  if (e.ring.lost) out += fmt::format(", {} unread longwords were lost", e.ring.lost);
  if (e.ring.tag) out += ", frame " + sim.chip().ledger.text(e.ring.tag);
  return out;
}

} // namespace ixp::debug
