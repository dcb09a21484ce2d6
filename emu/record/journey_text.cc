// Formats journeys as text for ixpemu run --journey.
#include "emu/record/journey.h"

#include "base/diagnostic.h"
#include "config/region.h"
#include "emu/chip/survey.h"
#include "emu/explain/program_place.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

namespace {
std::optional<unsigned> number_behind(const std::string& text, std::string_view word) {
  if (!text.starts_with(word)) return {};
  const auto n = parse_number(std::string_view(text).substr(word.size()));
  return n && *n <= 1'000'000 ? std::optional(static_cast<unsigned>(*n)) : std::nullopt;
}
} // namespace

JourneySelection parse_journey(const std::string& text) {
  JourneySelection s;
  s.text = text;
  if (const auto name = parse_frame_name(text)) {
    s.kind = JourneySelection::Kind::Frame;
    s.frame = *name;
  } else if (const auto port = number_behind(text, "port ")) {
    s.kind = JourneySelection::Kind::Port;
    s.number = *port;
  } else if (const auto most = number_behind(text, "slowest "); most && *most > 0) {
    s.kind = JourneySelection::Kind::Slowest;
    s.number = *most;
  } else if (text == "drop" || (text.starts_with("drop:") && text.size() > 5)) {
    s.kind = JourneySelection::Kind::Drop;
    s.reason = text.substr(std::min<size_t>(text.size(), 5));
  } else {
    throw InputError(fmt::format("--journey: '{}' names no frames; expected a frame (p0.17), "
                                 "'port N', 'slowest N', drop or drop:REASON, the name of a "
                                 "drop counter or of a loss of hardware",
                                 text));
  }
  return s;
}

std::vector<std::string> Journeys::missing() const {
  std::vector<std::string> out;
  for (size_t i = 0; i < selections_.size(); ++i)
    if (selections_[i].kind == JourneySelection::Kind::Frame && chosen_[i].frames == 0)
      out.push_back(selections_[i].text);
  return out;
}

std::string Journeys::text(const JourneyPlace& p, bool context) const {
  using enum JourneyPlace::Kind;
  switch (p.kind) {
  case PortReceives: return fmt::format("port {} receives", p.number);
  case ReceiveBuffer: return fmt::format("receive buffer of port {}", p.number);
  case Rbuf: return "RBUF, waits for a thread";
  case Queue: return ixp::name(p.queue, system_);
  case Tbuf: return "TBUF";
  case TransmitBuffer: return fmt::format("transmit buffer of port {}", p.number);
  case PortTransmits: return fmt::format("port {} transmits", p.number);
  case Context: break;
  }
  const auto me = static_cast<unsigned>(p.number);
  const mecc::Image* image = image_on(images_, me);
  return fmt::format("ME {}{}{}", me_name(me), context ? fmt::format(" context {}", p.context) : "",
                     image ? fmt::format(" ({})", image->name) : "");
}

std::string Journeys::fate(const JourneyEnd& how) const {
  switch (how.kind) {
  case JourneyEnd::Kind::Transmitted: return fmt::format("transmitted by port {}", how.port);
  case JourneyEnd::Kind::LostOnTransmit: return fmt::format("lost on transmit: {}", how.reason);
  case JourneyEnd::Kind::ByHardware: return fmt::format("dropped by hardware: {}", how.reason);
  case JourneyEnd::Kind::Inside: return "still inside when the run ended";
  case JourneyEnd::Kind::ByMicrocode: break;
  }
  return fmt::format("dropped: {}, counted by {} at {}", how.reason,
                     text({JourneyPlace::Kind::Context, how.me, how.ctx}), line(how.me, how.pc));
}

static std::string element_text(const Event::OfElement& m) {
  switch (m.action) {
  case ElementAction::Filled: return fmt::format("RBUF element {} filled", m.number);
  case ElementAction::Dropped: return "finds no RBUF element";
  case ElementAction::Announced: return fmt::format("status word of RBUF element {}", m.number);
  case ElementAction::Freed: return fmt::format("RBUF element {} freed", m.number);
  case ElementAction::Validated: return fmt::format("TBUF element {} validated", m.number);
  case ElementAction::Sent: return fmt::format("TBUF element {} sent to port {}", m.number, m.port);
  }
  return "";
}

static std::string dram_text(const Event::OfDram& d) {
  static constexpr const char* kNames[] = {"DRAM read", "DRAM written", "DRAM from RBUF",
                                           "DRAM to TBUF"};
  return fmt::format("{}, {} bytes at {:#x}", kNames[static_cast<unsigned>(d.action)], d.bytes,
                     d.address);
}

std::string Journeys::line(int me, int pc) const {
  const mecc::Image* image = me < 0 ? nullptr : image_on(images_, static_cast<unsigned>(me));
  const std::string text = image && pc >= 0 ? source_line(*image, static_cast<unsigned>(pc)) : "";
  return text.empty() ? pc < 0 ? "" : fmt::format("pc {}", pc) : text;
}

std::string Journeys::touch_text(const Event& e) const {
  switch (e.kind) {
  case EventKind::Dram: return dram_text(e.dram);
  case EventKind::Element: return element_text(e.element);
  case EventKind::Ring:
    return fmt::format("{} {}{}", e.ring.action == RingAction::Put ? "put into" : "got from",
                       ixp::name(e.ring.place, system_),
                       e.ring.place.kind == QueuePlace::Scratch
                           ? fmt::format(", {} longwords in it then", e.ring.depth)
                           : "");
  case EventKind::Queue:
    return fmt::format("{} {}, {} in it then",
                       e.queue.action == QueueAction::Dequeue ? "dequeued from" : "enqueued in",
                       ixp::name({QueuePlace::Array, e.queue.channel, e.queue.entry}, system_),
                       e.queue.depth);
  default: return fmt::format("{} {:#x} issued", command_text(e.command.op), e.command.address);
  }
}

std::string Journeys::show(const Journey& j) const {
  const auto cycles = [&](Tick t) { return t / me_div_; };
  std::string out =
      fmt::format("p{}.{}: {}; {} cycles, from {} to {}\n", j.name.port, j.name.number, j.fate,
                  cycles(j.end) - cycles(j.begin), cycles(j.begin), cycles(j.end));
  out += "    cycle   cycles  stage\n";
  auto wait = j.waits.begin();
  for (size_t i = 0; i < j.stages.size(); ++i) {
    const JourneyStage& s = j.stages[i];
    const auto end = std::find_if(wait, j.waits.end(), [&](const auto& w) { return w.stage != i; });
    out += fmt::format("{:>9} {:>8}  {}", cycles(s.from), cycles(s.to) - cycles(s.from),
                       text(s.place));
    if (s.executing || s.ready || wait != end) {
      out += fmt::format(": executes {}, Ready {}", cycles(s.executing), cycles(s.ready));
      std::map<std::string, Tick> waiting;
      for (; wait != end; ++wait)
        waiting[awaited_.text(wait->what).empty() ? "its turn" : awaited_.text(wait->what)] +=
            wait->ticks;
      for (const auto& [what, ticks] : waiting)
        if (cycles(ticks)) out += fmt::format(", waits for {} {}", what, cycles(ticks));
    }
    out += '\n';
  }
  return out;
}

std::string Journeys::show_stages(const Chosen& c) const {
  std::string out = "  visits  mean cycles  most cycles  stage\n";
  for (const auto& [place, s] : c.stages)
    out += fmt::format("{:>8} {:>12} {:>12}  {}\n", s.visits, s.sum / s.visits / me_div_,
                       s.most / me_div_, text(place, false));
  return out;
}

std::string Journeys::text() const {
  std::string out;
  for (size_t i = 0; i < selections_.size(); ++i) {
    const JourneySelection& s = selections_[i];
    const Chosen& c = chosen_[i];
    const bool one = s.kind == JourneySelection::Kind::Frame;
    out += fmt::format("{}Journey {}: {} frames{}\n", i ? "\n" : "", s.text, c.frames,
                       c.journeys.size() < c.frames ? fmt::format(", {} shown", c.journeys.size())
                                                    : "");
    if (!one && c.frames) out += show_stages(c);
    for (const Journey& j : c.journeys) {
      out += '\n' + show(j);
      if (!one) continue;
      out += "    cycle  by               at               what\n";
      for (const Event& t : j.touches)
        out += fmt::format(
            "{:>9}  {:<16} {:<16} {}\n", t.tick / me_div_,
            t.me < 0 ? std::string("hardware")
                     : fmt::format("{}.{}", me_name(static_cast<unsigned>(t.me)), int{t.ctx}),
            line(t.me, t.pc), touch_text(t));
    }
  }
  return out;
}

} // namespace ixp
