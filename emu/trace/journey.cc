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
      chosen_(selections_.size()), to_come_(selections_.size()),
      me_div_(system.params.clock_me_div), awaited_(images) {}

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
    if (Journey* j = inside(e.dram.tag)) touch(*j, e);
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

void Journeys::move(Journey& j, const JourneyPlace& place, Tick at) {
  if (!j.stages.empty()) {
    if (j.stages.back().place == place) return;
    j.stages.back().to = at;
  }
  j.stages.push_back({place, at, at});
}

static JourneyPlace context_of(const Event& e) {
  return {JourneyPlace::Kind::Context, e.me, e.ctx};
}

// The context has the frame from now on.
void Journeys::take(const Event& e, PacketTag tag) {
  Journey* j = inside(tag);
  Holder& h = holder(e);
  account(e, h);
  h.frame = j ? tag : 0;
  if (j) move(*j, context_of(e), e.tick);
}

// The frame is there now; the context has no frame until it takes one.
void Journeys::give(const Event& e, PacketTag tag, const JourneyPlace& place) {
  Journey* j = inside(tag);
  if (e.me >= 0 && holder(e).frame == tag) {
    account(e, holder(e));
    holder(e).frame = 0;
  }
  if (j) move(*j, place, e.tick);
}

bool Journeys::follows(FrameName name) const {
  using Kind = JourneySelection::Kind;
  return std::ranges::any_of(selections_, [&](const JourneySelection& s) {
    return s.kind == Kind::Frame  ? s.frame == name
           : s.kind == Kind::Port ? s.number == name.port
                                  : true;
  });
}

void Journeys::drawn(const Event& e) {
  const FrameName name{e.frame.port, e.frame.frame};
  if (!follows(name)) return;
  Journey& j = inside_[e.frame.tag];
  if (!spare_.empty()) {
    j = std::move(spare_.back());
    spare_.pop_back();
    j.stages.clear();
    j.touches.clear();
  }
  j.name = name;
  j.named = std::ranges::any_of(selections_, [&](const JourneySelection& s) {
    return s.kind == JourneySelection::Kind::Frame && s.frame == name;
  });
  j.begin = e.tick;
}

void Journeys::received(const Event& e) {
  Journey* j = inside(e.frame.tag);
  if (!j) return;
  j->begin = e.frame.sop;
  // Its first bytes may be in RBUF already.
  JourneyStage arrives{{JourneyPlace::Kind::PortReceives, e.frame.port}, e.frame.sop, e.tick};
  if (!j->stages.empty()) arrives.to = j->stages.front().from;
  j->stages.insert(j->stages.begin(), std::move(arrives));
  if (j->stages.size() == 1) move(*j, {JourneyPlace::Kind::ReceiveBuffer, e.frame.port}, e.tick);
}

void Journeys::frame(const Event& e) {
  const Event::OfFrame& f = e.frame;
  switch (f.action) {
  case FrameAction::Drawn: return drawn(e);
  case FrameAction::Received: return received(e);
  case FrameAction::Transmitted:
    if (Journey* j = inside(f.tag)) {
      move(*j, {JourneyPlace::Kind::PortTransmits, f.port}, f.sop);
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
  touch(*j, e);
  switch (m.action) {
  case ElementAction::Filled: return move(*j, {JourneyPlace::Kind::Rbuf}, e.tick);
  case ElementAction::Announced: return take(e, m.tag);
  case ElementAction::Validated: return give(e, m.tag, {JourneyPlace::Kind::Tbuf});
  case ElementAction::Sent: return move(*j, {JourneyPlace::Kind::TransmitBuffer, m.port}, e.tick);
  case ElementAction::Dropped:
  case ElementAction::Freed: return;
  }
}

void Journeys::ring(const Event& e) {
  const Event::OfRing& r = e.ring;
  if (r.tag == 0) return;
  if (Journey* j = inside(r.tag)) touch(*j, e);
  if (r.action == RingAction::Put)
    give(e, r.tag, {JourneyPlace::Kind::Queue, 0, 0, r.place});
  else if (e.me >= 0)
    take(e, r.tag);
}

static bool is_enqueue(QueueAction a) {
  return a == QueueAction::Enqueue || a == QueueAction::EnqueueTail;
}

void Journeys::queue(const Event& e) {
  const Event::OfQueue& q = e.queue;
  const bool in = is_enqueue(q.action);
  if (q.tag == 0 || (!in && q.action != QueueAction::Dequeue)) return;
  if (Journey* j = inside(q.tag)) touch(*j, e);
  if (in)
    give(e, q.tag, {JourneyPlace::Kind::Queue, 0, 0, {QueuePlace::Array, q.channel, q.entry}});
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
  case Holder::Doing::Waits:
    if (ticks) {
      const auto at =
          std::ranges::find(stage.waiting, h.waits, [](const auto& w) { return w.first; });
      if (at != stage.waiting.end())
        at->second += ticks;
      else
        stage.waiting.emplace_back(h.waits, ticks);
    }
    break;
  case Holder::Doing::Unknown: break;
  }
}

void Journeys::context(const Event& e) {
  Holder& h = holder(e);
  account(e, h);
  switch (e.kind) {
  case EventKind::Runs: h.doing = Holder::Doing::Runs; break;
  case EventKind::Ready: h.doing = Holder::Doing::Ready; break;
  default: h.doing = Holder::Doing::Waits; h.waits = awaited_.id(e);
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
  touch(*j, e);
  for (const CounterConfig& counter : system_.counters)
    if (counter.counts == Counts::Drops && counts(e.command, counter)) {
      account(e, holder(e));
      return end(tag, e.tick,
                 fmt::format("dropped: {}, counted by {} at {}", counter.name, text(context_of(e)),
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
  spare_.push_back(std::move(*j));
  inside_.erase(tag);
  if (to_come_ == 0 && complete_) complete_();
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
void Journeys::choose(const JourneySelection& s, Chosen& c, const Journey& j) {
  ++c.frames;
  if (s.kind == JourneySelection::Kind::Frame) --to_come_;
  for (const JourneyStage& stage : j.stages) {
    JourneyPlace place = stage.place;
    place.context = 0;
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
