// A chart as SVG: axes with round numbers, linear or logarithmic, lines and bands in data
// coordinates. Colours are the page's CSS classes s0, s1, ...; a stand-alone figure defines them
// itself.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ixp {

using Points = std::vector<std::pair<double, double>>;

struct AxisRange {
  double lo = 0, hi = 1;
  bool log = false; // requires lo > 0
};

class Chart {
public:
  // Titles are text, not markup.
  Chart(std::string title, std::string x_title, std::string y_title, AxisRange x, AxisRange y);
  void line(const Points& points, unsigned series, const std::string& name);
  // each value extends to the next x
  void steps(const Points& points, unsigned series, const std::string& name);
  // The area between two lines over the same x.
  void band(const Points& low, const Points& high, unsigned series, const std::string& name);
  // A horizontal line that data cannot exceed, with its name. Inside the range of y.
  void limit(double y, const std::string& name);
  const std::string& title() const { return title_; }
  std::string svg() const;    // for embedding in a page
  std::string figure() const; // a stand-alone file with a legend
  std::string csv() const;    // all data as series,x,y

private:
  double across(double x) const;
  double up(double y) const;
  void data(const std::string& name, const Points& points);
  std::string place(double x, double y) const;
  std::string axes() const;
  void path(const std::string& d, unsigned series);

  std::string title_, x_title_, y_title_, shapes_, csv_;
  std::vector<std::pair<unsigned, std::string>> key_; // colours and names for the legend
  AxisRange x_, y_;
};

constexpr unsigned kSeriesColours = 8;
std::string series_style(const std::vector<std::string>& colours); // CSS

// About `wanted` round numbers within the range; powers of ten for a logarithmic axis that has
// enough of them.
std::vector<double> ticks(AxisRange range, unsigned wanted);
std::string escape_markup(const std::string& text);

} // namespace ixp
