#include "base/chart.h"
#include "base/diagnostic.h"
#include "base/figure.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace ixp {

// Distance between ticks of a linear axis: 1, 2 or 5 times a power of ten.
static double tick_step(double span, unsigned wanted) {
  const double rough = span / wanted, power = std::pow(10, std::floor(std::log10(rough)));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power >= 0.7 * rough) return factor * power;
  return 10 * power;
}

static std::vector<double> linear_ticks(AxisRange range, unsigned wanted) {
  std::vector<double> out;
  const double span = range.hi - range.lo;
  if (!(span > 0)) return {range.lo};
  const double step = tick_step(span, wanted);
  const double first = std::ceil(range.lo / step - 1e-9) + 0.0;
  for (unsigned n = 0; n <= 2 * wanted; ++n)
    if (const double v = (first + n) * step; v <= range.hi + span * 1e-9) out.push_back(v);
  return out;
}

static std::vector<double> log_ticks(AxisRange range, unsigned wanted) {
  std::vector<double> out;
  const double first = std::ceil(std::log10(range.lo) - 1e-9),
               last = std::floor(std::log10(range.hi) + 1e-9);
  if (last - first < 2) { // few of them: adds twice and five times
    for (double e = first - 1; e <= last; ++e)
      for (const double factor : {1.0, 2.0, 5.0})
        if (const double v = factor * std::pow(10, e);
            v >= range.lo * (1 - 1e-9) && v <= range.hi * (1 + 1e-9))
          out.push_back(v);
    return out.size() < 3 ? linear_ticks(range, wanted) : out;
  }
  const double step = std::max(1.0, std::ceil((last - first) / wanted));
  for (double e = first; e <= last; e += step)
    out.push_back(std::pow(10, e));
  return out;
}

std::vector<double> ticks(AxisRange range, unsigned wanted) {
  return range.log ? log_ticks(range, wanted) : linear_ticks(range, wanted);
}

// Extends a range to ticks beyond its values, to powers of ten if logarithmic.
static AxisRange extended(AxisRange r) {
  constexpr unsigned kTicks = 4; // approximate
  if (r.log)
    return {std::pow(10, std::floor(std::log10(r.lo) + 1e-9)),
            std::pow(10, std::ceil(std::log10(r.hi) - 1e-9)), true};
  const double step = tick_step(r.hi - r.lo, kTicks);
  return {std::floor(r.lo / step + 1e-9) * step, std::ceil(r.hi / step - 1e-9) * step};
}

using Json = nlohmann::ordered_json;

// Ends of a quantitative axis, far enough apart for its ticks.
static AxisRange range_of(const Json& scale) {
  constexpr double kMost = 1e150, kLeast = 1e-150; // so that no quotient is infinite
  const Json& domain = scale.at("domain");
  AxisRange r{domain.at(0), domain.at(1), scale.value("type", "") == "log"};
  if (!(std::abs(r.lo) <= kMost && std::abs(r.hi) <= kMost))
    throw InputError(fmt::format("the domain {} exceeds 1e150", domain.dump()));
  if (r.log && !(r.lo > kLeast)) r.lo = r.hi > kLeast * 1e3 ? r.hi / 1e3 : 1;
  const double least = std::max(std::abs(r.lo), std::abs(r.hi)) * 1e-9;
  if (!(r.hi - r.lo > std::max(least, kLeast)))
    r.hi = r.log ? r.lo * 10 : r.lo + std::max(1.0, least);
  return r;
}

Axis::Axis(const Json& channel, double begin, double end)
    : from(begin), to(end), padding(channel.at("scale").value("paddingInner", 0.0)) {
  const Json& scale = channel.at("scale");
  if (channel.at("type") != "quantitative") {
    names = scale.at("domain").get<std::vector<std::string>>();
    for (size_t i = 0; i < names.size(); ++i)
      position_.emplace(names[i], i);
    return;
  }
  range = range_of(scale);
  if (scale.value("nice", false)) range = extended(range);
}

double Axis::at(const Json& number) const {
  const auto [lo, hi, log] = range;
  const double v = number.get<double>();
  const double part =
      log ? std::log(std::max(v, lo) / lo) / std::log(hi / lo) : (v - lo) / (hi - lo);
  constexpr double kFar = 1e6; // lengths of the axis: outside of any picture
  return from + (to - from) * std::clamp(part, -kFar, kFar);
}

std::pair<double, double> Axis::band(const std::string& name, size_t index, size_t parts) const {
  const auto found = position_.find(name);
  if (found == position_.end())
    throw InputError(fmt::format("'{}' is not in the domain of its axis", name));
  const double step = std::abs(to - from) / static_cast<double>(names.size()),
               part = step * (1 - padding) / static_cast<double>(parts),
               at = static_cast<double>(found->second) + padding / 2;
  return {std::min(from, to) + step * at + part * static_cast<double>(index), part};
}

std::vector<std::pair<double, std::string>> Axis::labels(unsigned wanted) const {
  std::vector<std::pair<double, std::string>> out;
  for (const std::string& name : names) {
    const auto [begin, width] = band(name, 0, 1);
    out.emplace_back(begin + width / 2, name);
  }
  if (names.empty())
    for (const double v : ticks(range, wanted))
      out.emplace_back(at(v), fmt::format("{:g}", v));
  return out;
}

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
    csv_ += fmt::format("{}\",{},{}\n", quoted, x, std::isnan(y) ? "" : fmt::format("{}", y));
}

void Chart::add(Json mark, const Series& series, Json values) {
  if (values.empty()) return;
  auto layer = std::ranges::find_if(layers_, [&](const Json& l) { return l["mark"] == mark; });
  if (layer == layers_.end()) {
    layers_.push_back({{"mark", std::move(mark)}, {"data", {{"values", Json::array()}}}});
    layer = std::prev(layers_.end());
  }
  for (Json& row : values) {
    row["series"] = series.name;
    (*layer)["data"]["values"].push_back(std::move(row));
  }
  if (!named_.insert(series.name).second) return;
  names_.push_back(series.name);
  colours_.push_back(kPalette[0][series.colour]);
}

static Json rows(const Points& points) {
  Json out = Json::array();
  for (const auto& [x, y] : points)
    out.push_back({{"x", x}, {"y", std::isnan(y) ? Json() : Json(y)}});
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
  return kCsvHeader + csv_;
}

} // namespace ixp
