// Numbers in reports have at most six decimals, so that the text is the same on every machine.
#pragma once

#include "fabric/meter.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace ixp::fabric {

inline double rounded(double x) {
  return std::round(x * 1e6) / 1e6;
}

inline nlohmann::ordered_json json(const Estimate& e) {
  return {{"mean", rounded(e.mean)}, {"half_width_95", rounded(e.half_width)}};
}

} // namespace ixp::fabric
