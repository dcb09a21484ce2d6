#include "base/diagnostic.h"
#include "tests/catch.h"
#include "tests/unit/ixplog/flow_logs.h"
#include "tools/ixplog/plot.h"
#include "tools/ixplog/svg.h"
#include "tools/ixplog/table.h"

#include <nlohmann/json.hpp>

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

TEST_CASE("A page has a chart for each group, and one of distributions for each run") {
  const auto run = [](const char* name, uint64_t late) {
    return PlotRun{name, match_frames(logs_of({{1, 0, 1000, 2000 + late},
                                               {2, 3000, 4000, 5000 + late},
                                               {1, 6000, 7000, 9000 + late}}))};
  };
  const std::string page = plot_page({run("A<B", 0), run("C", 600)}, {"Title & more", nullptr});
  CHECK(count(page, "<svg") == 2 + 2 + 2); // over time, distributions, histograms
  CHECK(count(page, "</svg>") == 6);
  CHECK(page.find("<h1>Title &amp; more</h1>") != std::string::npos);
  CHECK(page.find("A&lt;B") != std::string::npos);
  CHECK(page.find("A<B") == std::string::npos);
  CHECK(page.find("<td>5.000</td>") != std::string::npos); // 3000 cycles, in µs
  CHECK(page.find("nan") == std::string::npos);
  CHECK(page.find("inf") == std::string::npos);
  CHECK(page.find("http") == std::string::npos); // nothing from the network
  CHECK(page.find("<script") == std::string::npos);
}

TEST_CASE("One frame is enough for a page, none is not") {
  const Passages one = match_frames(logs_of({{1, 0, 10, 20}}));
  CHECK(plot_page({{"x", one}}, {"t", nullptr}).find("nan") == std::string::npos);
  CHECK_THROWS_AS(plot_page({{"x", match_frames(logs_of({}))}}, {"t", nullptr}), InputError);
}
