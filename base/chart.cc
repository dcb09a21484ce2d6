#include "base/chart.h"

#include "base/figure.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

using Json = nlohmann::ordered_json;

static constexpr int kWidth = 490, kHeight = 144; // of the area between the axes

static Json channel(const char* field, const std::string& title, AxisRange range, bool nice) {
  return {
      {"field", field},
      {"type", "quantitative"},
      {"title", title},
      {"scale",
       {{"type", range.log ? "log" : "linear"}, {"domain", {range.lo, range.hi}}, {"nice", nice}}}};
}

Chart::Chart(std::string title, std::string x_title, std::string y_title, AxisRange x, AxisRange y)
    : title_(std::move(title)), x_(channel("x", x_title, x, false)),
      y_(channel("y", y_title, y, !y.log)), layers_(Json::array()), names_(Json::array()),
      colours_(Json::array()), limits_(Json::array()) {}

void Chart::data(const std::string& name, const Points& points) {
  std::string quoted = "\"";
  for (const char c : name)
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  for (const auto& [x, y] : points)
    csv_ += fmt::format("{}\",{},{}\n", quoted, x, y);
}

void Chart::add(Json mark, const Series& series, Json values) {
  if (values.empty()) return;
  for (Json& row : values)
    row["series"] = series.name;
  layers_.push_back({{"mark", std::move(mark)}, {"data", {{"values", std::move(values)}}}});
  if (std::ranges::find(names_, Json(series.name)) != names_.end()) return;
  names_.push_back(series.name);
  colours_.push_back(kPalette[0][series.colour]);
}

static Json rows(const Points& points) {
  Json out = Json::array();
  for (const auto& [x, y] : points)
    out.push_back({{"x", x}, {"y", y}});
  return out;
}

void Chart::line(const Points& points, unsigned colour, const std::string& name) {
  add({{"type", "line"}}, {name, colour}, rows(points));
  data(name, points);
}

void Chart::steps(const Points& points, unsigned colour, const std::string& name) {
  add({{"type", "line"}, {"interpolate", "step-after"}}, {name, colour}, rows(points));
  data(name, points);
}

void Chart::band(const Points& low, const Points& high, unsigned colour, const std::string& name) {
  Json values = rows(low);
  for (size_t i = 0; i < values.size(); ++i)
    values[i]["high"] = high[i].second;
  add({{"type", "area"}, {"opacity", 0.2}}, {name, colour}, std::move(values));
  data(name + ", least", low);
  data(name + ", greatest", high);
}

void Chart::limit(double y, const std::string& name) {
  const Json end = x_["scale"]["domain"][1];
  limits_.push_back({{"mark", {{"type", "line"}, {"color", "#595959"}, {"strokeDash", {6, 4}}}},
                     {"data", {{"values", rows({{x_["scale"]["domain"][0], y}, {end, y}})}}}});
  limits_.push_back({{"mark", {{"type", "text"}, {"align", "right"}, {"dy", -4}}},
                     {"data", {{"values", Json::array({{{"x", end}, {"y", y}, {"name", name}}})}}},
                     {"encoding", {{"text", {{"field", "name"}}}}}});
}

Json Chart::vega_lite() const {
  const Json colour = {{"field", "series"},
                       {"type", "nominal"},
                       {"title", nullptr},
                       {"scale", {{"domain", names_}, {"range", colours_}}}};
  Json layers = layers_;
  for (Json& layer : layers) {
    layer["encoding"] = {{"color", colour}};
    if (layer["mark"]["type"] == "area") layer["encoding"]["y2"] = {{"field", "high"}};
  }
  layers.insert(layers.end(), limits_.begin(), limits_.end());
  return {{"$schema", kVegaLite},
          {"title", title_},
          {"width", kWidth},
          {"height", kHeight},
          {"encoding", {{"x", x_}, {"y", y_}}},
          {"layer", layers}};
}

std::string Chart::csv() const {
  return "series,x,y\n" + csv_;
}

} // namespace ixp
