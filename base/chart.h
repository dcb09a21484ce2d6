// A chart of one panel: lines, steps and bands over linear or logarithmic axes with round numbers.
// base/figure.h draws it.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ixp {

// Range of an axis of numbers.
struct AxisRange {
  double lo = 0, hi = 1;
  bool log = false; // requires lo > 0
};

// About `wanted` round numbers within the range; powers of ten for a logarithmic axis that has
// enough of them.
std::vector<double> ticks(AxisRange range, unsigned wanted);

// An axis of a figure: maps a channel of Vega-Lite to pixels. Names have bands of equal width, the
// first at the left or at the top.
struct Axis {
  Axis(const nlohmann::ordered_json& channel, double from, double to);
  double at(const nlohmann::ordered_json& number) const;
  // Begin and width of part `index` of a name's band, which has `parts`.
  std::pair<double, double> band(const std::string& name, size_t index, size_t parts) const;
  // About `wanted` numbers with their positions, or all names.
  std::vector<std::pair<double, std::string>> labels(unsigned wanted) const;

  double from, to, padding; // padding: part of a band
  AxisRange range;
  std::vector<std::string> names; // empty on an axis of numbers

private:
  std::map<std::string, size_t> position_; // of each name
};

// (x, y). A y that is not a number is a gap: null in Vega-Lite, an empty field in CSV.
using Points = std::vector<std::pair<double, double>>;

class Chart {
public:
  // Titles are text, not markup.
  Chart(std::string title, std::string x_title, std::string y_title, AxisRange x, AxisRange y);
  // `colour`: index in kPalette. Without points nothing is drawn.
  void line(const Points& points, unsigned colour, const std::string& name);
  // each value extends to the next x
  void steps(const Points& points, unsigned colour, const std::string& name);
  // The area between two lines over the same x.
  void band(const Points& low, const Points& high, unsigned colour, const std::string& name);
  // A horizontal line that data cannot exceed, with its name. Inside the range of y.
  void limit(double y, const std::string& name);
  const std::string& title() const { return title_; }
  nlohmann::ordered_json vega_lite() const; // with all data (base/figure.h)
  std::string csv() const;                  // all data, after kCsvHeader
  static constexpr const char* kCsvHeader = "series,x,y\n";

private:
  struct Series {
    const std::string& name;
    unsigned colour;
  };
  void add(nlohmann::ordered_json mark, const Series& series, nlohmann::ordered_json values);
  void data(const std::string& name, const Points& points);

  std::string title_, csv_;
  // layers_: one for each mark, with the rows of all series.
  nlohmann::ordered_json x_, y_, layers_, names_, colours_, limits_;
  std::set<std::string> named_;
};

} // namespace ixp
