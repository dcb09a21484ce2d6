// The picture of ixplog journey.
#include "base/figure.h"
#include "base/files.h"
#include "tools/ixplog/journey.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ixp {

using Json = nlohmann::ordered_json;

static Json figure_of(const JourneyReport& r) {
  constexpr int kWidth = 560, kBar = 28;
  Json names = Json::array(), stages = Json::array(), bars = Json::array(), totals = Json::array();
  for (const DelaySummary& s : r.groups.back().stages) // has the stages of all groups
    stages.push_back(s.name);
  const double us = 1e6 / static_cast<double>(r.me_hz);
  double longest = 0;
  for (const JourneyGroup& g : r.groups) {
    names.push_back(g.name);
    double from = 0;
    for (const DelaySummary& s : g.stages) {
      const double to = from + static_cast<double>(s.sum) * us / static_cast<double>(g.whole.count);
      bars.push_back({{"group", g.name}, {"stage", s.name}, {"from", from}, {"to", to}});
      from = to;
    }
    totals.push_back({{"group", g.name}, {"to", from}, {"text", fmt::format("{:.2f} us", from)}});
    longest = std::max(longest, from);
  }
  const Json x = {{"field", "to"},
                  {"type", "quantitative"},
                  {"title", "mean time, us, last byte in to last byte out"},
                  {"scale", {{"domain", {0, longest * 1.1}}}}};
  const Json y = {{"field", "group"},
                  {"type", "nominal"},
                  {"sort", nullptr},
                  {"title", nullptr},
                  {"scale", {{"domain", names}, {"paddingInner", 0.25}}}};
  const Json colour = {{"field", "stage"}, {"type", "nominal"}, {"scale", {{"domain", stages}}}};
  const Json bar = {{"mark", {{"type", "bar"}}},
                    {"data", {{"values", bars}}},
                    {"encoding", {{"x2", {{"field", "from"}}}, {"color", colour}}}};
  const Json text = {{"mark", {{"type", "text"}, {"align", "left"}, {"dx", 6}, {"dy", 4}}},
                     {"data", {{"values", totals}}},
                     {"encoding", {{"text", {{"field", "text"}}}}}};
  return {{"$schema", kVegaLite},
          {"title", "Mean time of frames by stage"},
          {"width", kWidth},
          {"height", kBar * r.groups.size()},
          {"encoding", {{"x", x}, {"y", y}}},
          {"layer", Json::array({bar, text})}};
}

void draw_journey(const JourneyReport& report, const std::string& path) {
  const Json figure = figure_of(report);
  write_file(path, draw_figure(figure));
  if (path.ends_with(".svg"))
    write_file(path.substr(0, path.size() - 3) + "vl.json", figure.dump() + '\n');
}

} // namespace ixp
