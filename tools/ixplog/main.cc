// ixplog: the command line.
#include "base/chart.h"
#include "base/diagnostic.h"
#include "base/figure.h"
#include "base/files.h"
#include "base/program.h"
#include "base/version.h"
#include "tools/ixplog/check.h"
#include "tools/ixplog/delay.h"
#include "tools/ixplog/diff.h"
#include "tools/ixplog/fairness.h"
#include "tools/ixplog/flow_report.h"
#include "tools/ixplog/guarantee.h"
#include "tools/ixplog/jitter.h"
#include "tools/ixplog/journey.h"
#include "tools/ixplog/logs.h"
#include "tools/ixplog/plot.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <optional>
#include <set>

namespace {

int print(const std::string& text) {
  ixp::write_file("-", text);
  return 0;
}

// Validator for milliseconds: CLI11's own accepts nan, and very short windows use all memory.
std::function<std::string(const std::string&)> milliseconds(double least) {
  return [least](const std::string& text) -> std::string {
    constexpr double kMost = 1e9;
    double value = 0;
    if (CLI::detail::lexical_cast(text, value) && value >= least && value <= kMost) return {};
    return fmt::format("'{}', expected {} to {} ms", text, least, kMost);
  };
}
constexpr double kShortestWindowMs = 0.001;

// Writes result files even if nothing could be tested.
template <class Work>
auto with_results(const ixp::ResultFiles& files, const char* suite, Work work) {
  try {
    return work();
  } catch (const std::exception& e) {
    files.write({suite, suite, {}, e.what(), {}});
    throw;
  }
}

int diff(const std::string& golden, const std::string& fresh, const ixp::DiffOptions& options,
         const ixp::ResultFiles& files) {
  const auto results =
      with_results(files, "ixplog diff", [&] { return ixp::diff_logs(golden, fresh, options); });
  files.write(ixp::test_run(results));
  for (const ixp::LogDifference& r : results.logs)
    ixp::write_file("-", !r.report.empty() || r.note.empty()
                             ? r.report
                             : fmt::format("{}: {}\n", r.log, r.note));
  ixp::write_file("-", results.remark);
  return results.differ() ? 1 : 0;
}

// Whether the file is the CSV of a chart.
bool is_chart(const std::filesystem::path& path) {
  std::string line;
  std::getline(std::ifstream(path), line);
  return line + '\n' == ixp::Chart::kCsvHeader;
}

// Common options of the measuring commands.
struct Measure {
  std::vector<std::string> logs;
  std::string flows_path;
  std::optional<ixp::FlowFile> flows;
  ixp::Window window;
  bool csv = false, json = false;

  ixp::Format format() const {
    return csv ? ixp::Format::Csv : json ? ixp::Format::Json : ixp::Format::Text;
  }
  const ixp::FlowFile* description() {
    if (!flows && !flows_path.empty()) flows = ixp::read_flows(flows_path);
    return flows ? &*flows : nullptr;
  }
  ixp::Passages all_passages(const std::vector<std::string>& paths) const {
    return ixp::match_frames(ixp::open_logs(paths));
  }
  ixp::Passages passages(const std::vector<std::string>& paths) const {
    ixp::Passages p = all_passages(paths);
    ixp::keep(p, window);
    return p;
  }

  void add_format(CLI::App& c, const char* csv_text) {
    auto* as_csv = c.add_flag("--csv", csv, csv_text);
    c.add_flag("--json", json, "As JSON")->excludes(as_csv);
  }
  void add_flows(CLI::App& c, const char* text) {
    c.add_option("--flows", flows_path, text)->type_name("FLOWS");
  }
  void add_window(CLI::App& c, const char* from = "Only frames received at or after this time",
                  const char* to = "Only frames received before") {
    c.add_option("--from-ms", window.from_ms, from)->type_name("MS")->check(milliseconds(0));
    c.add_option("--to-ms", window.to_ms, to)->type_name("MS")->check(milliseconds(0));
    c.final_callback([this] {
      if (window.to_ms && *window.to_ms <= window.from_ms)
        throw CLI::ValidationError("--to-ms", "expected a time after --from-ms");
    });
  }
  void add_logs(CLI::App& c) {
    c.add_option("LOG", logs, "Receive and transmit logs")->required()->type_name("");
  }
};

// "PCFQ=out/pcfq", or a folder, named by itself, also with '=' in its name.
ixp::PlotRun plot_run(const Measure& m, const std::string& text) {
  std::error_code unreadable;
  const size_t equals = std::filesystem::exists(text, unreadable) ? text.npos : text.find('=');
  const std::string name = text.substr(0, equals);
  if (name.empty())
    throw ixp::InputError(fmt::format("'{}' has no name before '='; expected NAME=FOLDER", text));
  ixp::PlotRun run{
      name, m.all_passages({equals == text.npos ? text : text.substr(equals + 1)}), m.window, {}};
  if (m.window.from_ms > 0 || m.window.to_ms) run.whole = run.passages;
  ixp::keep(run.passages, m.window);
  return run;
}

struct CommandLine {
  CLI::App app{"Measures and compares runs by their port logs"};
  std::string golden, fresh, output, title = "Delay";
  ixp::DiffOptions diff_options;
  ixp::ResultFiles results;
  Measure m;
  std::vector<std::string> runs, expressions;
  std::string run_folder, checks_path, figures;
  bool log_delay = false;
  ixp::JourneyBy by = ixp::JourneyBy::Flow;
  unsigned bins = 0;
  double interval_ms = 1, slice_ms = 0;
  CLI::App *diff = nullptr, *delay = nullptr, *per_flow = nullptr, *check = nullptr,
           *jitter = nullptr, *fairness = nullptr, *guarantee = nullptr, *plot = nullptr,
           *journey = nullptr, *draw = nullptr, *convert = nullptr;

  CommandLine() {
    app.name("ixplog");
    app.set_version_flag("--version", ixp::version_of("ixplog"));
    app.footer("LOG is a port log, or a folder with those of a run.\n"
               "FLOWS is the description that ixpgen made the streams from.\n"
               "Exit status: 0 done, 1 the logs differ or the input was wrong, 2 usage.");
    app.require_subcommand(1);
    add_diff();
    add_delay();
    add_flows();
    add_check();
    add_jitter();
    add_fairness();
    add_guarantee();
    add_plot();
    add_journey();
    add_draw();
    convert = app.add_subcommand("to-pcapng", "Logs as one pcapng file");
    convert->add_option("LOG", m.logs)->required()->type_name("");
    convert->add_option("-o,--out", output, "File to write")->required()->type_name("FILE");
  }

  void add_diff() {
    diff = app.add_subcommand("diff", "Show where two logs, or all logs of two folders, part");
    diff->add_option("GOLDEN", golden)->required()->type_name("");
    diff->add_option("NEW", fresh)->required()->type_name("");
    auto* time = diff->add_flag("--ignore-time", diff_options.ignore_time,
                                "Same frames in the same order, at any time");
    auto* content = diff->add_flag("--content-only", diff_options.content_only,
                                   "Same bytes in the same order; tags and times are ignored");
    diff->add_flag("--any-order", diff_options.any_order, "Same frames, or bytes, in any order");
    diff->add_option("--tolerance", diff_options.tolerance, "Times may differ by so much")
        ->excludes(time)
        ->excludes(content)
        ->check(ixp::whole_number)
        ->type_name("CYCLES");
    diff->add_option("--show", diff_options.show, "Differences of each log that are shown (5)")
        ->check(ixp::whole_number)
        ->type_name("N");
    add_results(*diff);
  }
  void add_results(CLI::App& c) {
    c.add_option("--junit", results.junit, "Also write the result as JUnit XML")->type_name("FILE");
    c.add_option("--tap", results.tap, "Also write it in the Test Anything Protocol")
        ->type_name("FILE");
  }
  void add_delay() {
    delay = app.add_subcommand("delay", "Latency of frames through the chip, or the network");
    m.add_logs(*delay);
    m.add_flows(*delay, "Names and categories of flows");
    m.add_window(*delay);
    delay->add_option("--histogram", bins, "Also histograms of N bins (not in CSV)")
        ->check(ixp::whole_number)
        ->check(CLI::Range(1, 10000))
        ->type_name("N");
    m.add_format(*delay, "A line a frame");
  }
  void add_flows() {
    per_flow = app.add_subcommand("flows", "Loss, throughput and delay per flow");
    m.add_logs(*per_flow);
    m.add_flows(*per_flow, "Names, categories and order of flows; without: numbers, or 5-tuples");
    m.add_window(*per_flow);
    per_flow->add_option("--window-ms", slice_ms, "Also over time, in windows of this length")
        ->check(milliseconds(kShortestWindowMs))
        ->type_name("MS");
    m.add_format(*per_flow, "A line a flow; with --window-ms a line a flow and window");
  }
  void add_check() {
    check = app.add_subcommand("check", "Check assertions about a run");
    check->add_option("RUN", run_folder, "Folder of a run")->required()->type_name("");
    check->add_option("CHECK", expressions, "Expressions; all must be true")->type_name("");
    check->add_option("--checks", checks_path, "File of expressions, one a line, # for remarks")
        ->type_name("FILE");
    m.add_flows(*check, "Names and categories of flows");
    m.add_window(*check);
    add_results(*check);
    check->footer(
        "ixplog check out/run 'p99(delay, flow=modest*) < 2ms' 'loss(port=1) == 0'\n"
        "Functions: received transmitted reordered loss inside missing (frames), loss_rate,\n"
        "  offered throughput (rates), jitter, min mean max std p50 p99 p99.9 (delay),\n"
        "  jain(throughput)\n"
        "Of which frames: flow=PATTERN category=PATTERN rx=PORT tx=PORT port=PORT\n"
        "Units: ns us ms s cycles, bit/s kbit/s Mbit/s Gbit/s, %.\n"
        "Exit status: 1 when a check fails, 2 when one cannot be understood.");
  }
  void add_jitter() {
    jitter = app.add_subcommand("jitter", "Variation of delay within a flow");
    m.add_logs(*jitter);
    m.add_flows(*jitter, "Names and categories of flows");
    m.add_window(*jitter);
    m.add_format(*jitter, "As CSV");
  }
  void add_fairness() {
    fairness = app.add_subcommand("fairness", "Service against weights and ideal GPS");
    m.add_logs(*fairness);
    m.add_flows(*fairness, "Weights and resources; required");
    fairness->get_option("--flows")->required();
    m.add_window(*fairness, "Report from this time on; accounts begin with the run",
                 "Report until this time");
    fairness->add_option("--interval-ms", interval_ms, "Between samples of the Gini index (1)")
        ->check(milliseconds(kShortestWindowMs))
        ->type_name("MS");
    m.add_format(*fairness, "The Gini index over time");
  }
  void add_guarantee() {
    guarantee =
        app.add_subcommand("guarantee", "Delays that WFQ and PCFQ promise, by closed forms");
    guarantee->add_option("FLOWS", m.flows_path, "Description of the flows (.toml)")
        ->required()
        ->type_name("")
        ->check(ixp::not_empty);
    m.add_format(*guarantee, "As CSV");
  }
  void add_plot() {
    plot = app.add_subcommand("plot", "Delays as an HTML page with charts");
    plot->add_option("RUN", runs, "Folders of logs, also NAME=FOLDER; several are compared")
        ->required()
        ->type_name("");
    plot->add_option("-o,--out", output, "File to write")->required()->type_name("FILE");
    plot->add_option("--figures", figures,
                     "Also each chart as DIR/NAME.svg, .vl.json (Vega-Lite) and .csv")
        ->type_name("DIR");
    plot->add_flag("--log-delay", log_delay, "Logarithmic axis of delay in distributions");
    plot->add_option("--title", title, "Heading of the page")->type_name("TEXT");
    m.add_flows(*plot, "Names and categories of flows");
    m.add_window(*plot);
  }

  void add_journey() {
    journey = app.add_subcommand("journey", "Time of frames per stage and flow");
    journey->add_option("RUN", run_folder, "Folder of a run with --rings all --ring-frames")
        ->required()
        ->type_name("");
    journey->add_option("--by", by, "flow (default), category, port or all")
        ->transform(CLI::CheckedTransformer(
            std::map<std::string, ixp::JourneyBy>{{"flow", ixp::JourneyBy::Flow},
                                                  {"category", ixp::JourneyBy::Category},
                                                  {"port", ixp::JourneyBy::Port},
                                                  {"all", ixp::JourneyBy::All}}))
        ->type_name("WHAT");
    journey->add_option("--svg", output, "Also a picture; NAME.svg with NAME.vl.json (Vega-Lite)")
        ->type_name("FILE");
    m.add_flows(*journey, "Names, categories and order of flows; without: numbers, or 5-tuples");
    m.add_window(*journey);
    m.add_format(*journey, "A line for each group and stage");
  }

  void add_draw() {
    draw = app.add_subcommand("draw", "A figure as SVG, from its Vega-Lite specification");
    draw->add_option("FIGURE", run_folder, "File NAME.vl.json; - is standard input")
        ->required()
        ->type_name("FILE");
    draw->add_option("-o,--out", output, "File to write")->required()->type_name("FILE");
  }

  int run_draw() const {
    ixp::write_file(output, ixp::draw_file(run_folder));
    return 0;
  }

  int run_journey() {
    if (by == ixp::JourneyBy::Category && m.flows_path.empty())
      throw CLI::ValidationError("--by category", "categories are in the description: --flows");
    const auto report = ixp::measure_journey(run_folder, {by, m.description(), m.window});
    if (!output.empty()) ixp::draw_journey(report, output);
    return print(ixp::print_journey(report, m.format()));
  }
  int run_delay() {
    const ixp::FlowFile* flows = m.description();
    const ixp::DelayOptions options{.flows = flows, .window = m.window, .bins = bins};
    const bool network = m.logs.size() == 1 && ixp::is_network_run(m.logs.front());
    if (network && (flows || m.csv))
      throw CLI::ValidationError(flows ? "--flows" : "--csv",
                                 "is for one chip: " + m.logs.front() +
                                     " is of a network; its frames are in CHIP/frames.log");
    const auto report = network ? ixp::measure_network_delay(m.logs.front(), options)
                                : ixp::measure_delay(ixp::open_logs(m.logs), options);
    return print(ixp::print_delay(report, m.format(), flows));
  }
  int run_flows() {
    const ixp::FlowOptions options{m.window, slice_ms, {}};
    const auto report = ixp::measure_flows(ixp::open_logs(m.logs), m.description(), options);
    return print(ixp::print_flows(report, m.format()));
  }
  std::vector<ixp::Check> checks() const {
    std::vector<ixp::Check> out;
    if (!checks_path.empty()) out = ixp::read_checks(checks_path);
    for (const std::string& e : expressions)
      out.emplace_back(e);
    if (out.empty()) throw CLI::ValidationError("expected a CHECK, or --checks FILE with some");
    return out;
  }
  ixp::TestRun apply_checks() {
    ixp::TestRun out{"ixplog check", run_folder, {}, {}, {}};
    const auto wanted = checks();
    const ixp::FlowFrames frames(ixp::open_logs({run_folder}), m.description());
    for (const ixp::Check& c : wanted) {
      const auto outcome = c.apply(frames, m.window);
      print(outcome.why.empty() ? fmt::format("ok      {}: {}\n", c.expression(), outcome.values)
                                : fmt::format("FAILED  {}: {}\n", c.expression(), outcome.why));
      out.results.push_back({c.expression(), outcome.why});
    }
    return out;
  }
  int run_check() {
    try {
      const auto done = with_results(results, "ixplog check", [&] { return apply_checks(); });
      results.write(done);
      return done.failed() ? 1 : 0;
    } catch (const ixp::CheckError& e) {
      throw CLI::ValidationError(e.what());
    }
  }
  int run_fairness() {
    const ixp::FlowFile& flows = *m.description();
    const auto report =
        ixp::measure_fairness(m.all_passages(m.logs), flows, interval_ms / 1e3, m.window);
    flows.warn_of_weights(report.shared.cpu_hz > 0, true);
    return print(ixp::print_fairness(report, m.format()));
  }
  int run_guarantee() {
    const ixp::FlowFile& flows = *m.description();
    const auto promised = ixp::guarantees(flows);
    flows.warn_of_weights(true, true);
    return print(ixp::print_guarantees(promised, m.format()));
  }
  // Figures of another plot would look like ones of this.
  void check_figures(const ixp::PlotPage& page) const {
    std::set<std::string> others;
    std::error_code error; // a new folder has none
    for (const auto& entry : std::filesystem::directory_iterator(figures, error))
      if (entry.path().extension() == ".csv" && entry.is_regular_file(error) &&
          is_chart(entry.path()))
        others.insert(entry.path().stem().string());
    for (const ixp::Figure& f : page.figures)
      others.erase(f.name);
    if (!others.empty())
      throw ixp::InputError({(std::filesystem::path(figures) / *others.begin()).string() + ".csv"},
                            "is of another plot; remove its figures, or choose another folder");
  }
  void write_figures(const ixp::PlotPage& page) const {
    if (figures.empty()) return;
    std::error_code error; // appears when a file cannot be created
    std::filesystem::create_directories(figures, error);
    for (const ixp::Figure& f : page.figures) {
      const std::string path = (std::filesystem::path(figures) / f.name).string();
      ixp::write_file(path + ".svg", f.svg);
      ixp::write_file(path + ".vl.json", f.vega_lite);
      ixp::write_file(path + ".csv", f.csv);
    }
  }
  int run_plot() {
    std::vector<ixp::PlotRun> loaded;
    for (const std::string& run : runs)
      loaded.push_back(plot_run(m, run));
    std::set<std::string> names;
    for (const ixp::PlotRun& run : loaded)
      if (!names.insert(run.name).second)
        throw ixp::InputError(fmt::format(
            "two runs are named '{}'; expected a name for each, e.g. A=FOLDER B=FOLDER", run.name));
    const auto page = ixp::plot_page(loaded, {title, m.description(), log_delay});
    if (!figures.empty()) check_figures(page);
    ixp::write_file(output, page.html);
    write_figures(page);
    return 0;
  }

  int run() {
    if (*diff) return ::diff(golden, fresh, diff_options, results);
    if (*delay) return run_delay();
    if (*per_flow) return run_flows();
    if (*check) return run_check();
    if (*jitter)
      return print(
          ixp::print_jitter(ixp::measure_jitter(m.passages(m.logs), m.description()), m.format()));
    if (*fairness) return run_fairness();
    if (*guarantee) return run_guarantee();
    if (*plot) return run_plot();
    if (*journey) return run_journey();
    if (*draw) return run_draw();
    ixp::write_pcapng(ixp::open_logs(m.logs), output);
    return 0;
  }
};

} // namespace

int main(int argc, char** argv) {
  return ixp::run_program<CommandLine>(argc, argv);
}
