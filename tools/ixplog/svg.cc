#include "tools/ixplog/svg.h"

#include <cmath>
#include <fmt/format.h>

namespace ixp {

namespace {
constexpr double kWidth = 560, kHeight = 210;
constexpr double kLeft = 58, kRight = 12, kTop = 26, kBottom = 40;
} // namespace

std::string escape_markup(const std::string& text) {
  std::string out;
  for (char c : text)
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return out;
}

std::vector<double> ticks(AxisRange range, unsigned wanted) {
  std::vector<double> out;
  const double span = range.hi - range.lo;
  if (!(span > 0)) return {range.lo};
  const double rough = span / wanted, power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power >= 0.7 * rough) {
      step = factor * power;
      break;
    }
  for (double n = std::ceil(range.lo / step - 1e-9) + 0.0; n * step <= range.hi + span * 1e-9; ++n)
    out.push_back(n * step);
  return out;
}

Chart::Chart(std::string title, std::string x_title, std::string y_title, AxisRange x, AxisRange y)
    : title_(std::move(title)), x_title_(std::move(x_title)), y_title_(std::move(y_title)), x_(x),
      y_(y) {
  if (!(x_.hi > x_.lo)) x_.hi = x_.lo + 1;
  if (!(y_.hi > y_.lo)) y_.hi = y_.lo + 1;
}

std::string Chart::place(double x, double y) const {
  return fmt::format(
      "{:.1f} {:.1f}", kLeft + (x - x_.lo) / (x_.hi - x_.lo) * (kWidth - kLeft - kRight),
      kHeight - kBottom - (y - y_.lo) / (y_.hi - y_.lo) * (kHeight - kTop - kBottom));
}

void Chart::path(const std::string& d, unsigned series) {
  shapes_ += fmt::format("<path class=\"line s{}\" d=\"{}\"/>\n", series, d);
}

void Chart::line(const Points& points, unsigned series) {
  std::string d;
  for (const auto& [x, y] : points)
    d += (d.empty() ? 'M' : 'L') + place(x, y);
  if (!d.empty()) path(d, series);
}

void Chart::steps(const Points& points, unsigned series) {
  Points corners;
  for (size_t i = 0; i < points.size(); ++i) {
    if (i) corners.emplace_back(points[i].first, points[i - 1].second);
    corners.push_back(points[i]);
  }
  line(corners, series);
}

void Chart::band(const Points& low, const Points& high, unsigned series) {
  std::string d;
  for (const auto& [x, y] : low)
    d += (d.empty() ? 'M' : 'L') + place(x, y);
  for (auto p = high.rbegin(); p != high.rend(); ++p)
    d += 'L' + place(p->first, p->second);
  if (!d.empty()) shapes_ += fmt::format("<path class=\"band s{}\" d=\"{}Z\"/>\n", series, d);
}

std::string Chart::axes() const {
  constexpr unsigned kAcross = 7, kUp = 4;
  std::string out;
  const auto grid = [&](double x0, double y0, double x1, double y1) {
    out += fmt::format("<path class=\"grid\" d=\"M{}L{}\"/>\n", place(x0, y0), place(x1, y1));
  };
  const double floor = kHeight - kBottom;
  for (double x : ticks(x_, kAcross)) {
    grid(x, y_.lo, x, y_.hi);
    const double at = kLeft + (x - x_.lo) / (x_.hi - x_.lo) * (kWidth - kLeft - kRight);
    out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:g}</text>\n", at,
                       floor + 14, x);
  }
  for (double y : ticks(y_, kUp)) {
    grid(x_.lo, y, x_.hi, y);
    const double at = floor - (y - y_.lo) / (y_.hi - y_.lo) * (kHeight - kTop - kBottom);
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

std::string Chart::svg() const {
  return fmt::format("<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\">\n"
                     "<title>{2}</title>\n<text class=\"title\" x=\"{3}\" y=\"16\">{2}</text>\n"
                     "{4}{5}</svg>\n",
                     kWidth, kHeight, escape_markup(title_), kLeft, axes(), shapes_);
}

} // namespace ixp
