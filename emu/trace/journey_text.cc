// Journeys as text: what ixpemu run --journey prints.
#include "emu/trace/journey.h"

#include "base/diagnostic.h"
#include "config/region.h"

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
  using Kind = JourneySelection::Kind;
  JourneySelection s;
  s.text = text;
  if (const auto name = parse_frame_name(text)) {
    s.kind = Kind::Frame;
    s.frame = *name;
  } else if (const auto port = number_behind(text, "port ")) {
    s.kind = Kind::Port;
    s.number = *port;
  } else if (const auto most = number_behind(text, "slowest "); most && *most > 0) {
    s.kind = Kind::Slowest;
    s.number = *most;
  } else if (text == "drop" || (text.starts_with("drop:") && text.size() > 5)) {
    s.kind = Kind::Drop;
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

std::string Journeys::show(const Journey& j) const {
  const auto cycles = [&](Tick t) { return t / me_div_; };
  std::string out =
      fmt::format("p{}.{}: {}; {} cycles, from {} to {}\n", j.name.port, j.name.number, j.fate,
                  cycles(j.end - j.begin), cycles(j.begin), cycles(j.end));
  out += "    cycle   cycles  stage\n";
  for (const JourneyStage& s : j.stages) {
    out += fmt::format("{:>9} {:>8}  {}", cycles(s.from), cycles(s.to - s.from), s.place);
    if (s.executing || s.ready || !s.waiting.empty()) {
      out += fmt::format(": executes {}, Ready {}", cycles(s.executing), cycles(s.ready));
      for (const auto& [what, ticks] : s.waiting)
        if (cycles(ticks)) out += fmt::format(", waits for {} {}", what, cycles(ticks));
    }
    out += '\n';
  }
  return out;
}

std::string Journeys::show_stages(const Chosen& c) const {
  std::string out = "  frames  mean cycles  most cycles  stage\n";
  for (const std::string& place : c.order) {
    const StageSum& s = c.stages.at(place);
    out += fmt::format("{:>8} {:>12} {:>12}  {}\n", s.frames, s.sum / s.frames / me_div_,
                       s.most / me_div_, place);
  }
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
      for (const JourneyTouch& t : j.touches)
        out += fmt::format("{:>9}  {:<16} {:<16} {}\n", t.tick / me_div_,
                           t.me < 0
                               ? std::string("hardware")
                               : fmt::format("{}.{}", me_name(static_cast<unsigned>(t.me)), t.ctx),
                           line(t.me, t.pc), t.what);
    }
  }
  return out;
}

} // namespace ixp
