#include "emu/report/report.h"

#include "base/figure.h"
#include "base/page.h"
#include "base/version.h"
#include "emu/explain/program_place.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <string_view>

namespace ixp {

namespace {

constexpr size_t kPlacesShown = 12;
constexpr size_t kWindows = 100;    // of throughput, at most
constexpr double kAboveLimit = 1.1; // upper end of an axis, relative to the limit drawn in it

// Added to the style of all pages.
constexpr const char* kStyle = R"(<style>
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
.verdict { border-left: .3em solid; padding: .4em .8em; white-space: pre-wrap; }
.verdict b { font-size: 1.4em; display: block; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(15em, 1fr)); gap: 1em; }
.figures div { border: 1px solid var(--grid); border-radius: .4em; padding: .6em .9em; }
.figures span { display: block; color: var(--muted); }
.figures b { font-size: 1.3em; font-variant-numeric: tabular-nums; }
nav { margin: 1.2em 0; } nav a { margin-right: 1em; }
td.share { text-align: left; } .share svg { vertical-align: middle; }
.share span { display: inline-block; width: 4.2em; text-align: right; }
.facts th { vertical-align: top; }
.facts td { text-align: left; white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
)";

double milliseconds(uint64_t cycles, const Params& params) {
  return static_cast<double>(cycles) * 1e3 / static_cast<double>(params.me_hz());
}

// A word of a command line, quoted for a shell if it has to be.
std::string quoted(const std::string& word) {
  if (std::ranges::all_of(word, [](unsigned char c) {
        return std::isalnum(c) ||
               std::string_view("_./=:,+-@%").find(static_cast<char>(c)) != std::string_view::npos;
      }))
    return word;
  std::string out = "'";
  for (const char c : word)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + '\'';
}

std::string charts(const std::vector<std::string>& key, const std::vector<Chart>& all) {
  std::string out = page_legend(key) + "<div class=\"charts\">\n";
  for (const Chart& c : all)
    out += draw_in_page(c.vega_lite());
  return out + "</div>\n";
}

// Mbit/s in windows of equal length, the last one shorter, each at its begin.
Points rates(const std::vector<Sample>& samples, const Params& params, unsigned port,
             std::array<double, kMaxPorts> Sample::* bytes) {
  Points out;
  const size_t last = samples.size() - 1, step = last / kWindows + 1;
  for (size_t i = 0; i < last; i += step) {
    const Sample &begin = samples[i], &end = samples[std::min(i + step, last)];
    const double from = milliseconds(begin.cycle, params), to = milliseconds(end.cycle, params);
    if (to > from)
      out.emplace_back(from, ((end.*bytes)[port] - (begin.*bytes)[port]) * 8e-3 / (to - from));
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

Chart Report::throughput(const PortFigures& p) const {
  const Params& params = sim_.system().params;
  const bool rx = p.direction == Direction::Rx;
  const auto points =
      rates(sampler_.samples(), params, p.port, rx ? &Sample::received : &Sample::transmitted);
  const auto limit = static_cast<double>(p.rate_mbps); // 0: none
  Chart chart(fmt::format("port {} {}", p.port, rx ? "receives" : "transmits"), "time, ms",
              "Mbit/s on the line", {0, milliseconds(sim_.cycle(), params)},
              {0, kAboveLimit * std::max(limit, greatest({points}))});
  chart.steps(points, rx ? 0 : 1, chart.title());
  if (limit > 0) chart.limit(limit, fmt::format("line rate, {} Mbit/s", p.rate_mbps));
  return chart;
}

std::string Report::throughput(const Statistics& s) const {
  std::vector<Chart> drawn;
  for (const PortFigures& p : s.ports)
    drawn.push_back(throughput(p));
  return charts({"received", "transmitted"}, drawn) +
         "<p>Frames with their overhead, over the time in which they cross the line. Frames "
         "incomplete at the end are not counted.</p>\n";
}

std::string Report::delays() const {
  if (delays_.ports().empty()) return "<p>No received frame was transmitted.</p>\n";
  const double us = 1e6 / static_cast<double>(sim_.system().params.me_hz());
  std::vector<std::string> names;
  std::vector<Points> lines;
  AxisRange delay{1e300, 0, true}, part{0.1, 1, true};
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

std::string Report::rings(const Statistics& s) const {
  const auto& all = sim_.system().rings;
  std::vector<Chart> drawn;
  const AxisRange time{0, milliseconds(sim_.cycle(), sim_.system().params)};
  for (size_t r = 0; r < all.size(); ++r) {
    const auto figures = std::ranges::find(s.rings, all[r].number, &RingFigures::number);
    if (figures == s.rings.end() || figures->stats.depth.max() == 0) continue;
    const double capacity = all[r].longwords;
    Points depth;
    for (const Sample& sample : sampler_.samples())
      depth.emplace_back(milliseconds(sample.cycle, sim_.system().params), sample.depths[r]);
    Chart chart(fmt::format("{}, at most {} longwords", called(all[r]), figures->stats.depth.max()),
                "time, ms", "longwords in it", time, {0, kAboveLimit * capacity});
    chart.steps(depth, 0, called(all[r]));
    chart.limit(capacity, fmt::format("capacity, {} longwords", all[r].longwords));
    drawn.push_back(std::move(chart));
  }
  return drawn.empty() ? "<p>No ring was used.</p>\n" : charts({"maximum of samples"}, drawn);
}

std::string Report::waiting() const {
  std::vector<std::pair<WaitingPlace, uint64_t>> places(sampler_.waiting().begin(),
                                                        sampler_.waiting().end());
  std::ranges::sort(places, {}, [](const auto& p) { return std::pair(~p.second, p.first); });
  if (places.empty()) return "<p>No context waited.</p>\n";
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

std::string Report::command(const Statistics& s, const std::vector<std::string>& arguments) const {
  std::string line = "ixpemu run";
  for (const std::string& word : arguments)
    line += ' ' + quoted(word);
  std::string out = "<table class=\"facts\">\n" + fact_row("Version", version_of("ixpemu")) +
                    fact_row("Command", line);
  for (const std::string& change : sim_.system().overrides)
    out += fact_row("Override", change);
  return out + fact_row("Seed", fmt::format("{}", s.seed)) + fact_row("Run", s.run) +
         fact_row("Ended by", s.end.text) + fact_row("Cycles", fmt::format("{}", s.cycles())) +
         fact_row("Instructions", fmt::format("{}", s.instructions())) + "</table>\n";
}

std::string Report::page(const Statistics& s, const std::vector<std::string>& arguments) const {
  DelayCounts delay;
  for (const auto& [port, counts] : delays_.ports())
    delay.add(counts);
  std::string links, sections;
  const auto section = [&](const char* heading, const std::string& content) {
    std::string id = heading;
    std::ranges::replace(id, ' ', '-');
    links += fmt::format("<a href=\"#{}\">{}</a>\n", id, heading);
    sections += fmt::format("<h2 id=\"{}\">{}</h2>\n{}", id, heading, content);
  };
  if (!s.ports.empty()) section("Throughput", throughput(s));
  section("Ports", port_table(s));
  section("Frames", frame_table(s));
  section("Delay", delays());
  section("Microengines", microengine_table(s));
  section("Units", unit_table(s));
  section("Where contexts wait", waiting());
  section("Rings", rings(s));
  section("Hazards", hazard_table(s, sim_.hazards()));
  section("Command", command(s, arguments));
  return page_head(s.system) + kStyle + verdict(s) + key_figures(s, delay) + "<nav>\n" + links +
         "</nav>\n" + sections + kPageEnd;
}

} // namespace ixp
