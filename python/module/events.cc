#include "python/module/events.h"

#include "isa/isa.h"
#include "python/module/gil.h"

#include <array>
#include <fmt/format.h>

namespace py = pybind11;

namespace ixp {

EventKinds parse_kinds(const std::vector<std::string>& names) {
  if (names.empty()) return EventKinds::all();
  EventKinds out{};
  for (const std::string& wanted : names) {
    bool found = false;
    for (unsigned k = 0; k < kEventKinds; ++k)
      if (wanted == name(static_cast<EventKind>(k))) {
        out = out | EventKinds{static_cast<EventKind>(k)};
        found = true;
      }
    if (!found)
      throw py::value_error(
          fmt::format("there is no kind of event '{}'; docs/python.md has them", wanted));
  }
  return out;
}

EventCallback::EventCallback(Simulation& sim, py::handle callback, EventKinds kinds,
                             const bool& silent, PendingException& pending)
    : callback_(callback), kinds_(kinds), silent_(silent), pending_(pending),
      me_div_(sim.system().params.clock_me_div) {
  sim.listen(*this, kinds | EventKinds{EventKind::Frame}); // these map tags to frames
}

void EventCallback::event(const Event& e) {
  if (e.kind == EventKind::Frame && e.frame.tag) {
    if (frames_.size() <= e.frame.tag) frames_.resize(e.frame.tag + 1, {~0u, 0});
    if (e.frame.action != FrameAction::Transmitted)
      frames_[e.frame.tag] = {e.frame.port, e.frame.frame};
  }
  if (silent_ || !kinds_.has(e.kind)) return;
  const WithGil gil;
  if (pending_.exception) return;
  try {
    callback_(as_dict(e));
  } catch (const py::error_already_set&) {
    pending_.keep();
  }
}

std::string EventCallback::tag_text(PacketTag tag) const {
  if (tag == 0 || tag >= frames_.size() || frames_[tag].first == ~0u) return "-";
  return fmt::format("p{}.{}", frames_[tag].first, frames_[tag].second);
}

namespace {

constexpr std::array kFrameActions{"drawn", "received", "transmitted", "dropped", "lost"};
constexpr std::array kElementActions{"filled", "dropped",   "announced",
                                     "freed",  "validated", "sent"};
constexpr std::array kRingActions{"put", "get", "set up"};
constexpr std::array kQueueActions{"enqueue", "enqueue tail", "dequeue", "put", "get", "load"};
constexpr std::array kDramActions{"read", "write", "from rbuf", "to tbuf"};

template <size_t N, class Action>
const char* text(const std::array<const char*, N>& names, Action action) {
  return names.at(static_cast<size_t>(action));
}

void add_command(py::dict& out, const Event::OfCommand& c, uint64_t me_div) {
  out["command"] = std::string(mev2::info(c.op).mnemonic);
  out["address"] = c.address;
  out["count"] = c.count;
  out["signal"] = c.signal;
  out["issued"] = c.issued / me_div;
}

void add_ring(py::dict& out, const Event::OfRing& r) {
  out["action"] = text(kRingActions, r.action);
  out["place"] = r.place.kind == QueuePlace::Neighbour ? "neighbour" : "scratch";
  out["ring"] = r.place.kind == QueuePlace::Neighbour ? r.place.unit : r.place.number;
  py::list words;
  for (const uint32_t word : r.span())
    words.append(word);
  out["words"] = words;
  out["depth"] = r.depth;
  out["lost"] = r.lost;
}

void add_frame(py::dict& out, const Event::OfFrame& f) {
  out["action"] = text(kFrameActions, f.action);
  out["port"] = f.port;
  out["frame"] = f.frame;
  out["bytes"] = f.bytes;
  if (f.action == FrameAction::Dropped) out["reason"] = name(static_cast<DropReason>(f.reason));
  if (f.action == FrameAction::LostOnTransmit)
    out["reason"] = name(static_cast<TransmitLoss>(f.reason));
}

} // namespace

py::dict EventCallback::as_dict(const Event& e) const {
  py::dict out;
  out["cycle"] = e.tick / me_div_;
  out["kind"] = name(e.kind);
  if (e.me >= 0) {
    out["me"] = static_cast<int>(e.me);
    out["ctx"] = static_cast<int>(e.ctx);
    if (e.pc >= 0) out["pc"] = e.pc;
  }
  switch (e.kind) {
  case EventKind::Issued:
  case EventKind::Granted:
  case EventKind::Performed:
  case EventKind::Completed: add_command(out, e.command, me_div_); break;
  case EventKind::Ring:
    add_ring(out, e.ring);
    out["tag"] = tag_text(e.ring.tag);
    break;
  case EventKind::Queue:
    out["action"] = text(kQueueActions, e.queue.action);
    out["channel"] = e.queue.channel;
    out["entry"] = e.queue.entry;
    out["depth"] = e.queue.depth;
    out["tag"] = tag_text(e.queue.tag);
    break;
  case EventKind::Dram:
    out["action"] = text(kDramActions, e.dram.action);
    out["address"] = e.dram.address;
    out["bytes"] = e.dram.bytes;
    out["tag"] = tag_text(e.dram.tag);
    break;
  case EventKind::Element:
    out["action"] = text(kElementActions, e.element.action);
    out["port"] = e.element.port;
    out["number"] = e.element.number;
    out["sop"] = e.element.sop;
    out["eop"] = e.element.eop;
    out["tag"] = tag_text(e.element.tag);
    break;
  case EventKind::Frame:
    add_frame(out, e.frame);
    out["tag"] = tag_text(e.frame.tag);
    break;
  case EventKind::Signal: out["signal"] = e.signal.number; break;
  case EventKind::Waits:
  case EventKind::Ready: out["wakeup"] = e.context.wakeup; break;
  case EventKind::Stalled: out["since"] = e.context.since / me_div_; break;
  case EventKind::Hazard: out["hazard"] = name(e.hazard.kind); break;
  case EventKind::Runs:
  case EventKind::kCount: break;
  }
  return out;
}

} // namespace ixp
