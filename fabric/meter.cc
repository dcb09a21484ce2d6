#include "fabric/meter.h"

#include "fabric/match.h"

#include <cmath>

namespace ixp::fabric {

const char* name(Time t) {
  static constexpr const char* kNames[] = {"waiting", "service", "crossing", "delay"};
  return kNames[static_cast<size_t>(t)];
}

void Times::add(const Times& other) {
  for (size_t k = 0; k < kTimes.size(); ++k) {
    packets[k] += other.packets[k];
    sum[k] += other.sum[k];
    most[k] = std::max(most[k], other.most[k]);
  }
}

void Batch::add(const Batch& other) {
  slots += other.slots;
  for (size_t c = 0; c < kClasses.size(); ++c) {
    times[c].add(other.times[c]);
    offered_packets[c] += other.offered_packets[c];
    waiting[c] += other.waiting[c];
    dropped[c] += other.dropped[c];
  }
  offered += other.offered;
  crossed += other.crossed;
  left += other.left;
  at_outputs += other.at_outputs;
  interrupted += other.interrupted;
  idle += other.idle;
  order.add(other.order);
  tcp.add(other.tcp);
}

Meter::Meter(uint64_t slots, uint64_t warmup, unsigned batches)
    : warmup_(warmup), length_((slots - warmup) / batches), batches_(batches) {}

void Meter::begin_slot(Slot now) {
  if (now < warmup_) return;
  const uint64_t number = (now - warmup_) / length_;
  current_ = &batches_[std::min<uint64_t>(number, batches_.size() - 1)];
  ++current_->slots;
}

void Meter::complete(unsigned size, uint64_t slots) {
  if (!current_) return;
  current_->tcp.completed[size].add(slots);
  completions_[size].push_back(slots);
}

Batch Meter::total() const {
  Batch sum;
  for (const Batch& b : batches_)
    sum.add(b);
  return sum;
}

namespace {

// Two-sided 95 % quantiles of Student's t for 1 to 30 degrees of freedom, then the limit.
double t95(size_t degrees) {
  static constexpr double kT[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                  2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                  2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                  2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
  return degrees <= std::size(kT) ? kT[degrees - 1] : 1.960;
}

} // namespace

Estimate estimate_from(double mean, const std::vector<double>& means) {
  const size_t n = means.size();
  if (n < 2) return {mean, std::nan("")};
  double of_means = 0, squares = 0;
  for (double m : means)
    of_means += m;
  of_means /= static_cast<double>(n);
  for (double m : means)
    squares += (m - of_means) * (m - of_means);
  const double variance = squares / static_cast<double>(n - 1);
  return {mean, t95(n - 1) * std::sqrt(variance / static_cast<double>(n))};
}

void note_interruptions(const Holds* holds, const Match& match, const InputBuffers& buffers,
                        Batch& batch) {
  if (!holds) return;
  for_each(holds->inputs, [&](unsigned i) {
    const unsigned j = holds->output[i];
    const bool goes_on =
        match.inputs & bit(i) && match.output[i] == j && match.lane[i] == Lane::Long;
    if (goes_on || !buffers.has_cell(Lane::Long, i, j)) return;
    ++batch.interrupted;
    batch.idle += !(match.outputs & bit(j));
  });
}

} // namespace ixp::fabric
