#include "base/chart.h"
#include "base/diagnostic.h"
#include "base/figure.h"
#include "tests/catch.h"
#include "tests/unit/ixplog/flow_logs.h"
#include "tools/ixplog/plot.h"
#include "tools/ixplog/table.h"

#include <nlohmann/json.hpp>
#include <set>

using namespace ixp;

static size_t count(const std::string& text, const std::string& what) {
  size_t n = 0;
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1))
    ++n;
  return n;
}

TEST_CASE("Tables align words left and numbers right; programs get every digit") {
  Table t({{"flow", "flow"}, {"share", "share", 2}, {"", ""}, {"n", "n"}});
  t.row({std::string("a"), 0.125, std::string("x"), uint64_t{7}});
  t.row({std::string("long, \"b\""), 10.5, std::string(), uint64_t{12345}});
  CHECK(t.text() == "flow       share         n\n"
                    "a           0.12  x      7\n"
                    "long, \"b\"  10.50     12345\n");
  CHECK(t.csv() == "flow,share,n\na,0.125,7\n\"long, \"\"b\"\"\",10.5,12345\n");
  CHECK(t.json().dump() ==
        R"([{"flow":"a","share":0.125,"n":7},{"flow":"long, \"b\"","share":10.5,"n":12345}])");
}

TEST_CASE("Ticks are round and inside the range") {
  CHECK(ticks({0, 10}, 5) == std::vector<double>{0, 2, 4, 6, 8, 10});
  CHECK(ticks({3, 3}, 5) == std::vector<double>{3});
  const auto t = ticks({0.13, 0.94}, 4);
  CHECK(t.front() >= 0.13);
  CHECK(t.back() <= 0.94);
  CHECK(t.size() >= 3);
}

TEST_CASE("The axis of values ends at a tick: what is highest can be read off") {
  for (const auto& [highest, label] :
       {std::pair{17.4, ">20<"}, {28.6, ">30<"}, {730.0, ">800<"}, {1000.0, ">1000<"}}) {
    Chart chart("", "x", "y", {0, 1}, {0, highest});
    chart.line({{0, 0}, {1, highest}}, 0, "");
    const std::string svg = draw_in_page(chart.vega_lite());
    CHECK(count(svg, label) == 1);
    CHECK(count(svg, "L548.0 26.0") == (highest == 1000.0 ? 3 : 2)); // grid; the line below
  }
}

TEST_CASE("A limit is a line across the chart, with its name above") {
  Chart chart("", "x", "y", {0, 10}, {0, 2000});
  chart.limit(1000, "line rate <1>");
  const std::string svg = draw_in_page(chart.vega_lite());
  CHECK(count(svg, "<path class=\"limit\" d=\"M58.0 98.0L548.0 98.0\"/>") == 1);
  CHECK(count(svg, "y=\"94\" text-anchor=\"end\">line rate &lt;1&gt;<") == 1);
}

TEST_CASE("Numbers of the horizontal axis end within the chart") {
  const std::string svg = draw_in_page(Chart("", "x", "y", {0, 200'000}, {0, 1}).vega_lite());
  CHECK(count(svg, "<text x=\"540.8\" y=\"184\" text-anchor=\"middle\">200000<") == 1);
}

TEST_CASE("A page has a chart for each group, and one of distributions for each run") {
  const auto run = [](const char* name, uint64_t late) {
    return PlotRun{name, match_frames(logs_of({{1, 0, 1000, 2000 + late},
                                               {2, 3000, 4000, 5000 + late},
                                               {1, 6000, 7000, 9000 + late}}))};
  };
  const PlotPage result = plot_page({run("A<B", 0), run("C", 600)}, {"Title & more", nullptr});
  const std::string& page = result.html;
  // Over time, distributions, tails, histograms, throughput, Jain's index.
  CHECK(count(page, "<svg") == 2 + 2 + 2 + 2 + 2 + 1);
  CHECK(count(page, "</svg>") == 11);
  CHECK(page.find("<h1>Title &amp; more</h1>") != std::string::npos);
  CHECK(page.find("A&lt;B") != std::string::npos);
  CHECK(page.find("A<B") == std::string::npos);
  CHECK(page.find("<td>5.000</td>") != std::string::npos); // 3000 cycles, in µs
  CHECK(page.find("nan") == std::string::npos);
  CHECK(page.find("inf") == std::string::npos);
  CHECK(page.find("http") == std::string::npos); // no network access
  CHECK(page.find("<script") == std::string::npos);
}

TEST_CASE("One frame is enough for a page, none is not") {
  const Passages one = match_frames(logs_of({{1, 0, 10, 20}}));
  CHECK(plot_page({{"x", one}}, {"t", nullptr}).html.find("nan") == std::string::npos);
  CHECK_THROWS_AS(plot_page({{"x", match_frames(logs_of({}))}}, {"t", nullptr}), InputError);
}

TEST_CASE("Logarithmic axes have powers of ten, and places in proportion to them") {
  CHECK(ticks({0.001, 1, true}, 4) == std::vector<double>{0.001, 0.01, 0.1, 1});
  CHECK(ticks({2, 11, true}, 4) == std::vector<double>{2, 5, 10});
  CHECK(ticks({3, 4, true}, 4) == ticks({3, 4}, 4)); // too few powers
  CHECK(ticks({1, 1e12, true}, 4).size() <= 5);
  Chart c("t", "x", "y", {1, 100, true}, {0, 1});
  c.line({{1, 0}, {10, 0}, {100, 0}}, 0, "a");
  CHECK(draw_in_page(c.vega_lite()).find("M58.0 170.0L303.0 170.0L548.0 170.0") !=
        std::string::npos);
  Chart none("t", "x", "y", {0, 0, true}, {0, 1, true}); // no value has a logarithm
  none.line({{0, 0}, {-1, 5}}, 0, "a");
  const std::string svg = draw_in_page(none.vega_lite());
  CHECK(count(svg, "nan") + count(svg, "inf") == 0);
}

TEST_CASE("A figure is a file of its own, and its points are a table") {
  Chart c("A & B", "x", "y", {0, 10}, {0, 1});
  c.steps({{0, 0.5}, {10, 1}}, 1, "one, \"two\"");
  c.band({{0, 0}}, {{0, 1}}, 1, "w<x");
  const std::string svg = draw_figure(c.vega_lite());
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK(svg.find("A &amp; B") != std::string::npos);
  CHECK(svg.find("var(") == std::string::npos); // viewers outside of browsers
  CHECK(c.csv() == "series,x,y\n\"one, \"\"two\"\"\",0,0.5\n\"one, \"\"two\"\"\",10,1\n"
                   "\"w<x, least\",0,0\n\"w<x, greatest\",0,1\n");
}

namespace {
// A panel of names from top to bottom over numbers up to 10, with one layer.
nlohmann::ordered_json panel(const std::string& mark, const std::string& rows) {
  auto out = nlohmann::ordered_json::parse(R"({"title": "t", "width": 100, "height": 40, "encoding":
    {"x": {"field": "x", "type": "quantitative", "scale": {"domain": [0, 10]}},
     "y": {"field": "y", "type": "nominal", "title": null, "scale": {"domain": ["a", "b"]}},
     "x2": {"field": "x2"}, "text": {"field": "y"},
     "color": {"field": "x", "scale": {"type": "threshold", "domain": [0, 5], "range": ["#111111", "#222222", "#333333"]}}}})");
  out["layer"] = {{{"mark", {{"type", mark}, {"size", 314}, {"align", "left"}}},
                   {"data", {{"values", nlohmann::ordered_json::parse(rows)}}}}};
  return out;
}
} // namespace

TEST_CASE("Bars, circles and texts are where their values are, in the colour of their class") {
  const std::string rows = R"([{"x": 5, "x2": 2, "y": "b"}])";
  const auto has = [&](const std::string& mark, const std::string& text) {
    CHECK(count(draw_figure(panel(mark, rows)), text) == 1);
  };
  has("bar", "fill=\"#333333\" d=\"M78 46h30v20h-30z\"");
  has("circle", "d=\"M98 56a10 10 ");
  has("text", "<text x=\"108\" y=\"56\" text-anchor=\"start\">b<");
}

TEST_CASE("A row of panels has their columns side by side and the key below") {
  const auto one = panel("bar", R"([{"x": 4, "x2": 0, "y": "a"}])");
  nlohmann::ordered_json figure;
  figure["vconcat"] = {{{"title", "row"}, {"hconcat", {one, one}}}};
  const std::string svg = draw_figure(figure);
  CHECK(svg.find("width=\"340\" height=\"178\"") != std::string::npos);
  CHECK(svg.find("M58 48h40v") != std::string::npos);
  CHECK(svg.find("M228 48h40v") != std::string::npos);
  CHECK(svg.find(">row<") < svg.find(">t<"));
}

TEST_CASE("What cannot be drawn is an error") {
  const auto fails = [](const std::string& mark, const std::string& rows, const std::string& said) {
    CHECK_THROWS_WITH(draw_figure(panel(mark, rows)), Catch::Contains(said));
  };
  fails("pie", R"([{"x": 1, "y": "a"}])", "mark 'pie' is not drawn; expected line");
  fails("circle", R"([{"x": 1, "y": "c"}])", "'c' is not in the domain");
  fails("circle", R"([{"y": "a"}])", "key 'x' not found");
}

namespace {
const Figure& figure(const PlotPage& page, const std::string& name) {
  for (const Figure& f : page.figures)
    if (f.name == name) return f;
  FAIL("no figure " << name);
  return page.figures[0];
}
} // namespace

TEST_CASE("Tail, throughput and Jain's index are those of the frames") {
  // Flow 1: 600, 1200, 1800, 2400 cycles (1 to 4 us); flow 2 one of 600. All leave within 6000.
  const Passages p = match_frames(logs_of({{1, 0, 0, 600, 0, 100},
                                           {1, 1000, 1100, 2200, 0, 100},
                                           {1, 2000, 2100, 3800, 0, 100},
                                           {1, 3600, 3700, 6000, 0, 100},
                                           {2, 5400, 5500, 6000, 0, 300}}));
  const PlotPage page = plot_page({{"run/1", p}}, {"t", nullptr});
  CHECK(figure(page, "ccdf-run_1").csv ==
        "series,x,y\n\"flow 1\",1,0.75\n\"flow 1\",2,0.5\n\"flow 1\",3,0.25\n");
  // 60 windows of 100 cycles. Flow 1 sends 800 bits in the first six of them, 800 in 11 to 21.
  const std::string rates = figure(page, "throughput-run_1").csv;
  CHECK(count(rates, ",800.0000") == 6);
  CHECK(rates.find("\"flow 1\",0,800.0000") != std::string::npos);
  CHECK(rates.find("\"flow 1\",0.001,0\n") != std::string::npos);
  CHECK(count(rates, ",436.36") == 10);
  CHECK(count(rates, ",718.71") == 1);                               // the next frame begins
  CHECK(count(rates, "\"flow 2\"") - count(rates, ",2880\n") == 55); // the last value appears twice
  const std::string jain = figure(page, "fairness-Jain_s_index_of_throughput_over_flows").csv;
  CHECK(jain.find("\"run/1\",0.001,0.5\n") != std::string::npos); // one of two
  // 34.78 and 480 bits: (34.78 + 480)^2 / (2 (34.78^2 + 480^2))
  CHECK(jain.find(",0.57208", jain.size() - 24) != std::string::npos);
}

TEST_CASE("Series of one colour are separate lines") {
  Chart c("", "x", "y", {0, 10}, {0, 1});
  c.line({{0, 1}, {5, 1}}, 0, "a");
  c.line({{5, 0}, {10, 0}}, 0, "b");
  CHECK(count(draw_in_page(c.vega_lite()), "<path class=\"line s0\"") == 2);
}

TEST_CASE("A run without frames keeps its name and its colour") {
  const Passages p = match_frames(logs_of({{1, 0, 0, 600, 0, 100}, {2, 0, 600, 1200, 0, 100}}));
  const PlotPage page = plot_page({{"empty", match_frames(logs_of({}))}, {"x", p}}, {"t", nullptr});
  CHECK(count(page.html, "<i class=\"key s0\"></i>empty<") == 3);
  CHECK(count(page.html, "<i class=\"key s1\"></i>x<") == 3);
  const Figure& jain = figure(page, "fairness-Jain_s_index_of_throughput_over_flows");
  CHECK(count(jain.svg, "<path class=\"line s1\"") == 2); // with its key
  CHECK(count(figure(page, "delay-flow_1").svg, "<path class=\"line s1\"") == 2);
}

TEST_CASE("Windows without frames have no fairness index") {
  // 60 windows of 100 cycles; frames leave in the first two and in the last one.
  const Passages p = match_frames(logs_of({{1, 0, 0, 200, 0, 100}, {1, 5000, 5900, 6000, 0, 100}}));
  const PlotPage page = plot_page({{"a", p}}, {"t", nullptr});
  const Figure& jain = figure(page, "fairness-Jain_s_index_of_throughput_over_flows");
  CHECK(count(jain.csv, ",1\n") == 3 + 2); // with the ends of both parts
  CHECK(count(jain.csv, ",\n") == 57);
  CHECK(jain.vega_lite.find("\"y\":null") != std::string::npos);
  const size_t line = jain.svg.find("<path class=\"line s0\" d=\"");
  const std::string path = jain.svg.substr(line, jain.svg.find("/>", line) - line);
  CHECK(count(path, "M") == 2);
  CHECK(count(path, "L") == 4 + 2);                                         // steps
  CHECK(figure(page, "throughput-a").csv.find(",\n") == std::string::npos); // 0 there
}

TEST_CASE("Throughput never exceeds the rate of the line") {
  // 9000 bytes in 43,200 cycles at 1 Gbit/s, then short frames that leave in one window.
  std::vector<TestFrame> frames{{1, 0, 0, 43'200, 0, 9000}};
  for (unsigned i = 0; i < 20; ++i)
    frames.push_back({1, 0, 43'200 + 480 * i, 43'200 + 480 * (i + 1), 0, 100});
  const PlotPage page = plot_page({{"x", match_frames(logs_of(frames))}}, {"t", nullptr});
  const std::string rates = figure(page, "throughput-x").csv;
  for (size_t at = rates.find(','); (at = rates.find("\",", at)) != rates.npos; ++at)
    CHECK(std::stod(rates.substr(rates.find(',', at + 2) + 1)) <= 1000.0001);
}

TEST_CASE("Names of figures are names of files, and differ") {
  const Passages one = match_frames(logs_of({{1, 0, 10, 20}}));
  const PlotPage page = plot_page({{"../a", one}, {"?./a", one}}, {"t", nullptr});
  std::set<std::string> names;
  for (const Figure& f : page.figures) {
    CHECK(f.name.find_first_of("./?") == std::string::npos);
    CHECK(names.insert(f.name).second);
  }
}
