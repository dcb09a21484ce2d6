#include "base/chart.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ixp {

namespace {
constexpr double kWidth = 560, kHeight = 210;
constexpr double kLeft = 58, kRight = 12, kTop = 26, kBottom = 40;
constexpr unsigned kTicksAcross = 7, kTicksUp = 4; // approximate
constexpr double kDigit = 6.4;                     // width of a digit of a tick's label, at most
} // namespace

std::string escape_markup(const std::string& text) {
  std::string out;
  for (char c : text)
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return out;
}

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
  for (double n = std::ceil(range.lo / step - 1e-9) + 0.0; n * step <= range.hi + span * 1e-9; ++n)
    out.push_back(n * step);
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

Chart::Chart(std::string title, std::string x_title, std::string y_title, AxisRange x, AxisRange y)
    : title_(std::move(title)), x_title_(std::move(x_title)), y_title_(std::move(y_title)), x_(x),
      y_(y) {
  for (AxisRange* axis : {&x_, &y_}) {
    if (axis->log && !(axis->lo > 0)) axis->lo = axis->hi > 0 ? axis->hi / 1e3 : 1;
    if (!(axis->hi > axis->lo)) axis->hi = axis->log ? axis->lo * 10 : axis->lo + 1;
  }
  if (y_.log) return;
  // extends the axis to a tick above the maximum
  const double step = tick_step(y_.hi - y_.lo, kTicksUp);
  y_.hi = std::ceil(y_.hi / step - 1e-9) * step;
}

// Position along an axis, 0 to 1.
static double along(double v, const AxisRange& r) {
  if (!r.log) return (v - r.lo) / (r.hi - r.lo);
  return std::log(std::max(v, r.lo) / r.lo) / std::log(r.hi / r.lo);
}
double Chart::across(double x) const {
  return kLeft + along(x, x_) * (kWidth - kLeft - kRight);
}
double Chart::up(double y) const {
  return kHeight - kBottom - along(y, y_) * (kHeight - kTop - kBottom);
}
std::string Chart::place(double x, double y) const {
  return fmt::format("{:.1f} {:.1f}", across(x), up(y));
}

void Chart::path(const std::string& d, unsigned series) {
  shapes_ += fmt::format("<path class=\"line s{}\" d=\"{}\"/>\n", series, d);
}

void Chart::data(const std::string& name, const Points& points) {
  std::string quoted = "\"";
  for (const char c : name)
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  for (const auto& [x, y] : points)
    csv_ += fmt::format("{}\",{},{}\n", quoted, x, y);
}

void Chart::line(const Points& points, unsigned series, const std::string& name) {
  std::string d;
  for (const auto& [x, y] : points)
    d += (d.empty() ? 'M' : 'L') + place(x, y);
  if (d.empty()) return;
  path(d, series);
  key_.emplace_back(series, name);
  data(name, points);
}

void Chart::steps(const Points& points, unsigned series, const std::string& name) {
  std::string d;
  for (size_t i = 0; i < points.size(); ++i) {
    if (i) d += 'L' + place(points[i].first, points[i - 1].second);
    d += (i ? 'L' : 'M') + place(points[i].first, points[i].second);
  }
  if (d.empty()) return;
  path(d, series);
  key_.emplace_back(series, name);
  data(name, points);
}

void Chart::band(const Points& low, const Points& high, unsigned series, const std::string& name) {
  std::string d;
  for (const auto& [x, y] : low)
    d += (d.empty() ? 'M' : 'L') + place(x, y);
  for (auto p = high.rbegin(); p != high.rend(); ++p)
    d += 'L' + place(p->first, p->second);
  if (d.empty()) return;
  shapes_ += fmt::format("<path class=\"band s{}\" d=\"{}Z\"/>\n", series, d);
  data(name + ", least", low);
  data(name + ", greatest", high);
}

void Chart::limit(double y, const std::string& name) {
  shapes_ += fmt::format("<path class=\"limit\" d=\"M{}L{}\"/>\n"
                         "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                         place(x_.lo, y), place(x_.hi, y), kWidth - kRight, up(y) - 4,
                         escape_markup(name));
}

std::string Chart::axes() const {
  std::string out;
  const auto grid = [&](double x0, double y0, double x1, double y1) {
    out += fmt::format("<path class=\"grid\" d=\"M{}L{}\"/>\n", place(x0, y0), place(x1, y1));
  };
  const double floor = kHeight - kBottom;
  for (double x : ticks(x_, kTicksAcross)) {
    grid(x, y_.lo, x, y_.hi);
    const std::string label = fmt::format("{:g}", x);
    const double half = kDigit / 2 * static_cast<double>(label.size());
    out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                       std::min(across(x), kWidth - half), floor + 14, label);
  }
  for (double y : ticks(y_, kTicksUp)) {
    grid(x_.lo, y, x_.hi, y);
    const double at = up(y);
    out += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>\n", kLeft - 5,
                       at + 4, y);
  }
  const double middle = kLeft + (kWidth - kLeft - kRight) / 2, half = (kTop + floor) / 2;
  out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", middle,
                     kHeight - 8, escape_markup(x_title_));
  out += fmt::format("<text transform=\"translate(13 {}) rotate(-90)\" "
                     "text-anchor=\"middle\">{}</text>\n",
                     half, escape_markup(y_title_));
  return out;
}

std::string series_style(const std::vector<std::string>& colours) {
  std::string out;
  for (size_t i = 0; i < colours.size(); ++i)
    out += fmt::format(".line.s{0} {{ stroke: {1}; }} .band.s{0} {{ fill: {1}; }} .key.s{0} {{ "
                       "background: {1}; fill: {1}; }}\n",
                       i, colours[i]);
  return out;
}

std::string Chart::svg() const {
  return fmt::format("<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\">\n"
                     "<title>{2}</title>\n<text class=\"title\" x=\"{3}\" y=\"16\">{2}</text>\n"
                     "{4}{5}</svg>\n",
                     kWidth, kHeight, escape_markup(title_), kLeft, axes(), shapes_);
}

std::string Chart::figure() const {
  constexpr double kRow = 18, kColumn = 170, kColumns = 3;
  constexpr const char* kStyle =
      "text { font: 11px sans-serif; fill: #222; } .title { font-size: 13px; }\n"
      ".grid { stroke: #ddd; fill: none; } .line { fill: none; stroke-width: 1.4; }\n"
      ".band { stroke: none; fill-opacity: .2; } .limit { stroke: #595959; fill: none; }\n";
  static const std::vector<std::string> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                    "#e69f00", "#56b4e9", "#7a5195", "#8c6d31"};
  std::string key;
  double n = 0;
  for (const auto& [series, name] : key_) {
    const double x = kLeft + kColumn * std::fmod(n, kColumns),
                 y = kHeight + kRow * std::floor(n / kColumns);
    key += fmt::format("<rect class=\"key s{}\" x=\"{}\" y=\"{}\" width=\"12\" height=\"8\"/>"
                       "<text x=\"{}\" y=\"{}\">{}</text>\n",
                       series, x, y, x + 17, y + 8, escape_markup(name));
    ++n;
  }
  const double height = kHeight + kRow * std::ceil(n / kColumns);
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
                     "width=\"{0}\" height=\"{1}\">\n<style>{2}{3}</style>\n"
                     "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
                     "<text class=\"title\" x=\"{4}\" y=\"16\">{5}</text>\n{6}{7}{8}</svg>\n",
                     kWidth, height, kStyle, series_style(kColours), kLeft, escape_markup(title_),
                     axes(), shapes_, key);
}

std::string Chart::csv() const {
  return "series,x,y\n" + csv_;
}

} // namespace ixp
