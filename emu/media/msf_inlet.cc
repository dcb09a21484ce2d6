#include "emu/media/msf_inlet.h"

#include "emu/media/data_bus_slots.h"

namespace ixp {

void MsfInlet::accept(const Command& c, Tick arrival) {
  const Params& p = shared_.params;
  const unsigned n = longwords(c);
  const uint64_t latency = is_fast_write(c) ? p.msf_fast_wr : is_read(c) ? p.msf_read : p.msf_write;
  // Latencies count from issue; the way here (bus.command_latency) is behind us.
  const uint64_t rest =
      latency > p.bus_command_latency ? latency - p.bus_command_latency : uint64_t{1};

  while (!waiting_.empty() && waiting_.front() <= arrival)
    waiting_.pop_front();
  const Tick start = std::max(arrival, free_);
  free_ = start + p.me(n * p.msf_service_per_lw);
  if (start > arrival) waiting_.push_back(start);
  const Tick earliest = start + p.me(rest + (n - 1) * p.msf_service_per_lw);
  const Tick done = is_fast_write(c) ? earliest
                    : is_read(c)     ? s_push_slot(shared_, c.data_me, earliest, n)
                                     : s_pull_slot(shared_, c.data_me, earliest, n);
  in_flight_.push_back({done, accepted_++, c});
  std::push_heap(in_flight_.begin(), in_flight_.end());
  refused_ |= full();

  MsfStats& stats = shared_.stats;
  ++stats.commands;
  stats.inlet_max = std::max(stats.inlet_max, static_cast<unsigned>(waiting_.size()));
  // Data for another microengine's registers (indirect_ref): it does not know yet.
  if (is_read(c) && c.data_me != c.me)
    if (Requester* me = shared_.wiring.microengines[c.data_me]) me->expect_push(c.file, c.xfer, n);
}

void MsfInlet::step(Tick now) {
  while (!waiting_.empty() && waiting_.front() <= now)
    waiting_.pop_front();
  if (!refused_ || full()) return;
  refused_ = false;
  router_retry(shared_, now);
}

Command MsfInlet::take() {
  std::pop_heap(in_flight_.begin(), in_flight_.end());
  const Command c = in_flight_.back().command;
  in_flight_.pop_back();
  return c;
}

} // namespace ixp
