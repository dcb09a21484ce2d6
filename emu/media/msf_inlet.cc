#include "emu/media/msf_inlet.h"

#include "emu/media/data_bus_slots.h"

namespace ixp {

Tick MsfInlet::enter(const Command& c, Tick arrival) {
  const Params& p = shared_.params;
  const unsigned n = longwords(c);
  const uint64_t latency = is_fast_write(c) ? p.msf_fast_wr : is_read(c) ? p.msf_read : p.msf_write;
  // Latencies count from issue; the way here (bus.command_latency) is behind us.
  const uint64_t rest =
      latency > p.bus_command_latency ? latency - p.bus_command_latency : uint64_t{1};

  while (waiting_.next() <= arrival)
    waiting_.pop();
  const Tick start = std::max(arrival, free_);
  const Tick spacing = p.me(p.msf_service_per_lw);
  free_ = start + n * spacing;
  if (start > arrival) waiting_.push(start, {});
  MsfStats& stats = shared_.stats;
  ++stats.commands;
  stats.inlet_max = std::max(stats.inlet_max, waiting_.size());
  const Tick earliest = start + p.me(rest) + (n - 1) * spacing;
  return is_fast_write(c) ? earliest
         : is_read(c)     ? s_push_slot(shared_, c.data_me, earliest, n, spacing)
                          : s_pull_slot(shared_, c.data_me, earliest, n, spacing);
}

} // namespace ixp
