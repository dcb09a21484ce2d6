#include "emu/record/event_window.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

namespace {

PacketTag tag_of(const Event& e) {
  switch (e.kind) {
  case EventKind::Frame: return e.frame.tag;
  case EventKind::Element: return e.element.tag;
  case EventKind::Ring: return e.ring.tag;
  case EventKind::Queue: return e.queue.tag;
  case EventKind::Dram: return e.dram.tag;
  default: return 0;
  }
}

bool is_at(const Event& e, const WindowTrigger::Address& a) {
  if (e.kind != EventKind::Issued) return false;
  const mev2::InstrClass cls = mev2::info(e.command.op).cls;
  const uint32_t channel = e.command.address >> 30, inside = e.command.address & 0x3fff'ffff;
  switch (a.region) {
  case Region::Scratch: return cls == mev2::InstrClass::Scratch && e.command.address == a.address;
  case Region::Sram0: return cls == mev2::InstrClass::Sram && channel == 0 && inside == a.address;
  case Region::Sram1: return cls == mev2::InstrClass::Sram && channel == 1 && inside == a.address;
  case Region::Dram: return cls == mev2::InstrClass::Dram && e.command.address == a.address;
  }
  return false;
}

} // namespace

WindowTrigger parse_trigger(const std::string& text) {
  WindowTrigger t;
  t.hazard = text == "hazard";
  t.frame = parse_frame_name(text);
  if (t.hazard || t.frame) return t;
  const size_t colon = text.find(':');
  constexpr uint64_t kNone = UINT64_MAX;
  const uint64_t address =
      colon == text.npos ? kNone : parse_number(text.substr(colon + 1)).value_or(kNone);
  const auto region = parse_region(text.substr(0, std::min(colon, text.size())));
  if (address <= 0xffff'ffff && region) {
    t.address = {*region, static_cast<uint32_t>(address)};
    return t;
  }
  throw InputError(fmt::format("--around: '{}' is nothing that happens; expected a frame (p0.17), "
                               "an address (scratch:0x40, sram0:0x100, dram:0x8000) or hazard",
                               text));
}

EventKinds EventWindow::kinds() const {
  using enum EventKind;
  EventKinds kinds{};
  if (!trigger_) return kinds;
  if (trigger_->frame) kinds = kinds | EventKinds{Frame, Element, Ring, Queue, Dram};
  if (trigger_->address) kinds = kinds | EventKinds{Issued};
  if (trigger_->hazard) kinds = kinds | EventKinds{Hazard};
  return kinds;
}

bool EventWindow::triggers(const Event& e) const {
  if (trigger_->hazard) return e.kind == EventKind::Hazard;
  if (trigger_->address) return is_at(e, *trigger_->address);
  const PacketTag tag = tag_of(e);
  return tag && names_.name(tag) == trigger_->frame;
}

void EventWindow::keep(const Event& e) {
  while (!kept_.empty() && kept_.front().event.tick + span_ < e.tick)
    kept_.pop_front();
  Kept& kept = kept_.emplace_back();
  kept.event = e;
  if (e.kind != EventKind::Ring) return;
  std::ranges::copy(e.ring.span(), kept.words.begin());
  kept.event.ring.words = kept.words.data();
}

void EventWindow::event(const Event& e) {
  const bool names_frame = e.kind == EventKind::Frame && e.frame.action == FrameAction::Drawn;
  if (names_frame) {
    names_.learn(e);
    to_.event(e); // also before the window, since viewers of the window need names
    return;
  }
  if (trigger_) {
    keep(e);
    if (!triggers(e)) return;
    trigger_.reset();
    end_ = e.tick + span_;
    for (const Kept& k : kept_)
      to_.event(k.event);
    kept_.clear();
  } else if (e.tick >= end_) {
    if (over_) over_();
  } else if (e.tick >= from_) {
    to_.event(e);
  }
}

std::optional<Tick> EventWindow::end(Tick end_of_run) const {
  if (trigger_) return {};
  return std::min(end_, end_of_run);
}

} // namespace ixp
