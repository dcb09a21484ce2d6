#include "tools/oracle/scheduler.h"

#include <cmath>

namespace ixp::oracle {

static std::vector<double> weights(Charges charges, const std::vector<Share>& shares) {
  std::vector<double> out;
  for (const Share& s : shares)
    out.push_back((charges != Charges::Link ? s.phi_cpu : 0) +
                  (charges != Charges::Cpu ? s.phi_bw : 0));
  return out;
}

Scheduler::Scheduler(Charges charges, std::vector<Share> shares, double link_mbps,
                     FairQueueOptions options)
    : charges_(charges), shares_(std::move(shares)), link_bps_(link_mbps * 1e6),
      rho_(shares_.size()), queue_(weights(charges, shares_), options) {}

double Scheduler::cost(unsigned flow, double bytes, double predicted) const {
  const Share& s = shares_.at(flow);
  double cost = 0;
  if (charges_ != Charges::Link && predicted > 0) cost += predicted / s.phi_cpu;
  if (charges_ != Charges::Cpu) cost += 8 * bytes * rho(flow) / (s.phi_bw * link_bps_);
  return cost;
}

Tags Scheduler::enqueue(double time, unsigned flow, double bytes, double predicted) {
  return queue_.enqueue(time, flow, cost(flow, bytes, predicted));
}

void Scheduler::processed(unsigned flow, double bytes_before, double bytes_after) {
  rho_.at(flow).processed(bytes_before, bytes_after);
}

void Prediction::measured(double cost, double size_factor) {
  value_ = (alpha_ * cost + (1 - alpha_) * value_) * size_factor;
  if (rounded_) value_ = std::floor(value_ + 0.5);
}

void ResizeFactor::processed(double bytes_before, double bytes_after) {
  before_ += bytes_before;
  after_ += bytes_after;
}

} // namespace ixp::oracle
