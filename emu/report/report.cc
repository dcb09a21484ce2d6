#include "emu/report/report.h"

#include "base/chart.h"
#include "base/page.h"
#include "emu/explain/program_place.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

namespace {

constexpr size_t kPlacesShown = 12;

// Added to the style of all pages: cells with a bar, and failures.
constexpr const char* kStyle = R"(<style>
.share { white-space: nowrap; } .share svg { vertical-align: middle; }
.facts th { text-align: left; } .facts td { text-align: left; white-space: pre-wrap; }
.fill.s0 { fill: var(--c0); } .fill.s1 { fill: var(--c1); } .fill.s2 { fill: var(--c2); }
.fill.s4 { fill: var(--c4); } .fill.s5 { fill: var(--c5); }
.failed td { color: #d55e00; font-weight: bold; }
</style>
)";

double milliseconds(uint64_t cycles, const Params& params) {
  return static_cast<double>(cycles) * 1e3 / static_cast<double>(params.me_hz());
}

std::string section(const char* heading, const std::string& content) {
  return fmt::format("<h2>{}</h2>\n{}", heading, content);
}

std::string charts(const std::vector<std::string>& key, const std::vector<Chart>& all) {
  std::string out = page_legend(key) + "<div class=\"charts\">\n";
  for (const Chart& c : all)
    out += c.svg();
  return out + "</div>\n";
}

// Mbit/s between consecutive samples, at the time of the later one.
Points rates(const std::vector<Sample>& samples, const Params& params, unsigned port,
             std::array<double, kMaxPorts> Sample::* bytes) {
  Points out;
  for (size_t i = 1; i < samples.size(); ++i) {
    const double from = milliseconds(samples[i - 1].cycle, params),
                 to = milliseconds(samples[i].cycle, params);
    const double moved = (samples[i].*bytes)[port] - (samples[i - 1].*bytes)[port];
    if (to > from) out.emplace_back(from, moved * 8 / 1e3 / (to - from));
  }
  if (!out.empty()) out.emplace_back(milliseconds(samples.back().cycle, params), out.back().second);
  return out;
}

double greatest(const std::vector<Points>& lines) {
  double most = 0;
  for (const Points& line : lines)
    for (const auto& [x, y] : line)
      most = std::max(most, y);
  return most;
}

} // namespace

Report::Report(Simulation& sim)
    : sim_(sim), delays_(sim.chip().ledger, sim.system().params), sampler_(sim) {
  sim.chip().tx.add_observer(delays_);
}

void Report::run() {
  while (!sim_.ended()) {
    sim_.run_for(sampler_.interval());
    sampler_.look();
  }
}

std::string Report::throughput() const {
  std::vector<std::string> names;
  std::vector<Points> in, out;
  for (const auto& [port, config] : sim_.system().ports) {
    names.push_back(fmt::format("port {}", port));
    in.push_back(rates(sampler_.samples(), sim_.system().params, port, &Sample::received));
    out.push_back(rates(sampler_.samples(), sim_.system().params, port, &Sample::transmitted));
  }
  const AxisRange time{0, milliseconds(sim_.cycle(), sim_.system().params)};
  const AxisRange rate{0, std::max(greatest(in), greatest(out))};
  Chart received("received", "time, ms", "Mbit/s on the line", time, rate);
  Chart transmitted("transmitted", "time, ms", "Mbit/s on the line", time, rate);
  for (unsigned i = 0; i < names.size(); ++i) {
    received.steps(in[i], i % kSeriesColours, names[i]);
    transmitted.steps(out[i], i % kSeriesColours, names[i]);
  }
  return charts(names, {received, transmitted});
}

std::string Report::delays() const {
  if (delays_.ports().empty()) return "<p>No received frame was transmitted.</p>\n";
  const double us = 1e6 / static_cast<double>(sim_.system().params.me_hz());
  std::vector<std::string> names;
  std::vector<Points> lines;
  AxisRange delay{1e300, 0, true}, part{1, 1, true};
  std::string table = "<table><tr><th>transmitted on</th><th></th><th>frames</th><th>50 %</th>"
                      "<th>90 %</th><th>99 %</th><th>99.9 %</th><th>100 %</th></tr>\n";
  for (const auto& [port, counts] : delays_.ports()) {
    names.push_back(fmt::format("port {}", port));
    table += fmt::format("<tr><th>port {}</th><th></th><td>{}</td>", port, counts.frames());
    for (const double share : {0.5, 0.9, 0.99, 0.999, 1.0})
      table += fmt::format("<td>{:.2f}</td>", static_cast<double>(counts.at_most(share)) * us);
    table += "</tr>\n";
    Points& line = lines.emplace_back(Points{{static_cast<double>(counts.at_most(0)) * us, 1.0}});
    for (const auto& [cycles, longer] : counts.tail())
      line.emplace_back(cycles * us, longer);
    delay.lo = std::min(delay.lo, line.front().first);
    delay.hi = std::max(delay.hi, static_cast<double>(counts.at_most(1)) * us);
    part.lo = std::min(part.lo, line.back().second);
  }
  Chart tail("share of frames that took longer", "delay, µs", "share", delay, part);
  for (unsigned i = 0; i < lines.size(); ++i)
    tail.steps(lines[i], i % kSeriesColours, names[i]);
  return table + "</table>\n<p>Microseconds from last byte in to last byte out.</p>\n" +
         charts(names, {tail});
}

std::string Report::rings() const {
  const auto& all = sim_.system().rings;
  std::vector<Chart> drawn;
  const AxisRange time{0, milliseconds(sim_.cycle(), sim_.system().params)};
  for (size_t r = 0; r < all.size(); ++r) {
    Points depth;
    for (const Sample& s : sampler_.samples())
      depth.emplace_back(milliseconds(s.cycle, sim_.system().params), s.depths[r]);
    if (greatest({depth}) == 0) continue;
    Chart chart(fmt::format("{}, {} longwords", called(all[r]), all[r].longwords), "time, ms",
                "longwords in it", time, {0, greatest({depth})});
    chart.steps(depth, 0, called(all[r]));
    drawn.push_back(std::move(chart));
  }
  return drawn.empty() ? "<p>Nothing was seen on a ring.</p>\n" : charts({"maximum depth"}, drawn);
}

std::string Report::waiting() const {
  std::vector<std::pair<WaitingPlace, uint64_t>> places(sampler_.waiting().begin(),
                                                        sampler_.waiting().end());
  std::ranges::sort(places, {}, [](const auto& p) { return std::pair(~p.second, p.first); });
  if (places.size() > kPlacesShown) places.resize(kPlacesShown);
  std::string out =
      "<table><tr><th>microengine</th><th>where</th><th>contexts waiting there</th></tr>\n";
  for (const auto& [place, cycles] : places) {
    const mecc::Image* image = image_on(sim_.images(), place.me);
    const double contexts = static_cast<double>(cycles) / static_cast<double>(sim_.cycle());
    out += fmt::format("<tr><th>{}</th><th>{}</th><td>{:.2f}</td></tr>\n", me_name(place.me),
                       escape_markup(image ? place_text(*image, place.pc) : ""), contexts);
  }
  return out + "</table>\n<p>Contexts asleep at an instruction, averaged over samples "
               "of the run.</p>\n";
}

std::string Report::page(const Statistics& s) const {
  std::string out = page_head(s.system) + kStyle + summary_table(s);
  out += section("Ports", port_table(s));
  if (!sim_.system().ports.empty()) out += section("Throughput", throughput());
  out += section("Frames", frame_table(s));
  out += section("Delay", delays());
  out += section("Microengines", microengine_table(s));
  out += section("Units", unit_table(s));
  out += section("Where contexts wait", waiting());
  out += section("Rings", rings());
  out += section("Hazards", hazard_table(s, sim_.hazards()));
  return out + kPageEnd;
}

} // namespace ixp
