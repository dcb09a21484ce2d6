// Where frames are.
#include "emu/trace/journey.h"

#include "emu/media/ledger.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ixp {

static std::vector<uint32_t> drop_counters(const SystemConfig& system) {
  std::vector<uint32_t> out;
  for (const CounterConfig& c : system.counters)
    if (c.counts == Counts::Drops)
      out.push_back(c.region == Region::Sram1 ? c.address | 1u << 30 : c.address);
  return out;
}

Journeys::Journeys(const SystemConfig& system, const Images& images,
                   std::vector<JourneySelection> selections)
    : system_(system), images_(images), selections_(std::move(selections)),
      chosen_(selections_.size()), to_come_(selections_.size()),
      me_div_(system.params.clock_me_div), awaited_(images) {
  diary_.watch(drop_counters(system));
}

EventKinds Journeys::kinds() const {
  using enum EventKind;
  const EventKinds where{Frame, Element, Ring, Queue};
  return names_frames() ? where | EventKinds{Dram, Issued} : where; // and all that touches it
}

void Journeys::event(const Event& e) {
  if (!diary_.watched().empty()) read_watched(moment(e));
  switch (e.kind) {
  case EventKind::Frame: frame(e); break;
  case EventKind::Element: element(e); break;
  case EventKind::Ring: ring(e); break;
  case EventKind::Queue: queue(e); break;
  case EventKind::Dram:
    if (Journey* j = inside(e.dram.tag)) touch(*j, e);
    break;
  default:
    if (Journey* j = inside(holder(e).frame)) touch(*j, e);
  }
  // Contexts that never have a frame would fill their pages.
  static constexpr Tick kReading = 1 << 18;
  if (e.tick < next_reading_ || !accounts_) return;
  next_reading_ = e.tick + kReading;
  read_diary(~uint64_t{0}, moment(e));
}

Journey* Journeys::inside(PacketTag tag) {
  if (tag == 0 || inside_.empty()) return nullptr;
  const auto at = inside_.find(tag);
  return at == inside_.end() ? nullptr : &at->second;
}

// What contexts did with it so far was in the place that it leaves.
void Journeys::move(Journey& j, const JourneyPlace& place, Tick at, Moment now) {
  if (!j.stages.empty()) {
    if (j.stages.back().place == place) return;
    read_diary(j.holders, now);
    j.stages.back().to = at;
  }
  j.stages.push_back({place, at, at});
}

static JourneyPlace place_of(const Event& e) {
  return {JourneyPlace::Kind::Context, e.me, e.ctx};
}

// The context has the frame from now on.
void Journeys::take(const Event& e, PacketTag tag) {
  Journey* j = inside(tag);
  hold(e, j ? tag : 0);
  if (j) move(*j, place_of(e), e.tick, moment(e));
}

// The frame is there now; the context has no frame until it takes one.
void Journeys::give(const Event& e, PacketTag tag, const JourneyPlace& place) {
  if (e.me >= 0 && holder(e).frame == tag) hold(e, 0);
  if (Journey* j = inside(tag)) move(*j, place, e.tick, moment(e));
}

void Journeys::drawn(const Event& e) {
  const FrameName name{e.frame.port, e.frame.frame};
  if (!follows(name)) return;
  if (!spare_.empty()) {
    spare_.back().key() = e.frame.tag;
    inside_.insert(std::move(spare_.back()));
    spare_.pop_back();
  }
  Journey& j = inside_[e.frame.tag];
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
  j->stages.insert(j->stages.begin(), arrives);
  for (JourneyWait& w : j->waits)
    ++w.stage;
  if (j->stages.size() == 1)
    move(*j, {JourneyPlace::Kind::ReceiveBuffer, e.frame.port}, e.tick, moment(e));
}

void Journeys::frame(const Event& e) {
  const Event::OfFrame& f = e.frame;
  switch (f.action) {
  case FrameAction::Drawn: return drawn(e);
  case FrameAction::Received: return received(e);
  case FrameAction::Transmitted:
    if (Journey* j = inside(f.tag)) {
      move(*j, {JourneyPlace::Kind::PortTransmits, f.port}, f.sop, moment(e));
      end(f.tag, e.tick, moment(e), fmt::format("transmitted by port {}", int{f.port}), "");
    }
    return;
  case FrameAction::Dropped: {
    const char* why = ixp::name(static_cast<DropReason>(f.reason));
    return end(f.tag, e.tick, moment(e), fmt::format("dropped by hardware: {}", why), why);
  }
  case FrameAction::LostOnTransmit: {
    const char* why = ixp::name(static_cast<TransmitLoss>(f.reason));
    return end(f.tag, e.tick, moment(e), fmt::format("lost on transmit: {}", why), why);
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
  case ElementAction::Filled: return move(*j, {JourneyPlace::Kind::Rbuf}, e.tick, moment(e));
  case ElementAction::Announced: return take(e, m.tag);
  case ElementAction::Validated: return give(e, m.tag, {JourneyPlace::Kind::Tbuf});
  case ElementAction::Sent:
    return move(*j, {JourneyPlace::Kind::TransmitBuffer, m.port}, e.tick, moment(e));
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

void Journeys::end(PacketTag tag, Tick at, Moment now, std::string fate, std::string drop) {
  const auto found = inside_.find(tag);
  if (found == inside_.end()) return;
  Journey& j = found->second;
  read_diary(j.holders, now);
  if (!j.stages.empty()) j.stages.back().to = at;
  j.end = at;
  j.fate = std::move(fate);
  j.drop = std::move(drop);
  choose(j);
  Journey& spare = spare_.emplace_back(inside_.extract(found)).mapped();
  spare.stages.clear();
  spare.waits.clear();
  spare.touches.clear();
  spare.holders = 0;
  if (to_come_ == 0 && complete_) complete_();
}

} // namespace ixp
