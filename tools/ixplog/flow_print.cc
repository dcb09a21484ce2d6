// Output of ixplog flows.
#include "tools/ixplog/flow_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ixp {

namespace {

std::string where_text(const FlowFigures& f) {
  std::string out;
  for (const auto& [place, n] : f.where)
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", n, place);
  return out;
}

class Printer {
public:
  explicit Printer(const FlowReport& r) : r_(r), ns_(1e9 / static_cast<double>(r.me_hz)) {}

  Table table(bool with_time) const {
    std::vector<Column> columns;
    if (with_time) columns = {{"from ms", "from_ms", 3}, {"to ms", "to_ms", 3}};
    for (const Column& c : std::vector<Column>{{"flow", "flow"},
                                               {"category", "category"},
                                               {"received", "received"},
                                               {"transmitted", "transmitted"}})
      columns.push_back(c);
    if (r_.account) columns.push_back({"inside", "inside"});
    columns.push_back(r_.account ? Column{"lost", "lost"}
                                 : Column{"not transm.", "not_transmitted"});
    for (const Column& c : std::vector<Column>{{"missing", "missing"},
                                               {"Mbit/s in", "offered_mbps", 3},
                                               {"out", "throughput_mbps", 3},
                                               {"mean", "delay_mean_ns"},
                                               {"50 %", "delay_p50_ns"},
                                               {"90 %", "delay_p90_ns"},
                                               {"99 %", "delay_p99_ns"},
                                               {"99.9 %", "delay_p99.9_ns"},
                                               {"max", "delay_max_ns"},
                                               {"jitter", "jitter_change_ns"},
                                               {"rfc3550", "jitter_rfc3550_ns"}})
      columns.push_back(c);
    if (r_.account) columns.push_back({"did not leave", "where"});
    return Table(columns);
  }

  void row(Table& t, const FlowFigures& f, const FlowSlice& slice, bool with_time) const {
    std::vector<Cell> cells;
    if (with_time) cells = {slice.from_ms, slice.to_ms};
    cells.insert(cells.end(), {f.name, f.category, f.received, f.transmitted});
    if (r_.account) cells.emplace_back(f.inside);
    // Without frames a run has no time and no rates.
    const auto mbps = [&](double bps) { return slice.from_ms < slice.to_ms ? bps / 1e6 : Cell{}; };
    const auto t_ns = [&](auto cycles) { return static_cast<double>(cycles) * ns_; };
    const auto delay = [&](auto cycles) { return f.delay.count ? t_ns(cycles) : Cell{}; };
    const auto jitter = [&](std::optional<double> c) { return c ? t_ns(*c) : Cell{}; };
    cells.insert(cells.end(), {f.lost, f.missing, mbps(f.offered_bps), mbps(f.throughput_bps),
                               delay(f.delay.mean), delay(f.delay.p50), delay(f.delay.p90),
                               delay(f.delay.p99), delay(f.delay.p999), delay(f.delay.max),
                               jitter(f.jitter.change), jitter(f.jitter.rfc3550)});
    if (r_.account) cells.emplace_back(where_text(f));
    t.row(std::move(cells));
  }

  std::string heading(const char* what, const FlowSlice& s) const {
    return fmt::format("{} {:.3f} to {:.3f} ms\n", what, s.from_ms, s.to_ms);
  }
  std::string text() const {
    Table whole = table(false);
    for (const FlowFigures& f : r_.whole.flows)
      row(whole, f, r_.whole, false);
    row(whole, r_.all, r_.whole, false);
    std::string out = "Delay and jitter in ns, last byte in to last byte out\n" +
                      heading("Received", r_.whole) + whole.text();
    for (const FlowSlice& s : r_.slices) {
      Table t = table(false);
      for (const FlowFigures& f : s.flows)
        row(t, f, s, false);
      out += '\n' + heading("Received", s) + t.text();
    }
    return out + notes();
  }
  // Facts missing in the logs.
  std::string notes() const {
    std::string out;
    if (r_.lost_before)
      out += fmt::format("Before the chip: {} frames overran the buffers of receive ports; logs do "
                         "not have them\n",
                         r_.lost_before);
    if (!r_.account && r_.all.lost)
      out += "Frames inside at the end and the causes of losses are in stats.json of the run, "
             "which is not beside the logs\n";
    if (r_.cut)
      out += fmt::format("The logs have only the first bytes of {} of {} frames (--log-data)\n",
                         r_.cut, r_.frames);
    return out;
  }
  std::string csv() const {
    const bool sliced = !r_.slices.empty();
    Table t = table(true);
    const auto slice = [&](const FlowSlice& s) {
      for (const FlowFigures& f : s.flows)
        row(t, f, s, true);
    };
    if (!sliced) slice(r_.whole);
    for (const FlowSlice& s : r_.slices)
      slice(s);
    return t.csv();
  }

  nlohmann::ordered_json json(const FlowSlice& s) const {
    Table t = table(false);
    for (const FlowFigures& f : s.flows)
      row(t, f, s, false);
    auto flows = t.json();
    if (r_.account)
      for (size_t i = 0; i < s.flows.size(); ++i)
        flows[i]["where"] = s.flows[i].where;
    return {{"from_ms", s.from_ms}, {"to_ms", s.to_ms}, {"flows", std::move(flows)}};
  }
  std::string json() const {
    nlohmann::ordered_json out = {{"me_hz", r_.me_hz}, {"account", r_.account}};
    if (r_.account) out["overran_ports"] = r_.lost_before;
    out["frames"] = r_.frames;
    out["frames_cut"] = r_.cut;
    out.update(json(r_.whole));
    if (!r_.slices.empty()) out["windows"] = nlohmann::ordered_json::array();
    for (const FlowSlice& s : r_.slices)
      out["windows"].push_back(json(s));
    return out.dump(2) + '\n';
  }

private:
  const FlowReport& r_;
  double ns_;
};

} // namespace

std::string print_flows(const FlowReport& report, Format format) {
  const Printer p(report);
  switch (format) {
  case Format::Text: return p.text();
  case Format::Csv: return p.csv();
  case Format::Json: return p.json();
  }
  return {};
}

} // namespace ixp
