// A chart as inline SVG: axes with round numbers, lines and bands in data coordinates. Colours are
// CSS classes s0, s1, ... of the page.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ixp {

using Points = std::vector<std::pair<double, double>>;

struct AxisRange {
  double lo = 0, hi = 1;
};

class Chart {
public:
  // Titles are text, not markup.
  Chart(std::string title, std::string x_title, std::string y_title, AxisRange x, AxisRange y);
  void line(const Points& points, unsigned series);
  void steps(const Points& points, unsigned series); // level until the next x
  // Between two lines over the same x.
  void band(const Points& low, const Points& high, unsigned series);
  std::string svg() const;

private:
  std::string place(double x, double y) const;
  std::string axes() const;
  void path(const std::string& d, unsigned series);

  std::string title_, x_title_, y_title_, shapes_;
  AxisRange x_, y_;
};

// Round numbers within the range, about `wanted` of them.
std::vector<double> ticks(AxisRange range, unsigned wanted);
std::string escape_markup(const std::string& text);

} // namespace ixp
