#include "tools/ixplog/plot.h"

#include "base/chart.h"
#include "base/diagnostic.h"
#include "base/figure.h"
#include "base/page.h"
#include "tools/ixplog/delay.h"
#include "tools/ixplog/fairness.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace ixp {

namespace {

constexpr size_t kColumns = 250; // for delay over time
constexpr size_t kBins = 60;
constexpr size_t kCdfPoints = 300;
constexpr size_t kWindows = 60; // for throughput and fairness over time

// A frame on a transmit line, in ms.
struct Departure {
  double from = 0, to = 0, bits = 0;
};
Departure departure_of(const Passage& p, double hz) {
  const auto ms = [&](uint64_t cycles) { return static_cast<double>(cycles) * 1e3 / hz; };
  return {ms(p.tx_sop), ms(p.tx_eop), p.bytes * 8.0};
}

// One group in one run; delays in the page's unit, times in ms.
struct Series {
  std::string run, group;
  unsigned run_index = 0, group_index = 0;
  Points delays; // (time received, delay)
  std::vector<Departure> departures;
  std::vector<double> sorted;
  DelaySummary summary; // cycles
};

struct Unit {
  const char* name;
  double per_ns;
};

// The series of a group, one a run, or of a run, one a group.
using Several = std::vector<const Series*>;

struct Page {
  std::vector<Series> series;
  std::vector<std::string> groups, runs; // names
  std::vector<Several> of_group, of_run; // in their order
  Unit unit{"ns", 1};
  AxisRange time, delay, left; // received, delayed, left
  double least_delay = 0;
  bool log_delay = false;
};

std::vector<Group> finest(const Passages& p, const FlowFile* flows) {
  if (flows)
    if (auto groups = by_category(p, *flows); !groups.empty()) return groups;
  auto groups = by_flow(p, flows);
  return groups.empty() ? by_port(p) : groups;
}

Unit unit_for(const std::vector<PlotRun>& runs) {
  double most = 0; // ns
  for (const PlotRun& run : runs)
    for (const Passage& p : run.passages.frames)
      most = std::max(most, static_cast<double>(p.cycles()) * 1e9 /
                                static_cast<double>(run.passages.me_hz));
  if (most == 0)
    throw InputError("no frame was received and transmitted; there is nothing to plot");
  if (most >= 1e6) return {"ms", 1e-6};
  return most >= 1e3 ? Unit{"µs", 1e-3} : Unit{"ns", 1};
}

Series series_of(const Group& g, const PlotRun& run, const Unit& unit) {
  Series s;
  s.run = run.name;
  s.group = g.name;
  const double hz = static_cast<double>(run.passages.me_hz);
  for (const Passage* p : g.frames) {
    const double delay = static_cast<double>(p->cycles()) * 1e9 / hz * unit.per_ns;
    s.delays.emplace_back(static_cast<double>(p->rx_eop) * 1e3 / hz, delay);
    s.sorted.push_back(delay);
    s.departures.push_back(departure_of(*p, hz));
  }
  std::ranges::sort(s.delays);
  std::ranges::sort(s.sorted);
  std::vector<uint64_t> cycles;
  for (const Passage* p : g.frames)
    cycles.push_back(p->cycles());
  s.summary = summarise(g.name, std::move(cycles));
  return s;
}

// Extends the page's axes to a series.
void extend(Page& page, const Series& s) {
  page.time.lo = std::min(page.time.lo, s.delays.front().first);
  page.time.hi = std::max(page.time.hi, s.delays.back().first);
  for (const Departure& d : s.departures) {
    page.left.lo = std::min(page.left.lo, d.from);
    page.left.hi = std::max(page.left.hi, d.to);
  }
  page.least_delay = std::min(page.least_delay, s.sorted.front());
  page.delay.hi = std::max(page.delay.hi, s.sorted.back());
}

// Figures have the name in their JSON.
void check_name(const std::string& name) {
  try {
    (void)nlohmann::json(name).dump();
  } catch (const nlohmann::json::type_error&) {
    throw InputError(fmt::format("the run's name '{}' is not UTF-8; expected NAME=FOLDER", name));
  }
}

Page collect(const std::vector<PlotRun>& runs, const FlowFile* flows) {
  Page page;
  page.unit = unit_for(runs);
  page.time = page.left = {1e300, 0};
  page.least_delay = 1e300;
  page.delay.hi = 0;
  std::map<std::string, unsigned> groups;
  for (const PlotRun& run : runs) {
    for (const Group& g : finest(run.passages, flows)) {
      Series s = series_of(g, run, page.unit);
      s.run_index = static_cast<unsigned>(page.runs.size());
      const auto [group, added] = groups.try_emplace(s.group, page.groups.size());
      if (added) page.groups.push_back(s.group);
      s.group_index = group->second;
      extend(page, s);
      page.series.push_back(std::move(s));
    }
    page.runs.push_back(run.name);
  }
  page.of_run.resize(page.runs.size());
  page.of_group.resize(page.groups.size());
  for (const Series& s : page.series) {
    page.of_run[s.run_index].push_back(&s);
    page.of_group[s.group_index].push_back(&s);
  }
  return page;
}

// Minimum, mean and maximum delay in columns of equal time.
void draw_over_time(const Page& page, const Series& s, Chart& chart) {
  const double width = (page.time.hi - page.time.lo) / kColumns;
  Points low, mean, high;
  for (size_t i = 0; i < s.delays.size();) {
    const double column = width > 0 ? std::floor((s.delays[i].first - page.time.lo) / width) : 0;
    const double end = page.time.lo + (column + 1) * width, x = end - width / 2;
    double least = s.delays[i].second, most = least, sum = 0;
    size_t n = 0;
    do {
      least = std::min(least, s.delays[i].second);
      most = std::max(most, s.delays[i].second);
      sum += s.delays[i].second;
      ++n;
    } while (++i < s.delays.size() && s.delays[i].first < end);
    low.emplace_back(x, least);
    high.emplace_back(x, most);
    mean.emplace_back(x, sum / static_cast<double>(n));
  }
  chart.band(low, high, s.run_index % kSeriesColours, s.run);
  chart.line(mean, s.run_index % kSeriesColours, s.run);
}

Points histogram(const Page& page, const Series& s) {
  const double width = page.delay.hi / kBins;
  std::vector<double> counts(kBins, 0);
  for (double d : s.sorted)
    counts[std::min(static_cast<size_t>(d / width), kBins - 1)] +=
        100 / static_cast<double>(s.sorted.size());
  Points out;
  for (size_t i = 0; i < kBins; ++i)
    out.emplace_back(static_cast<double>(i) * width, counts[i]);
  out.emplace_back(page.delay.hi, 0);
  return out;
}

Points distribution(const Series& s) {
  Points out;
  const size_t n = s.sorted.size(), points = std::min(n, kCdfPoints);
  for (size_t i = 1; i <= points; ++i) {
    const size_t rank = i * n / points;
    out.emplace_back(s.sorted[rank - 1], 100 * static_cast<double>(rank) / static_cast<double>(n));
  }
  return out;
}

std::string delay_title(const Page& page) {
  return fmt::format("delay, {}", page.unit.name);
}

// Starts at the minimum delay if logarithmic.
AxisRange delay_axis(const Page& page, bool log) {
  return log ? AxisRange{page.least_delay, page.delay.hi, true} : page.delay;
}

Chart over_time(const Page& page, const std::string& group, const Several& series) {
  Chart chart(group, "received at, ms", delay_title(page), page.time, page.delay);
  for (const Series* s : series)
    draw_over_time(page, *s, chart);
  return chart;
}

Chart histograms(const Page& page, const std::string& group, const Several& series) {
  double most = 0;
  std::vector<std::pair<const Series*, Points>> lines;
  for (const Series* s : series) {
    lines.emplace_back(s, histogram(page, *s));
    most = std::max(most,
                    std::ranges::max(lines.back().second, {}, &Points::value_type::second).second);
  }
  Chart chart(group, delay_title(page), "% of frames", page.delay, {0, most});
  for (const auto& [s, points] : lines)
    chart.steps(points, s->run_index % kSeriesColours, s->run);
  return chart;
}

Chart distributions(const Page& page, const std::string& run, const Several& series) {
  Chart chart(run, delay_title(page), "% of frames", delay_axis(page, page.log_delay), {0, 100});
  for (const Series* s : series)
    chart.steps(distribution(*s), s->group_index % kSeriesColours, s->group);
  return chart;
}

// The share of frames above each delay: every step in the tail, and 300 points before it.
Points tail(const Series& s) {
  constexpr size_t kEvery = 1000;
  Points out;
  const size_t n = s.sorted.size(), skip = std::max<size_t>(n / kCdfPoints, 1);
  for (size_t i = 0; i + 1 < n; i += i + kEvery < n ? skip : 1)
    out.emplace_back(s.sorted[i], static_cast<double>(n - 1 - i) / static_cast<double>(n));
  return out;
}

Chart tails(const Page& page, const std::string& run, const Several& series) {
  double least = 1;
  for (const Series& s : page.series)
    least = std::min(least, 1 / static_cast<double>(s.sorted.size()));
  Chart chart(run, delay_title(page), "share that took longer", delay_axis(page, true),
              {least, 1, true});
  for (const Series* s : series)
    chart.steps(tail(*s), s->group_index % kSeriesColours, s->group);
  return chart;
}

double window_ms(const Page& page) {
  return std::max((page.left.hi - page.left.lo) / kWindows, 1e-9);
}

// Bits that left in each window. A frame's bits are spread over the windows that it crossed.
std::vector<double> bits_over_time(const Page& page, const std::vector<Departure>& departures) {
  std::vector<double> out(kWindows, 0);
  for (const Departure& d : departures) {
    const double from = (d.from - page.left.lo) / window_ms(page),
                 to = (d.to - page.left.lo) / window_ms(page);
    const auto window = [](double at) { return std::min(static_cast<size_t>(at), kWindows - 1); };
    const size_t first = window(from), last = window(to);
    for (size_t i = first; i <= last; ++i) {
      const double begin = i == first ? from : static_cast<double>(i),
                   end = i == last ? to : static_cast<double>(i + 1);
      out[i] += first == last ? d.bits : d.bits * (end - begin) / (to - from);
    }
  }
  return out;
}

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

// Steps of a value for each window; undefined ones are gaps.
Points over_windows(const Page& page, const std::vector<double>& values) {
  Points out;
  for (size_t i = 0; i <= values.size(); ++i) {
    const double at = page.left.lo + static_cast<double>(i) * window_ms(page);
    const double last = i > 0 ? values[i - 1] : kUndefined;
    const double value = i < values.size() ? values[i] : kUndefined;
    if (std::isnan(value) && !std::isnan(last)) out.emplace_back(at, last); // to its window's end
    if (i < values.size()) out.emplace_back(at, value);
  }
  return out;
}

std::vector<double> mbps_over_time(const Page& page, const Series& s) {
  auto mbps = bits_over_time(page, s.departures);
  for (double& v : mbps)
    v /= window_ms(page) * 1e3;
  return mbps;
}

Chart throughputs(const Page& page, const std::string& run, const Several& series) {
  double most = 0; // of all runs
  for (const Series& s : page.series)
    most = std::max(most, std::ranges::max(mbps_over_time(page, s)));
  Chart chart(run, "left at, ms", "Mbit/s", page.left, {0, most});
  for (const Series* s : series)
    chart.steps(over_windows(page, mbps_over_time(page, *s)), s->group_index % kSeriesColours,
                s->group);
  return chart;
}

// ---- Fairness over time

// Jain's index (sum x)^2 / (n sum x^2) of the flows' bits in each window; n counts all flows of the
// run. Undefined in an empty window.
std::vector<double> jain_over_time(const Page& page, const PlotRun& run) {
  const double hz = static_cast<double>(run.passages.me_hz);
  std::vector<double> sum(kWindows, 0), squares(kWindows, 0);
  const auto flows = by_flow(run.passages, nullptr);
  for (const Group& g : flows) {
    std::vector<Departure> departures;
    for (const Passage* p : g.frames)
      departures.push_back(departure_of(*p, hz));
    const auto bits = bits_over_time(page, departures);
    for (size_t i = 0; i < kWindows; ++i) {
      sum[i] += bits[i];
      squares[i] += bits[i] * bits[i];
    }
  }
  std::vector<double> out(kWindows, kUndefined);
  for (size_t i = 0; i < kWindows; ++i)
    if (squares[i] > 0) out[i] = sum[i] * sum[i] / (static_cast<double>(flows.size()) * squares[i]);
  return out;
}

Chart jain_chart(const Page& page, const std::vector<PlotRun>& runs) {
  Chart chart("Jain's index of throughput over flows", "left at, ms", "index", page.left, {0, 1});
  for (unsigned i = 0; i < runs.size(); ++i)
    if (!by_flow(runs[i].passages, nullptr).empty())
      chart.steps(over_windows(page, jain_over_time(page, runs[i])), i % kSeriesColours,
                  runs[i].name);
  return chart;
}

// Against ideal GPS, if the flows' resources are described.
std::optional<Chart> gini_chart(const Page& page, const std::vector<PlotRun>& runs,
                                const FlowFile& flows) {
  double most = 0;
  std::vector<Points> lines;
  for (const PlotRun& run : runs) {
    const Passages& whole = run.whole.frames.empty() ? run.passages : run.whole;
    try {
      const auto report = measure_fairness(whole, flows, window_ms(page) / 1e3, run.window);
      Points& line = lines.emplace_back();
      for (const GiniSample& g : report.gini) {
        line.emplace_back(g.time_s * 1e3, report.shared.cpu_hz > 0 ? g.both * 1e3 : g.link * 1e3);
        most = std::max(most, line.back().second);
      }
    } catch (const InputError&) { // no flows, or several links: the measure does not apply
      return {};
    }
  }
  Chart chart("Gini index against ideal GPS", "time, ms", "ms of normalised service", page.left,
              {0, most});
  for (unsigned i = 0; i < lines.size(); ++i)
    chart.line(lines[i], i % kSeriesColours, runs[i].name);
  return chart;
}

std::string table(const Page& page, const std::vector<PlotRun>& runs) {
  std::string out = fmt::format(
      "<table><tr><th>group</th><th>run</th><th>frames</th><th>max</th><th>mean</th><th>std</th>"
      "<th>50 %</th><th>90 %</th><th>99 %</th></tr>\n");
  for (const Several& series : page.of_group)
    for (const Series* of : series) {
      const DelaySummary& s = of->summary;
      const double hz = static_cast<double>(runs[of->run_index].passages.me_hz);
      const auto t = [&](auto c) {
        return fmt::format("<td>{:.3f}</td>", static_cast<double>(c) * 1e9 * page.unit.per_ns / hz);
      };
      out += fmt::format("<tr><th>{}</th><th>{}</th><td>{}</td>{}{}{}{}{}{}</tr>\n",
                         escape_markup(of->group), escape_markup(of->run), s.count, t(s.max),
                         t(s.mean), t(s.deviation), t(s.p50), t(s.p90), t(s.p99));
    }
  return out + fmt::format("</table>\n<p>Delay in {}, last byte in to last byte out.</p>\n",
                           page.unit.name);
}

// "ccdf-medium_medium": letters, digits, - and _ only.
std::string file_name(const std::string& kind, const std::string& title) {
  std::string out = kind + '-';
  for (const char c : title)
    out += std::isalnum(static_cast<unsigned char>(c)) || c == '-' ? c : '_';
  return out;
}

} // namespace

PlotPage plot_page(const std::vector<PlotRun>& runs, const PlotOptions& options) {
  for (const PlotRun& run : runs)
    check_name(run.name);
  Page page = collect(runs, options.flows);
  page.log_delay = options.log_delay;
  PlotPage out;
  out.html = page_head(options.title);
  std::set<std::string> files;
  const auto section = [&](const char* heading, const char* kind,
                           const std::vector<std::string>& key, const std::vector<Chart>& charts) {
    out.html += fmt::format("<h2>{}</h2>\n{}<div class=\"charts\">\n", heading, page_legend(key));
    for (const Chart& c : charts) {
      const auto figure = c.vega_lite();
      out.html += draw_in_page(figure);
      std::string name = file_name(kind, c.title());
      while (!files.insert(name).second)
        name += '_';
      out.figures.push_back({std::move(name), draw_figure(figure), figure.dump() + '\n', c.csv()});
    }
    out.html += "</div>\n";
  };
  const auto each = [&](const std::vector<std::string>& names, const std::vector<Several>& series,
                        auto&& draw) {
    std::vector<Chart> charts;
    for (size_t i = 0; i < names.size(); ++i)
      charts.push_back(draw(page, names[i], series[i]));
    return charts;
  };
  out.html += table(page, runs);
  section("Delay over time: mean, least to greatest", "delay", page.runs,
          each(page.groups, page.of_group, over_time));
  section("Distribution", "cdf", page.groups, each(page.runs, page.of_run, distributions));
  section("Tail of the distribution", "ccdf", page.groups, each(page.runs, page.of_run, tails));
  section("Histograms", "histogram", page.runs, each(page.groups, page.of_group, histograms));
  section("Throughput over time", "throughput", page.groups,
          each(page.runs, page.of_run, throughputs));
  std::vector<Chart> fairness = {jain_chart(page, runs)};
  if (options.flows)
    if (auto chart = gini_chart(page, runs, *options.flows)) fairness.push_back(std::move(*chart));
  const auto has_flows = [](const PlotRun& run) { return !by_flow(run.passages, nullptr).empty(); };
  if (std::ranges::any_of(runs, has_flows))
    section("Fairness over time", "fairness", page.runs, fairness);
  out.html += kPageEnd;
  return out;
}

} // namespace ixp
