#include "tests/differential/stepped_units.h"

#include <algorithm>

namespace ixp::test {

// The inlet is full if that many commands still wait when the last one arrives, and none of them
// has started.
bool SteppedMsf::room(const Command&, Tick now) const {
  return waits_.size() < params_.msf_inlet_fifo || waits_.front() <= now;
}

void SteppedMsf::grant(Job& job, Tick) {
  Command c = job.command;
  c.count = static_cast<uint8_t>(std::clamp<unsigned>(c.count, 1, 16));
  job.pulls = words_pulled(c);
  job.pushes = words_pushed(c);
  job.units = std::max({1u, job.pulls, job.pushes});
  job.has_end = job.row.signals != Signals::None;
  job.acts_at_end = job.pushes;
  queue_.push_back(&job);
  while (!waits_.empty() && waits_.front() <= job.arrival)
    waits_.pop_front();
  if (free_ > job.arrival) waits_.push_back(free_);
  free_ = std::max(free_, job.arrival) + job.units * job.row.service;
}

void SteppedMsf::step(Tick now) {
  if (busy_) --busy_;
  if (busy_ || queue_.empty() || queue_.front()->arrival > now) return;
  Job& job = *queue_.front();
  queue_.pop_front();
  busy_ = job.units * job.row.service;
  job.begun = true;
  job.start = now;
}

void SteppedMsf::pull(Job& job) {
  const Tick first = job.start + job.row.done;
  job.least_effect = first + (job.units - 1) * job.row.service;
  if (job.pulls)
    buses_.s_pull[job.command.data_me / 4].carry_spaced(job.pulled, first, job.pulls,
                                                        job.row.service);
}

void SteppedMsf::push(Job& job) {
  if (job.pushes)
    buses_.s_push[job.command.data_me / 4].carry_spaced(job.pushed, job.start + job.row.done,
                                                        job.pushes, job.row.service);
}

} // namespace ixp::test
