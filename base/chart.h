// A chart as SVG: axes with round numbers, linear or logarithmic, lines and bands in data
// coordinates. Colours are CSS classes s0, s1, ... of the page; a figure of its own has them in it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ixp {

using Points = std::vector<std::pair<double, double>>;

struct AxisRange {
  double lo = 0, hi = 1;
  bool log = false; // lo > 0
};

class Chart {
public:
  // Titles are text, not markup.
  Chart(std::string title, std::string x_title, std::string y_title, AxisRange x, AxisRange y);
  void line(const Points& points, unsigned series, const std::string& name);
  void steps(const Points& points, unsigned series, const std::string& name); // until the next x
  // Between two lines over the same x.
  void band(const Points& low, const Points& high, unsigned series, const std::string& name);
  const std::string& title() const { return title_; }
  std::string svg() const;    // for a page
  std::string figure() const; // a file of its own, with a key
  std::string csv() const;    // series,x,y of everything drawn

private:
  double across(double x) const;
  double up(double y) const;
  void data(const std::string& name, const Points& points);
  std::string place(double x, double y) const;
  std::string axes() const;
  void path(const std::string& d, unsigned series);

  std::string title_, x_title_, y_title_, shapes_, csv_;
  std::vector<std::pair<unsigned, std::string>> key_; // colours and names
  AxisRange x_, y_;
};

constexpr unsigned kSeriesColours = 8;
std::string series_style(const std::vector<std::string>& colours); // CSS

// Round numbers within the range, about `wanted` of them; powers of ten of a logarithmic one.
std::vector<double> ticks(AxisRange range, unsigned wanted);
std::string escape_markup(const std::string& text);

} // namespace ixp
