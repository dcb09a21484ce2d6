// An axis of a figure: positions of values and of names, and round numbers for its ticks.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace ixp {

struct AxisRange {
  double lo = 0, hi = 1;
  bool log = false; // requires lo > 0
};

// About `wanted` round numbers within the range; powers of ten for a logarithmic axis that has
// enough of them.
std::vector<double> ticks(AxisRange range, unsigned wanted);

// Maps a channel of Vega-Lite to pixels. Names have bands of equal width, the first at the left or
// at the top.
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
};

} // namespace ixp
