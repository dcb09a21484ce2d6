#include "tools/oracle/estimates.h"

#include <cmath>

namespace ixp::oracle {

void Prediction::measured(double cost, double size_factor) {
  value_ = (alpha_ * cost + (1 - alpha_) * value_) * size_factor;
  if (rounded_) value_ = std::floor(value_ + 0.5);
}

void ResizeFactor::processed(double bytes_before, double bytes_after) {
  before_ += bytes_before;
  after_ += bytes_after;
}

} // namespace ixp::oracle
