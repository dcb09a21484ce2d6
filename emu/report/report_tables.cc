#include "emu/report/report.h"

#include "base/figure.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

namespace {

constexpr const char* kTableEnd = "</table>\n";

// A share as a bar with its number; the bar is clipped at 1. Empty if there is no whole.
std::string share_cell(uint64_t part, uint64_t whole, unsigned colour) {
  if (whole == 0) return "<td></td>";
  constexpr double kWidth = 90;
  const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  return fmt::format("<td class=\"share\"><svg width=\"{0}\" height=\"10\" viewBox=\"0 0 {0} 10\">"
                     "<rect class=\"grid\" width=\"{0}\" height=\"10\"/><rect class=\"fill s{1}\" "
                     "width=\"{2:.1f}\" height=\"10\"/></svg><span>{3:.1f} %</span></td>",
                     kWidth, colour, kWidth * std::clamp(percent / 100, 0.0, 1.0), percent);
}

std::string loss_cell(uint64_t frames) {
  return fmt::format("<td class=\"{}\">{}</td>", frames ? "warn" : "", frames);
}

} // namespace

std::string fact_row(const std::string& name, const std::string& value, std::string_view style) {
  return fmt::format("<tr><th>{}</th><td class=\"{}\">{}</td></tr>\n", escape_markup(name), style,
                     escape_markup(value));
}

std::string port_table(const Statistics& s) {
  std::string out = "<table><tr><th>port</th><th></th><th>frames</th><th>bytes</th><th>Mbit/s</th>"
                    "<th>frames/s</th><th>errors</th><th>lost</th></tr>\n";
  const uint64_t hz = s.params.pll_hz();
  for (const PortFigures& p : s.ports)
    out +=
        fmt::format("<tr><th>{}</th><th>{}</th><td>{}</td><td>{}</td><td>{:.1f}</td><td>{:.0f}</td>"
                    "{}{}</tr>\n",
                    p.port, name(p.direction), p.stats.frames, p.stats.bytes,
                    static_cast<double>(p.stats.kbit_per_s(s.end.tick, hz)) / 1e3,
                    static_cast<double>(p.stats.millframes_per_s(s.end.tick, hz)) / 1e3,
                    loss_cell(p.stats.error_frames), loss_cell(p.stats.lost() + p.rbuf_overflow));
  return out + kTableEnd;
}

std::string microengine_table(const Statistics& s) {
  std::string out = "<table><tr><th>microengine</th><th>program</th><th>instructions</th>"
                    "<th>executing</th><th>aborted</th><th>stalled</th><th>idle</th></tr>\n";
  for (const MicroengineFigures& m : s.microengines) {
    const ContextStatistics t = m.cycles.total();
    const uint64_t all = m.cycles.cycles;
    out += fmt::format("<tr><th>{}</th><th>{}</th><td>{}</td>{}{}{}{}</tr>\n", me_name(m.index),
                       escape_markup(m.image), t.executing, share_cell(t.executing, all, 0),
                       share_cell(t.aborted, all, 1), share_cell(t.stalled, all, 4),
                       share_cell(m.cycles.idle, all, 5));
  }
  return out + kTableEnd;
}

std::string unit_table(const Statistics& s) {
  std::string out =
      "<table><tr><th>unit</th><th></th><th>work</th><th>busy</th><th>waiting, mean</th>"
      "<th>at most</th></tr>\n";
  for (const UnitFigures& u : s.units) {
    const auto& [what, amount] = u.work();
    if (amount == 0) continue;
    out += fmt::format("<tr><th>{}</th><th>{}</th><td>{}</td>{}<td>{}</td><td>{}</td></tr>\n",
                       escape_markup(u.name), what, amount,
                       u.busy ? share_cell(*u.busy, s.end.tick, 2) : "<td></td>",
                       u.waiting_mean && s.end.tick ? fmt::format("{:.2f}", *u.waiting_mean) : "",
                       u.waiting_max ? fmt::format("{}", *u.waiting_max) : "");
  }
  return out + kTableEnd;
}

std::string frame_table(const Statistics& s) {
  const PacketLedger::Totals& t = s.accounts.ledger;
  std::string out = "<table class=\"facts\">\n";
  const auto count = [&](const std::string& what, uint64_t frames, const char* style = "") {
    out += fact_row(what, fmt::format("{}", frames), style);
  };
  count("received", t.received);
  count("transmitted", t.received_and_transmitted);
  if (t.transmitted_untagged) count("made and transmitted by microcode", t.transmitted_untagged);
  for (const auto& [name, frames] : s.accounts.counters)
    if (frames) count("dropped by microcode: " + name, frames, "warn");
  for (unsigned r = 1; r < kDropReasons; ++r)
    if (t.dropped[r])
      count(fmt::format("dropped by hardware: {}", name(static_cast<DropReason>(r))), t.dropped[r],
            "warn");
  for (const auto& [what, frames] : s.accounts.lost)
    count("lost: " + what, frames, "warn");
  for (const Tally& tally : s.tallies)
    if (tally.value)
      count(fmt::format("{}: {}", tally.block.empty() ? "microcode" : tally.block, tally.name),
            tally.value);
  if (!s.accounts.error.empty()) out += fact_row("not accounted for", s.accounts.error, "bad");
  return out + kTableEnd;
}

std::string hazard_table(const Statistics& s, const HazardLog& hazards) {
  if (s.hazards.empty()) return "<p>None.</p>\n";
  std::string out = "<table><tr><th>hazard</th><th>first</th><th>times</th></tr>\n";
  for (const auto& [place, seen] : hazards.places())
    out += fmt::format("<tr><th>{}</th><th>{}</th><td>{}</td></tr>\n", name(place.kind),
                       escape_markup(hazards.describe(seen.first.front())), seen.count);
  return out + kTableEnd;
}

} // namespace ixp
