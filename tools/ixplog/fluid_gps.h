// Generalised processor sharing: one resource, divided among backlogged flows at every instant in
// proportion to their weights. The reference for packet schedulers.
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

namespace ixp {

class FluidGps {
public:
  explicit FluidGps(std::vector<double> weights);
  // Adds a packet that needs `amount` seconds of the whole resource. Times must not decrease.
  // Returns its ordinal.
  size_t add(double time, unsigned flow, double amount);
  void advance(double time);

  double virtual_time() const { return v_; }
  double served(unsigned flow) const { return flows_[flow].served; } // seconds of the resource
  bool backlogged(unsigned flow) const { return !flows_[flow].queue.empty(); }
  // Time at which the packet's last bit was served; infinite until then.
  double finished(size_t packet) const { return finished_[packet]; }

private:
  struct Packet {
    size_t ordinal;
    double finish; // in virtual time
  };
  struct Flow {
    double weight = 0, served = 0;
    double arrived = 0; // sum of all amounts
    std::deque<Packet> queue;
  };
  void serve(double elapsed, double sum);

  std::vector<Flow> flows_;
  std::vector<double> finished_;
  double v_ = 0, now_ = 0;
};

} // namespace ixp
