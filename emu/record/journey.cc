// Positions of frames.
#include "emu/record/journey.h"

#include "emu/media/ledger.h"
#include "emu/record/frame_end.h"

#include <algorithm>
#include <bit>
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
                   std::vector<JourneySelection> selections, const FrameEnds* ends)
    : system_(system), images_(images), selections_(std::move(selections)),
      chosen_(selections_.size()), ends_(ends && ends->observed() ? ends : nullptr),
      to_come_(selections_.size() + (ends_ != nullptr)), me_div_(system.params.clock_me_div),
      accounts_(!selections_.empty()), awaited_(images) {
  diary_.watch(drop_counters(system));
  if (!accounts_) diary_.leave_pages();
}

EventKinds Journeys::kinds() const {
  using enum EventKind;
  const EventKinds where{Frame, Element, Ring, Queue};
  // the frame's position, and every access to the frame
  return names_frames() ? where | EventKinds{Dram, Issued} : where;
}

void Journeys::event(const Event& e) {
  const auto& counted = diary_.watched();
  if (!counted.empty() && counted.front().tick <= e.tick) read_watched(moment(e));
  switch (e.kind) {
  case EventKind::Frame: frame(e); break;
  case EventKind::Element: element(e); break;
  case EventKind::Ring: ring(e); break;
  case EventKind::Queue: queue(e); break;
  case EventKind::Dram:
    if (Journey* j = inside(e.dram.tag)) touch(*j, e);
    break;
  default:
    if (Journey* j = holder(e).frame) touch(*j, e);
  }
  // Reads all pages regularly so that they stay small, also for contexts that never have a frame.
  static constexpr Tick kReading = 1 << 15;
  if (e.tick < next_reading_ || !accounts_) return;
  next_reading_ = e.tick + kReading;
  read_diary(~uint64_t{0}, moment(e));
}

Journeys::Traveller* Journeys::inside(PacketTag tag) {
  if (tag == 0 || inside_.empty()) return nullptr;
  const auto at = inside_.find(tag);
  return at == inside_.end() ? nullptr : &at->second;
}

void Journeys::move(Traveller& t, const JourneyPlace& place, Tick at, Moment now) {
  if (!t.stages.empty()) {
    if (t.stages.back().place == place) return;
    leave_stage(t, at, now);
  }
  t.stages.push_back({place, at, at});
}

// The context holds the frame from now on.
void Journeys::take(const Event& e, PacketTag tag) {
  Traveller* t = inside(tag);
  hold(e, t);
  if (t) move(*t, context_place(context_number(e)), e.tick, moment(e));
}

// The frame moves to `place`; the context holds no frame until it takes one.
void Journeys::give(const Event& e, PacketTag tag, const JourneyPlace& place) {
  Traveller* t = inside(tag);
  if (!t) return;
  if (e.me >= 0 && holder(e).frame == t) hold(e, nullptr);
  move(*t, place, e.tick, moment(e));
}

void Journeys::drawn(const Event& e) {
  const FrameName name{e.frame.port, e.frame.frame};
  if (!follows(name)) return;
  if (!spare_.empty()) {
    spare_.back().key() = e.frame.tag;
    inside_.insert(std::move(spare_.back()));
    spare_.pop_back();
  }
  Traveller& t = inside_[e.frame.tag];
  t.tag = e.frame.tag;
  t.name = name;
  t.named = std::ranges::any_of(selections_, [&](const JourneySelection& s) {
    return s.kind == JourneySelection::Kind::Frame && s.frame == name;
  });
  t.begin = e.tick;
}

void Journeys::received(const Event& e, Traveller& t) {
  t.begin = e.frame.sop;
  t.received = e.tick;
  t.bytes = e.frame.bytes;
  // Its first bytes may be in RBUF already.
  JourneyStage arrives{{JourneyPlace::Kind::PortReceives, e.frame.port}, e.frame.sop, e.tick};
  if (!t.stages.empty()) arrives.to = t.stages.front().from;
  t.stages.insert(t.stages.begin(), arrives);
  for (JourneyWait& w : t.waits)
    ++w.stage;
  for (Share& s : t.shares)
    ++s.stage;
  if (t.stages.size() == 1)
    move(t, {JourneyPlace::Kind::ReceiveBuffer, e.frame.port}, e.tick, moment(e));
}

void Journeys::frame(const Event& e) {
  const Event::OfFrame& f = e.frame;
  if (ends_) ends_->complete(e.tick);
  if (f.action == FrameAction::Drawn) return drawn(e);
  Traveller* t = inside(f.tag);
  if (!t) return;
  switch (f.action) {
  case FrameAction::Drawn: return;
  case FrameAction::Received: return received(e, *t);
  case FrameAction::Transmitted:
    move(*t, {JourneyPlace::Kind::PortTransmits, f.port}, f.sop, moment(e));
    return end(*t, {{JourneyEnd::Kind::Transmitted, "", f.port}, e.tick, moment(e)});
  case FrameAction::Dropped: {
    const char* why = ixp::name(static_cast<DropReason>(f.reason));
    return end(*t, {{JourneyEnd::Kind::ByHardware, why}, e.tick, moment(e)});
  }
  case FrameAction::LostOnTransmit: {
    const char* why = ixp::name(static_cast<TransmitLoss>(f.reason));
    return end(*t, {{JourneyEnd::Kind::LostOnTransmit, why}, e.tick, moment(e)});
  }
  }
}

void Journeys::element(const Event& e) {
  const Event::OfElement& m = e.element;
  Traveller* t = inside(m.tag);
  if (!t) {
    // The context now holds another frame, without having requested one.
    if (m.action == ElementAction::Announced) take(e, m.tag);
    return;
  }
  touch(*t, e);
  switch (m.action) {
  case ElementAction::Filled: return move(*t, {JourneyPlace::Kind::Rbuf}, e.tick, moment(e));
  case ElementAction::Announced: return take(e, m.tag);
  case ElementAction::Validated: return give(e, m.tag, {JourneyPlace::Kind::Tbuf});
  case ElementAction::Sent:
    return move(*t, {JourneyPlace::Kind::TransmitBuffer, m.port}, e.tick, moment(e));
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

void Journeys::report_end(const Traveller& t, const End& how) const {
  FrameEnd end{};
  end.tag = t.tag;
  end.name = t.name;
  end.bytes = t.bytes;
  end.begin = t.begin;
  end.received = t.received;
  end.at = how.at;
  std::string place;
  if (how.kind == JourneyEnd::Kind::ByMicrocode) place = line(how.me, how.pc);
  if (how.kind == JourneyEnd::Kind::Inside) place = text(t.stages.back().place);
  ends_->add(std::move(end), how, std::move(place));
}

void Journeys::end(Traveller& t, const End& how) {
  if (!t.stages.empty()) leave_stage(t, how.at, how.now);
  t.end = how.at;
  choose(t, how);
  if (remembered_) {
    left_.push_back(t);
    left_.back().fate = fate(how);
    if (left_.size() > remembered_) left_.pop_front();
  }
  if (ends_ && (how.kind != JourneyEnd::Kind::Inside || t.bytes != 0)) report_end(t, how);
  for (uint64_t left = t.holders; left; left &= left - 1)
    holders_[static_cast<size_t>(std::countr_zero(left))].frame = nullptr;
  t.holders = 0;
  t.bytes = 0;
  t.fate.clear();
  t.received = 0;
  t.stages.clear();
  t.waits.clear();
  t.touches.clear();
  t.shares.clear();
  t.turns.clear();
  spare_.push_back(inside_.extract(t.tag));
  if (to_come_ == 0 && complete_) complete_();
}

} // namespace ixp
