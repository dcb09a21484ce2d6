#include "emu/trace/journey.h"

#include "base/diagnostic.h"
#include "emu/chip/survey.h"
#include "emu/kernel/command_port.h"
#include "emu/media/ledger.h"
#include "emu/observe/program_place.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ixp {

Journeys::Journeys(const SystemConfig& system, const Images& images,
                   std::vector<JourneySelection> selections)
    : system_(system), images_(images), selections_(std::move(selections)),
      chosen_(selections_.size()), me_div_(system.params.clock_me_div) {
  all_frames_ = std::ranges::any_of(selections_, [](const JourneySelection& s) {
    return s.kind != JourneySelection::Kind::Frame;
  });
}

EventKinds Journeys::kinds() {
  using enum EventKind;
  return {Frame, Element, Ring, Queue, Dram, Issued, Runs, Waits, Ready};
}

void Journeys::event(const Event& e) {
  switch (e.kind) {
  case EventKind::Frame: return frame(e);
  case EventKind::Element: return element(e);
  case EventKind::Ring: return ring(e);
  case EventKind::Queue: return queue(e);
  case EventKind::Dram:
    if (Journey* j = inside(e.dram.tag)) {
      static constexpr const char* kNames[] = {"DRAM read", "DRAM written", "DRAM from RBUF",
                                               "DRAM to TBUF"};
      touch(*j, e,
            fmt::format("{}, {} bytes at {:#x}", kNames[static_cast<unsigned>(e.dram.action)],
                        e.dram.bytes, e.dram.address));
    }
    return;
  case EventKind::Issued: return issued(e);
  default: return context(e);
  }
}

Journey* Journeys::inside(PacketTag tag) {
  if (tag == 0 || inside_.empty()) return nullptr;
  const auto at = inside_.find(tag);
  return at == inside_.end() ? nullptr : &at->second;
}

// ---- where the frame is

void Journeys::move(Journey& j, const std::string& place, Tick at) {
  if (!j.stages.empty()) {
    if (j.stages.back().place == place) return;
    j.stages.back().to = at;
  }
  j.stages.push_back({place, at, at, 0, 0, {}});
}

std::string Journeys::context_name(const Event& e) const {
  const auto me = static_cast<unsigned>(e.me);
  const mecc::Image* image = image_on(images_, me);
  return fmt::format("ME {} context {}{}", me_name(me), int{e.ctx},
                     image ? fmt::format(" ({})", image->name) : "");
}

// The context has the frame from now on.
void Journeys::take(const Event& e, PacketTag tag) {
  Journey* j = inside(tag);
  Holder& h = holder(e);
  account(e, h);
  h.frame = j ? tag : 0;
  if (j) move(*j, context_name(e), e.tick);
}

// The frame is there now; the context has no frame until it takes one.
void Journeys::give(const Event& e, PacketTag tag, const std::string& place) {
  Journey* j = inside(tag);
  if (e.me >= 0 && holder(e).frame == tag) {
    account(e, holder(e));
    holder(e).frame = 0;
  }
  if (j) move(*j, place, e.tick);
}

void Journeys::touch(Journey& j, const Event& e, std::string what) {
  j.touches.push_back({e.tick, std::move(what), e.me, e.ctx, e.pc});
}

void Journeys::frame(const Event& e) {
  const Event::OfFrame& f = e.frame;
  const FrameName name{f.port, f.frame};
  switch (f.action) {
  case FrameAction::Drawn: {
    const bool named = std::ranges::any_of(selections_, [&](const JourneySelection& s) {
      return s.kind == JourneySelection::Kind::Frame && s.frame == name;
    });
    if (!named && !all_frames_) return;
    Journey& j = inside_[f.tag];
    j.name = name;
    j.begin = e.tick;
    return;
  }
  case FrameAction::Received:
    if (Journey* j = inside(f.tag)) {
      j->begin = f.sop;
      // Its first bytes may be in RBUF already.
      JourneyStage arrives{fmt::format("port {} receives", int{f.port}), f.sop, e.tick, 0, 0, {}};
      if (!j->stages.empty()) arrives.to = j->stages.front().from;
      j->stages.insert(j->stages.begin(), std::move(arrives));
      if (j->stages.size() == 1) move(*j, fmt::format("receive buffer of port {}", f.port), e.tick);
    }
    return;
  case FrameAction::Transmitted:
    if (Journey* j = inside(f.tag)) {
      move(*j, fmt::format("port {} transmits", int{f.port}), f.sop);
      end(f.tag, e.tick, fmt::format("transmitted by port {}", int{f.port}), "");
    }
    return;
  case FrameAction::Dropped: {
    const char* why = ixp::name(static_cast<DropReason>(f.reason));
    return end(f.tag, e.tick, fmt::format("dropped by hardware: {}", why), why);
  }
  case FrameAction::LostOnTransmit: {
    const char* why = ixp::name(static_cast<TransmitLoss>(f.reason));
    return end(f.tag, e.tick, fmt::format("lost on transmit: {}", why), why);
  }
  }
}

void Journeys::element(const Event& e) {
  const Event::OfElement& m = e.element;
  Journey* j = inside(m.tag);
  if (!j) {
    // The context has another frame now, one that nobody asked for.
    if (m.action == ElementAction::Announced) take(e, m.tag);
    return;
  }
  switch (m.action) {
  case ElementAction::Filled:
    touch(*j, e, fmt::format("RBUF element {} filled", m.number));
    move(*j, "RBUF, waits for a thread", e.tick);
    break;
  case ElementAction::Dropped: touch(*j, e, "finds no RBUF element"); break;
  case ElementAction::Announced:
    touch(*j, e, fmt::format("status word of RBUF element {}", m.number));
    take(e, m.tag);
    break;
  case ElementAction::Freed: touch(*j, e, fmt::format("RBUF element {} freed", m.number)); break;
  case ElementAction::Validated:
    touch(*j, e, fmt::format("TBUF element {} validated", m.number));
    give(e, m.tag, "TBUF");
    break;
  case ElementAction::Sent:
    touch(*j, e, fmt::format("TBUF element {} sent to port {}", m.number, m.port));
    move(*j, fmt::format("transmit buffer of port {}", m.port), e.tick);
    break;
  }
}

void Journeys::ring(const Event& e) {
  const Event::OfRing& r = e.ring;
  const bool put = r.action == RingAction::Put;
  if (r.tag == 0) return;
  const std::string place = ixp::name(r.place, system_);
  if (Journey* j = inside(r.tag))
    touch(*j, e,
          r.place.kind == QueuePlace::Scratch
              ? fmt::format("{} {}, {} longwords in it then", put ? "put into" : "got from", place,
                            r.depth)
              : fmt::format("{} {}", put ? "put into" : "got from", place));
  if (put)
    give(e, r.tag, place);
  else if (e.me >= 0)
    take(e, r.tag);
}

void Journeys::queue(const Event& e) {
  const Event::OfQueue& q = e.queue;
  if (q.tag == 0) return;
  const std::string place = ixp::name({QueuePlace::Array, q.channel, q.entry}, system_);
  const bool in = q.action == QueueAction::Enqueue || q.action == QueueAction::EnqueueTail;
  if (!in && q.action != QueueAction::Dequeue) return;
  if (Journey* j = inside(q.tag))
    touch(
        *j, e,
        fmt::format("{} {}, {} in it then", in ? "enqueued in" : "dequeued from", place, q.depth));
  if (in)
    give(e, q.tag, place);
  else if (e.me >= 0)
    take(e, q.tag);
}

// ---- what contexts do meanwhile

void Journeys::account(const Event& e, Holder& h) {
  const Tick from = std::exchange(h.since, e.tick);
  Journey* j = inside(h.frame);
  if (!j || j->stages.empty()) return;
  JourneyStage& stage = j->stages.back();
  const Tick ticks = e.tick - std::max(from, stage.from);
  switch (h.doing) {
  case Holder::Doing::Runs: stage.executing += ticks; break;
  case Holder::Doing::Ready: stage.ready += ticks; break;
  case Holder::Doing::Waits: {
    const std::string what =
        awaited_.text(h.waits, image_on(images_, static_cast<unsigned>(h.waits.me)));
    if (ticks) stage.waiting[what.empty() ? "its turn" : what] += ticks;
    break;
  }
  case Holder::Doing::Unknown: break;
  }
}

void Journeys::context(const Event& e) {
  Holder& h = holder(e);
  account(e, h);
  switch (e.kind) {
  case EventKind::Runs: h.doing = Holder::Doing::Runs; break;
  case EventKind::Ready: h.doing = Holder::Doing::Ready; break;
  default: h.doing = Holder::Doing::Waits; h.waits = e;
  }
}

// A command to the longword of a drop counter that is no read counts the frame of its context.
static bool counts(const Event::OfCommand& c, const CounterConfig& counter) {
  const mev2::InstrClass cls = mev2::info(c.op).cls;
  const CommandShape& shape = shape_of(c.op);
  const bool reads =
      shape.pushed.fixed + shape.pushed.each && !(shape.pulled.fixed + shape.pulled.each);
  if (reads && !mev2::info(c.op).token.starts_with("test")) return false;
  const uint32_t inside = c.address & 0x3fff'ffff;
  switch (counter.region) {
  case Region::Scratch: return cls == mev2::InstrClass::Scratch && c.address == counter.address;
  case Region::Sram0:
  case Region::Sram1:
    return cls == mev2::InstrClass::Sram && inside == counter.address &&
           c.address >> 30 == (counter.region == Region::Sram1);
  case Region::Dram: return false;
  }
  return false;
}

void Journeys::issued(const Event& e) {
  awaited_.issued(e);
  const PacketTag tag = holder(e).frame;
  Journey* j = inside(tag);
  if (!j) return;
  touch(*j, e, fmt::format("{} {:#x} issued", command_text(e.command.op), e.command.address));
  for (const CounterConfig& counter : system_.counters)
    if (counter.counts == Counts::Drops && counts(e.command, counter)) {
      account(e, holder(e));
      return end(tag, e.tick,
                 fmt::format("dropped: {}, counted by {} at {}", counter.name, context_name(e),
                             line(e.me, e.pc)),
                 counter.name);
    }
}

std::string Journeys::line(int me, int pc) const {
  const mecc::Image* image = me < 0 ? nullptr : image_on(images_, static_cast<unsigned>(me));
  const std::string text = image && pc >= 0 ? source_line(*image, static_cast<unsigned>(pc)) : "";
  return text.empty() ? pc < 0 ? "" : fmt::format("pc {}", pc) : text;
}

// ---- the end

void Journeys::end(PacketTag tag, Tick at, std::string fate, std::string drop) {
  Journey* j = inside(tag);
  if (!j) return;
  if (!j->stages.empty()) j->stages.back().to = at;
  j->end = at;
  j->fate = std::move(fate);
  j->drop = std::move(drop);
  for (size_t i = 0; i < selections_.size(); ++i)
    if (wanted(selections_[i], *j)) choose(selections_[i], chosen_[i], *j);
  inside_.erase(tag);
}

bool Journeys::wanted(const JourneySelection& s, const Journey& j) const {
  switch (s.kind) {
  case JourneySelection::Kind::Frame: return j.name == s.frame;
  case JourneySelection::Kind::Port: return j.name.port == s.number;
  case JourneySelection::Kind::Drop:
    return !j.drop.empty() && (s.reason.empty() || j.drop == s.reason);
  case JourneySelection::Kind::Slowest: return j.drop.empty();
  }
  return false;
}

// All frames of a class count; the slowest, or the first, are kept.
void Journeys::choose(const JourneySelection& s, Chosen& c, const Journey& j) const {
  ++c.frames;
  for (const JourneyStage& stage : j.stages) {
    // Contexts of one microengine are one stage.
    std::string place = stage.place;
    if (const size_t at = place.find(" context "); at != place.npos)
      place.erase(at, place.find(' ', at + 9) - at);
    StageSum& sum = c.stages[place];
    if (sum.frames++ == 0) c.order.push_back(place);
    sum.sum += stage.to - stage.from;
    sum.most = std::max(sum.most, stage.to - stage.from);
  }
  const auto slower = [](const Journey& a, const Journey& b) {
    return a.end - a.begin > b.end - b.begin;
  };
  if (s.kind != JourneySelection::Kind::Slowest) {
    if (c.journeys.size() < kMost) c.journeys.push_back(j);
    return;
  }
  if (c.journeys.size() >= s.number && !slower(j, c.journeys.back())) return;
  c.journeys.insert(std::ranges::upper_bound(c.journeys, j, slower), j);
  if (c.journeys.size() > s.number) c.journeys.pop_back();
}

void Journeys::close(Tick end_of_run) {
  std::vector<PacketTag> tags;
  for (const auto& [tag, j] : inside_)
    if (!j.stages.empty()) tags.push_back(tag);
  std::ranges::sort(tags);
  for (const PacketTag tag : tags) {
    const auto in_class = [&](const JourneySelection& s) {
      return s.kind == JourneySelection::Kind::Frame && s.frame == inside_[tag].name;
    };
    // Of classes only those that left: the others have not come to an end.
    if (std::ranges::any_of(selections_, in_class))
      end(tag, end_of_run, "still inside when the run ended", "");
  }
}

} // namespace ixp
