#include "base/axis.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

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

Axis::Axis(const Json& channel, double begin, double end)
    : from(begin), to(end), padding(channel.at("scale").value("paddingInner", 0.0)) {
  const Json &scale = channel.at("scale"), &domain = scale.at("domain");
  if (channel.at("type") != "quantitative") {
    names = domain.get<std::vector<std::string>>();
    return;
  }
  range = {domain.at(0), domain.at(1), scale.value("type", "") == "log"};
  if (range.log && !(range.lo > 0)) range.lo = range.hi > 0 ? range.hi / 1e3 : 1;
  if (!(range.hi > range.lo)) range.hi = range.log ? range.lo * 10 : range.lo + 1;
  if (scale.value("nice", false)) range = extended(range);
}

double Axis::at(const Json& number) const {
  const auto [lo, hi, log] = range;
  const double v = number.get<double>();
  return from + (to - from) * (log ? std::log(std::max(v, lo) / lo) / std::log(hi / lo)
                                   : (v - lo) / (hi - lo));
}

std::pair<double, double> Axis::band(const std::string& name, size_t index, size_t parts) const {
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    throw InputError(fmt::format("'{}' is not in the domain of its axis", name));
  const double step = std::abs(to - from) / static_cast<double>(names.size()),
               part = step * (1 - padding) / static_cast<double>(parts),
               at = static_cast<double>(found - names.begin()) + padding / 2;
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

} // namespace ixp
