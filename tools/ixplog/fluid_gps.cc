#include "tools/ixplog/fluid_gps.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace ixp {

FluidGps::FluidGps(std::vector<double> weights) {
  for (double w : weights) {
    assert(w > 0);
    flows_.push_back({w, 0, 0, {}});
  }
}

size_t FluidGps::add(double time, unsigned flow, double amount) {
  advance(time);
  Flow& f = flows_.at(flow);
  const double start = f.queue.empty() ? v_ : f.queue.back().finish;
  f.queue.push_back({finished_.size(), start + amount / f.weight});
  f.arrived += amount;
  finished_.push_back(std::numeric_limits<double>::infinity());
  return finished_.size() - 1;
}

void FluidGps::serve(double elapsed, double sum) {
  v_ += elapsed / sum;
  now_ += elapsed;
  for (Flow& f : flows_)
    if (!f.queue.empty()) f.served += elapsed * f.weight / sum;
}

// Advances from one packet's end to the next.
void FluidGps::advance(double time) {
  assert(time >= now_);
  while (true) {
    Flow* next = nullptr;
    double sum = 0;
    for (Flow& f : flows_) {
      if (f.queue.empty()) continue;
      sum += f.weight;
      if (!next || f.queue.front().finish < next->queue.front().finish) next = &f;
    }
    const double until = next ? std::max(0.0, (next->queue.front().finish - v_) * sum) : 0;
    if (!next || now_ + until > time) {
      if (next) serve(time - now_, sum);
      now_ = time;
      return;
    }
    serve(until, sum);
    v_ = next->queue.front().finish;
    finished_[next->queue.front().ordinal] = now_;
    next->queue.pop_front();
    if (next->queue.empty()) next->served = next->arrived; // discards rounding errors
  }
}

} // namespace ixp
