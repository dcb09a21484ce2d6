// Estimates of a scheduler before a packet is processed: its processing time, and its size
// afterwards.
#pragma once

namespace ixp::oracle {

// Single exponential smoothing: PP <- (alpha * P + (1 - alpha) * PP) * SF.
class Prediction {
public:
  // rounded: to the nearest integer after each step (halves up), like microcode without fractions.
  explicit Prediction(double alpha, bool rounded = false, double first = 0)
      : alpha_(alpha), rounded_(rounded), value_(first) {}
  // `size_factor`: 1 for header processing; length of the next packet divided by that of this one
  // for payload processing.
  void measured(double cost, double size_factor = 1);
  double value() const { return value_; }

private:
  double alpha_;
  bool rounded_;
  double value_;
};

// rho: mean size after processing divided by mean size before; 1 until a packet was processed.
class ResizeFactor {
public:
  void processed(double bytes_before, double bytes_after);
  double value() const { return before_ > 0 ? after_ / before_ : 1; }

private:
  double before_ = 0, after_ = 0;
};

} // namespace ixp::oracle
