// PCFQ, which charges a packet for processor and link at once, and the two WFQ schedulers it is
// compared with, each of which charges for only one of them.
#pragma once

#include "tools/oracle/fair_queue.h"

namespace ixp::oracle {

// The processing time of a packet before it is processed. Single exponential smoothing:
// PP <- (alpha * P + (1 - alpha) * PP) * SF.
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

struct Share {
  double phi_cpu = 0, phi_bw = 0;
};

enum class Charges {
  Both, // PCFQ:    weight phi_cpu + phi_bw, cost EP / phi_cpu + 8 L rho / (10^6 phi_bw BW)
  Cpu,  // CPU WFQ: weight phi_cpu,          cost EP / phi_cpu
  Link, // BW WFQ:  weight phi_bw,           cost 8 L rho / (10^6 phi_bw BW)
};

class Scheduler {
public:
  // link_mbps: BW of the formulas.
  Scheduler(Charges charges, std::vector<Share> shares, double link_mbps,
            FairQueueOptions options = {});

  // A packet of `bytes` arrives; its processing is expected to take `predicted` seconds (EP).
  Tags enqueue(double time, unsigned flow, double bytes, double predicted);
  std::optional<Tags> dequeue(double time) { return queue_.dequeue(time); }
  Tags dequeue_from(unsigned flow, double time) { return queue_.dequeue_from(flow, time); }
  // Adds to the data of the flow's rho.
  void processed(unsigned flow, double bytes_before, double bytes_after);

  double cost(unsigned flow, double bytes, double predicted) const;
  double rho(unsigned flow) const { return rho_[flow].value(); }
  const FairQueue& queue() const { return queue_; }

private:
  Charges charges_;
  std::vector<Share> shares_;
  double link_bps_;
  std::vector<ResizeFactor> rho_;
  FairQueue queue_;
};

} // namespace ixp::oracle
