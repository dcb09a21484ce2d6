// The events that a probe receives, recorded with the words of rings.
#pragma once

#include "emu/kernel/event_stream.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace ixp::test {

struct EventRecorder : Probe {
  std::vector<Event> seen;
  std::vector<std::vector<uint32_t>> words; // by event
  void event(const Event& e) override {
    seen.push_back(e);
    words.emplace_back();
    if (e.kind == EventKind::Ring) words.back().assign(e.ring.span().begin(), e.ring.span().end());
  }
};

// A stream of its own for a part of the chip that is tested alone.
struct RecordedEvents : EventRecorder {
  EventStream stream{[] {}};
  explicit RecordedEvents(EventKinds kinds) { stream.listen(*this, kinds); }
  // Everything that was reported up to tick `end`.
  void deliver(Tick end) { stream.deliver(end + 1); }
};

// All of an event that a probe can see.
inline std::string show(const Event& e) {
  std::string out = fmt::format("{} {} slot {} me {} ctx {} pc {}:", e.tick, name(e.kind),
                                static_cast<unsigned>(e.slot), int{e.me}, int{e.ctx}, e.pc);
  const auto add = [&](const auto&... values) {
    ((out += fmt::format(" {}", static_cast<uint64_t>(values))), ...);
  };
  switch (e.kind) {
  case EventKind::Frame:
    add(e.frame.action, e.frame.reason, e.frame.port, e.frame.frame, e.frame.bytes, e.frame.tag,
        e.frame.sop);
    break;
  case EventKind::Element:
    add(e.element.action, e.element.sop, e.element.eop, e.element.port, e.element.number,
        e.element.tag);
    break;
  case EventKind::Ring:
    add(e.ring.action, e.ring.place.kind, e.ring.place.unit, e.ring.place.number, e.ring.depth,
        e.ring.lost, e.ring.tag);
    out += fmt::format(" {}", e.ring.span());
    break;
  case EventKind::Queue:
    add(e.queue.action, e.queue.channel, e.queue.entry, e.queue.word, e.queue.depth, e.queue.tag);
    break;
  case EventKind::Dram: add(e.dram.action, e.dram.address, e.dram.bytes, e.dram.tag); break;
  case EventKind::Performed:
  case EventKind::Completed:
  case EventKind::Granted:
  case EventKind::Issued:
    add(e.command.op, e.command.signal, e.command.count, e.command.address, e.command.issued,
        e.command.since);
    break;
  case EventKind::Signal: add(e.signal.number); break;
  case EventKind::Waits:
  case EventKind::Ready:
  case EventKind::Runs:
  case EventKind::Stalled: add(e.context.wakeup, e.context.since); break;
  case EventKind::Hazard: add(e.hazard.kind); break;
  case EventKind::kCount: break;
  }
  return out;
}

// The same as text, for comparisons; and whether ticks ascend.
struct EventText final : Probe {
  std::vector<std::string> lines;
  bool ascend = true;
  Tick last = 0;
  void event(const Event& e) override {
    ascend &= last <= e.tick;
    last = e.tick;
    lines.push_back(show(e));
  }
};

} // namespace ixp::test
