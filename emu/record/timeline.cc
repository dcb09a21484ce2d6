#include "emu/record/timeline.h"
#include "base/diagnostic.h"
#include "emu/chip/survey.h"
#include "emu/explain/program_place.h"
#include "emu/kernel/command.h"
#include "emu/media/ledger.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

TimelineNames::TimelineNames(TrackWriter& writer, const Images& images)
    : writer_(writer), awaited_(images) {
  for (const PlacedImage& p : images.placed) {
    Program& program = programs_[p.me];
    program.image = &p.image;
    program.functions.resize(p.image.words.size());
    program.lines.resize(p.image.words.size());
  }
}

Name TimelineNames::function(int me, int pc) {
  Program& p = programs_[static_cast<unsigned>(me)];
  if (!p.image || static_cast<size_t>(pc) >= p.functions.size()) return writer_.intern("executes");
  Name& n = p.functions[static_cast<size_t>(pc)];
  if (!n) {
    const std::string text = function_at(*p.image, static_cast<unsigned>(pc));
    n = writer_.intern(text.empty() ? "executes" : text);
  }
  return n;
}

Name TimelineNames::line(int me, int pc) {
  Program& p = programs_[static_cast<unsigned>(me)];
  if (!p.image || pc < 0 || static_cast<size_t>(pc) >= p.lines.size())
    return writer_.intern(fmt::format("pc {}", pc));
  Name& n = p.lines[static_cast<size_t>(pc)];
  if (!n) {
    const std::string text = source_line(*p.image, static_cast<unsigned>(pc));
    n = writer_.intern(text.empty() ? fmt::format("pc {}", pc) : text);
  }
  return n;
}

Name TimelineNames::opcode(mev2::Opcode op) {
  Name& n = opcodes_[static_cast<unsigned>(op)];
  if (!n) n = writer_.intern(command_text(op));
  return n;
}

Name TimelineNames::waits(const Event& e) {
  const uint32_t id = awaited_.id(e);
  if (id >= waits_.size()) waits_.resize(id + 64);
  Name& n = waits_[id];
  if (!n) {
    const std::string& what = awaited_.text(id);
    n = writer_.intern(what.empty() ? std::string("gives way") : "waits for " + what);
  }
  return n;
}

namespace {

constexpr unsigned kLanes = 1000;        // ranks of a context's lanes, more than it has
constexpr unsigned kAfterPorts = 10'000; // ranks of a chip's other media tracks

unsigned rank_of(const QueuePlace& at) {
  return static_cast<unsigned>(at.kind << 16 | at.unit << 8 | at.number);
}

// No further events follow the command's effect.
bool ends_with_effect(const Event::OfCommand& c) {
  Command command;
  command.op = c.op;
  command.count = c.count;
  if (mev2::info(c.op).cls == mev2::InstrClass::Msf) return c.op == mev2::Opcode::MSF_FAST_WR;
  return c.signal == 0 && words_pushed(command) == 0;
}

} // namespace

Timeline::Timeline(std::unique_ptr<TrackWriter> writer, const SystemConfig& system,
                   const Images& images, const TimelineSelection& selection)
    : writer_(std::move(writer)), selection_(selection), system_(system), images_(images),
      me_div_(system.params.clock_me_div), programs_(*writer_, images) {
  const auto key = [this](const char* text) { return writer_->intern(text); };
  keys_ = {key("line"),
           key("address"),
           key("granted"),
           key("performed"),
           key("frame"),
           key("Ready"),
           key("stalled: the command FIFO is full")};
}

EventKinds Timeline::kinds(const TimelineSelection& s) {
  using enum EventKind;
  EventKinds kinds{Runs, Waits, Ready, Stalled, Frame, Hazard, Issued, Ring, Element};
  if (s.references) kinds = kinds | EventKinds{Granted, Performed, Completed};
  if (s.queues) kinds = kinds | EventKinds{Queue};
  return kinds;
}

bool Timeline::shown(int me, int ctx) const {
  return me >= 0 && ctx >= 0 && selection_.contexts[static_cast<unsigned>(me)] >> ctx & 1;
}

Timeline::Context& Timeline::context(const Event& e) {
  const auto me = static_cast<unsigned>(e.me), ctx = static_cast<unsigned>(e.ctx);
  Context& c = contexts_[me][ctx];
  if (c.track) return c;
  if (!groups_[me]) {
    const mecc::Image* image = image_on(images_, me);
    groups_[me] = writer_->group(
        fmt::format("ME {}{}", me_name(me), image ? fmt::format(" {}", image->name) : ""), me);
  }
  c.rank = ctx * kLanes;
  c.track = writer_->lane(groups_[me], fmt::format("context {}", ctx), c.rank);
  return c;
}

void Timeline::event(const Event& e) {
  using enum EventKind;
  switch (e.kind) {
  case Frame: return frame(e);
  case Ring: return ring(e);
  case Queue: return queue(e);
  case Element: return element(e);
  default: break;
  }
  if (!shown(e.me, e.ctx)) return;
  switch (e.kind) {
  case Runs: return runs(e);
  case Waits: return waits(e);
  case Ready: return ready(e);
  case Stalled: return stalled(e);
  case Issued: return issued(e);
  case Granted:
  case Performed:
  case Completed: return goes_on(e);
  case Hazard: {
    const Detail at{keys_.line, 0, programs_.line(e.me, e.pc)};
    return writer_->instant(context(e).track, e.tick,
                            {writer_->intern(name(e.hazard.kind)), Shade::Bad}, {&at, 1});
  }
  default: return;
  }
}

// Waits and Ready are written when they end. Often the signals are already present, or the context
// runs at once; slices of zero length are omitted.
void Timeline::end_doing(Context& c, Tick at) {
  const Tick ready = c.doing == Context::Doing::Ready ? c.ready : at;
  if (c.doing == Context::Doing::Runs) writer_->end(c.track, at);
  if (c.doing == Context::Doing::Waits || c.doing == Context::Doing::Ready) {
    show(c.waiting, c.since, ready, {c.waits, Shade::Idle});
    show(c.waiting, ready, at, {keys_.ready, Shade::Ready});
  }
  c.doing = Context::Doing::Unknown;
}

void Timeline::show(Track t, Tick from, Tick to, Label name) {
  if (from >= to) return;
  writer_->begin(t, from, name, {});
  writer_->end(t, to);
}

void Timeline::ready(const Event& e) {
  Context& c = context(e);
  c.ready = e.tick;
  if (c.doing == Context::Doing::Waits) c.doing = Context::Doing::Ready;
}

void Timeline::runs(const Event& e) {
  Context& c = context(e);
  end_doing(c, e.tick);
  c.doing = Context::Doing::Runs;
  const Detail at{keys_.line, 0, programs_.line(e.me, e.pc)};
  writer_->begin(c.track, e.tick, programs_.function(e.me, e.pc), {&at, 1}, c.frame);
}

void Timeline::waits(const Event& e) {
  Context& c = context(e);
  end_doing(c, e.tick);
  c.doing = Context::Doing::Waits;
  c.waits = programs_.waits(e);
  if (!c.waiting)
    c.waiting = writer_->lane(c.track, fmt::format("context {} waits", int{e.ctx}), c.rank + 1);
  c.since = e.tick;
}

void Timeline::stalled(const Event& e) {
  const Context& c = context(e);
  const Detail at{keys_.line, 0, programs_.line(e.me, e.pc)};
  writer_->begin(c.track, e.context.since, {keys_.stalled, Shade::Bad}, {&at, 1});
  writer_->end(c.track, e.tick);
}

void Timeline::issued(const Event& e) {
  Context& c = context(e);
  const Event::OfCommand& k = e.command;
  programs_.issued(e);
  if (!selection_.references) return;
  auto lane = std::ranges::find(c.lanes, kNever, &Lane::issued);
  if (lane == c.lanes.end()) {
    const auto n = static_cast<unsigned>(c.lanes.size());
    c.lanes.push_back({writer_->lane(
        c.track, fmt::format("context {} commands {}", int{e.ctx}, n + 1), c.rank + 2 + n)});
    lane = c.lanes.end() - 1;
  }
  lane->issued = e.tick;
  lane->granted = lane->performed = 0;
  const std::array details{Detail{keys_.line, 0, programs_.line(e.me, e.pc)},
                           Detail{keys_.address, k.address, 0}};
  writer_->begin(lane->track, e.tick, programs_.opcode(k.op), details);
}

void Timeline::goes_on(const Event& e) {
  Context& c = context(e);
  const auto lane = std::ranges::find(c.lanes, e.command.issued, &Lane::issued);
  if (lane == c.lanes.end()) return; // issued before the window
  if (e.kind == EventKind::Granted) lane->granted = e.tick;
  if (e.kind == EventKind::Performed) lane->performed = e.tick;
  if (e.kind == EventKind::Completed ||
      (e.kind == EventKind::Performed && ends_with_effect(e.command)))
    end_reference(*lane, e.tick);
}

// Durations in cycles since the issue.
void Timeline::end_reference(Lane& lane, Tick at) {
  std::array<Detail, 2> details;
  size_t n = 0;
  if (lane.granted) details[n++] = {keys_.granted, (lane.granted - lane.issued) / me_div_, 0};
  if (lane.performed) details[n++] = {keys_.performed, (lane.performed - lane.issued) / me_div_, 0};
  writer_->end(lane.track, at, {details.data(), n});
  lane.issued = kNever;
}

Timeline::QueueTrack& Timeline::place(const QueuePlace& at, const char* unit) {
  QueueTrack& t = queues_[at];
  if (t.put) return t;
  const std::string called = name(at, system_);
  if (!memory_) memory_ = writer_->group("rings and queues", kMicroengines + 1);
  if (at.kind != QueuePlace::Neighbour)
    t.counter = writer_->counter(memory_, called, unit, rank_of(at));
  t.put = writer_->intern("put into " + called);
  t.get = writer_->intern("get from " + called);
  return t;
}

void Timeline::ring(const Event& e) {
  const Event::OfRing& r = e.ring;
  const QueueTrack& t = place(r.place, "longwords");
  if (shown(e.me, e.ctx) && r.count) {
    Context& c = context(e);
    if (r.action == RingAction::Get && r.tag) c.frame = r.tag;
    if (r.action == RingAction::Put && r.tag == c.frame) c.frame = 0;
    const std::string frame = r.tag ? names_.text(r.tag) : "";
    const Detail detail{keys_.frame, 0, 0, frame};
    writer_->instant(c.track, e.tick, r.action == RingAction::Put ? t.put : t.get,
                     {&detail, r.tag ? 1u : 0u}, r.tag);
  }
  if (selection_.rings && t.counter && (r.count || r.action == RingAction::SetUp))
    writer_->count(t.counter, e.tick, r.depth);
}

void Timeline::queue(const Event& e) {
  const Event::OfQueue& q = e.queue;
  writer_->count(place({QueuePlace::Array, q.channel, q.entry}, "entries").counter, e.tick,
                 q.depth);
}

Track Timeline::media_track(std::string_view name, unsigned rank) {
  const auto at = media_tracks_.find(name);
  if (at != media_tracks_.end()) return at->second;
  if (!media_) media_ = writer_->group("ports and MSF", kMicroengines);
  return media_tracks_[std::string(name)] = writer_->lane(media_, name, rank);
}

void Timeline::element(const Event& e) {
  const Event::OfElement& m = e.element;
  static constexpr const char* kNames[] = {"RBUF filled", "no RBUF element", "RBUF status word",
                                           "RBUF freed",  "TBUF validated",  "TBUF sent"};
  Name& what = elements_[static_cast<unsigned>(m.action)];
  if (!what) what = writer_->intern(kNames[static_cast<unsigned>(m.action)]);
  const std::string frame = m.tag ? names_.text(m.tag) : "";
  const Detail detail{keys_.frame, 0, 0, frame};
  const std::span<const Detail> details{&detail, m.tag ? 1u : 0u};
  if (shown(e.me, e.ctx)) {
    Context& c = context(e);
    if (m.action == ElementAction::Announced) c.frame = m.tag;
    if (m.action == ElementAction::Validated && m.tag == c.frame) c.frame = 0;
    writer_->instant(c.track, e.tick, what, details, m.tag);
  } else if (selection_.media && e.me < 0) {
    const bool in = m.action < ElementAction::Validated;
    writer_->instant(media_track(in ? "RBUF" : "TBUF", kAfterPorts + !in), e.tick, what, details,
                     m.tag);
  }
}

void Timeline::frame(const Event& e) {
  names_.learn(e);
  const Event::OfFrame& f = e.frame;
  if (!selection_.media || f.action == FrameAction::Drawn) return;
  const bool crossed = f.action == FrameAction::Received || f.action == FrameAction::Transmitted;
  if (!crossed) {
    const bool rx = f.action == FrameAction::Dropped;
    const char* why =
        rx ? name(static_cast<DropReason>(f.reason)) : name(static_cast<TransmitLoss>(f.reason));
    const std::string frame = names_.text(f.tag);
    const Detail detail{keys_.frame, 0, 0, frame};
    writer_->instant(media_track(rx ? "dropped" : "lost on transmit", kAfterPorts + 2 + !rx),
                     e.tick, writer_->intern(why), {&detail, 1}, f.tag);
    return;
  }
  const bool received = f.action == FrameAction::Received;
  Track& t = port_tracks_[f.port][!received];
  if (!t)
    t = media_track(fmt::format("port {} {}", int{f.port}, received ? "receives" : "transmits"),
                    2u * f.port + !received);
  const std::string called = f.tag ? names_.text(f.tag) : "frame of microcode";
  writer_->begin(t, f.sop, std::string_view(called), {}, f.tag);
  writer_->end(t, e.tick);
}

void Timeline::close(Tick end) {
  for (auto& me : contexts_)
    for (Context& c : me) {
      end_doing(c, end);
      for (Lane& lane : c.lanes)
        if (lane.issued != kNever) end_reference(lane, end);
    }
}

// Parses "0:1" (a microengine; ctx -1) or "0:1.3" (a context).
static bool parse_place(const std::string& word, unsigned& me, int& ctx) {
  for (me = 0; me < kMicroengines; ++me) {
    const std::string name = me_name(me);
    if (word == name) return ctx = -1, true;
    if (word.size() == name.size() + 2 && word.starts_with(name) && word[name.size()] == '.' &&
        word.back() >= '0' && word.back() < '0' + static_cast<int>(kContexts))
      return ctx = word.back() - '0', true;
  }
  return false;
}

TimelineSelection parse_timeline_selection(const std::string& text) {
  TimelineSelection s;
  if (text == "all") {
    s.contexts.fill(0xff);
    return s;
  }
  s.references = s.rings = s.queues = s.media = false;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    begin = end + 1;
    unsigned me = 0;
    int ctx = 0;
    if (word == "references")
      s.references = true;
    else if (word == "rings")
      s.rings = true;
    else if (word == "queues")
      s.queues = true;
    else if (word == "media")
      s.media = true;
    else if (parse_place(word, me, ctx))
      s.contexts[me] |= static_cast<uint8_t>(ctx < 0 ? 0xff : 1 << ctx);
    else
      throw InputError(fmt::format("--timeline-of: '{}' is nothing to show; expected all, or some "
                                   "of a microengine (0:1), a context (0:1.3), references, rings, "
                                   "queues, media between commas",
                                   word));
  }
  return s;
}

} // namespace ixp
