// Stops at events other than instructions. Rings, queues and signals show an event one cycle later:
// the debugger stops there, and evaluates conditions there.
#include "emu/chip/survey.h"
#include "emu/debug/watcher.h"
#include "emu/explain/program_place.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp::debug {

namespace {

std::optional<Thread> thread_of(const Event& e) {
  if (e.me < 0) return {};
  return Thread{static_cast<unsigned>(e.me), static_cast<unsigned>(std::max<int>(e.ctx, 0))};
}

// "put of 2 longwords into ring RING_TX handle=0x10000 ..., frame p0.17"
std::string describe_ring(const Event& e, const Simulation& sim, const FrameNames& names) {
  const RingConfig* ring = sim.system().ring(e.ring.place.number);
  const bool put = e.ring.action == RingAction::Put;
  const std::span<const uint32_t> words = e.ring.span();
  std::string out = fmt::format(
      "{} of {} longwords {} ring {}", put ? "put" : "get", words.size(), put ? "into" : "from",
      ring && !ring->name.empty() ? ring->name : fmt::to_string(e.ring.place.number));
  const MessageLayout none, &layout = ring ? ring->message : none;
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
  if (e.ring.tag) out += ", frame " + names.text(e.ring.tag);
  return out;
}

// "enqueue of 0x80004000 in sram0 entry 3, 2 in it then, frame p0.17"
std::string describe_queue(const Event& e, const Simulation& sim, const FrameNames& names) {
  const Event::OfQueue& q = e.queue;
  const std::string place = name({QueuePlace::Array, q.channel, q.entry}, sim.system());
  std::string out;
  switch (q.action) {
  case QueueAction::Enqueue:
  case QueueAction::EnqueueTail: out = fmt::format("enqueue of {:#x} in {}", q.word, place); break;
  case QueueAction::Dequeue: out = fmt::format("dequeue of {:#x} from {}", q.word, place); break;
  case QueueAction::Put: out = fmt::format("put of {} longwords into {}", q.word, place); break;
  case QueueAction::Get: out = fmt::format("get of {} longwords from {}", q.word, place); break;
  case QueueAction::Load: out = fmt::format("load of {}", place); break;
  }
  out += fmt::format(", {} in it then", q.depth);
  if (q.tag) out += ", frame " + names.text(q.tag);
  return out;
}

} // namespace

void Watcher::event(const Event& e) {
  using enum EventKind;
  if (!hits_.empty()) name_frames(e.tick);
  if (e.kind == Frame) return names_.learn(e);
  if (e.kind == Ring) rings_.event(e);
  for (const Watched& w : watched_) {
    const Stop::Kind k = w.stop.kind;
    if (e.kind == Ring && k == Stop::Kind::Ring) look_at_ring(w, e);
    if (e.kind == Queue && k == Stop::Kind::Queue) look_at_queue(w, e);
    if (e.kind == Signal && k == Stop::Kind::Signal) look_at_raised(w, e);
    if (e.kind == Ready && k == Stop::Kind::Signal) look_at_awoken(w, e);
    if (e.kind == Performed && k == Stop::Kind::Written) look_at_command(w, e);
  }
  frames_.event(e);
  signals_.event(e);
}

bool Watcher::is_frame(const Watched& w, PacketTag tag) const {
  return w.stop.frame.empty() || (tag && names_.text(tag) == w.stop.frame);
}

void Watcher::look_at_ring(const Watched& w, const Event& e) {
  if (e.ring.place.kind != QueuePlace::Scratch || e.ring.place.number != w.stop.ring) return;
  if (e.ring.action == RingAction::SetUp || e.ring.count == 0) return; // the ring was empty
  const bool put = e.ring.action == RingAction::Put;
  if (!(w.stop.directions & (put ? Stop::In : Stop::Out)) || !is_frame(w, e.ring.tag)) return;
  const uint64_t behind = put ? rings_.put(w.stop.ring) : rings_.got(w.stop.ring);
  const auto word = static_cast<uint64_t>(w.stop.word);
  if (w.stop.word >= 0 && (word >= behind || word + e.ring.count < behind)) return;
  const RingConfig* ring = sim_.system().ring(w.stop.ring);
  View view = thread_of(e) ? view_of(sim_, *thread_of(e)) : default_view(w);
  view.message = e.ring.span();
  view.layout = ring ? &ring->message : nullptr;
  hit_by_event(w, e, view, {0, 0, thread_of(e), e.pc, describe_ring(e, sim_, names_), ""});
}

void Watcher::look_at_queue(const Watched& w, const Event& e) {
  const Event::OfQueue& q = e.queue;
  if (q.channel != w.stop.channel || q.entry != w.stop.entry) return;
  const bool out = q.action == QueueAction::Dequeue || q.action == QueueAction::Get;
  if (!(w.stop.directions & (out ? Stop::Out : Stop::In)) || !is_frame(w, q.tag)) return;
  const View view = thread_of(e) ? view_of(sim_, *thread_of(e)) : default_view(w);
  hit_by_event(w, e, view, {0, 0, thread_of(e), e.pc, describe_queue(e, sim_, names_), ""});
}

void Watcher::look_at_raised(const Watched& w, const Event& e) {
  const Stop& s = w.stop;
  if (!(s.directions & Stop::In) || static_cast<unsigned>(e.me) != s.me ||
      !(s.contexts >> e.ctx & 1) || e.signal.number != s.signal)
    return;
  const SignalStory::Author author = signals_.raised_by(e);
  std::string text = fmt::format("s{} was raised", s.signal);
  if (!author.text.empty()) text += " " + author.text;
  if (author.thread) {
    text += " " + debug::text(*author.thread);
    if (const mecc::Image* image = image_on(sim_.images(), author.thread->me))
      text += " at " + place_text(*image, static_cast<unsigned>(author.pc));
    const PacketTag tag = frames_.at(author.thread->me, author.thread->ctx, author.issued);
    if (tag) text += ", on frame " + names_.text(tag);
  }
  hit_by_event(w, e, view_of(sim_, *thread_of(e)), {0, 0, thread_of(e), -1, std::move(text), ""});
}

// A context that waits for all of its signals consumes them when it wakes; one that waits for any
// leaves them to br_signal.
void Watcher::look_at_awoken(const Watched& w, const Event& e) {
  const Stop& s = w.stop;
  const bool takes = e.context.wakeup >> s.signal & 1 && !(e.context.wakeup >> 16 & 1);
  if (!takes || !(s.directions & Stop::Out) || static_cast<unsigned>(e.me) != s.me ||
      !(s.contexts >> e.ctx & 1))
    return;
  std::string text = fmt::format("s{} was taken, the context awakes", s.signal);
  if (const mecc::Image* image = image_on(sim_.images(), s.me))
    text += " to go on at " + place_text(*image, static_cast<unsigned>(e.pc));
  hit_by_event(w, e, view_of(sim_, *thread_of(e)), {0, 0, thread_of(e), -1, std::move(text), ""});
}

void Watcher::look_at_branch(const Watched& w, Thread thread, unsigned pc, uint64_t cycle) {
  if (!(w.stop.directions & Stop::Out)) return;
  if (signals_.taken_by_branch(thread.me, thread.ctx, pc) != w.stop.signal) return;
  std::string text = fmt::format("s{} is taken by this branch", w.stop.signal);
  if (!condition_holds(w, {sim_, thread, pc}, text)) return;
  hit(w, {0, cycle, thread, static_cast<int>(pc), std::move(text), ""},
      cycle * sim_.system().params.clock_me_div);
}

void Watcher::look_at_command(const Watched& w, const Event& e) {
  if (!w.target->is_written_by(e.command.op, e.command.address, e.command.count)) return;
  hit(w,
      {0, cycle_behind(e.tick), thread_of(e), e.pc,
       fmt::format("{} was written, by a command issued at cycle {}", w.stop.place,
                   e.command.issued / sim_.system().params.clock_me_div),
       ""},
      e.command.issued);
}

void Watcher::hit_by_event(const Watched& w, const Event& e, const View& view, Hit hit) {
  if (!condition_holds(w, view, hit.text)) return;
  hit.cycle = e.tick / sim_.system().params.clock_me_div + 1; // rings and queues show it then
  this->hit(w, std::move(hit));
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
      hit(w, {0, cycle_behind(record.eop), {}, -1, std::move(text), ""});
  }
}

// The first cycle at which an event at `tick` is visible.
uint64_t Watcher::cycle_behind(Tick tick) const {
  const uint64_t div = sim_.system().params.clock_me_div;
  return (tick + div - 1) / div;
}

} // namespace ixp::debug
