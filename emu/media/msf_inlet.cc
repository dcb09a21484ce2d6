#include "emu/media/msf_inlet.h"

#include "emu/media/data_bus_slots.h"

namespace ixp {

// Latencies count from issue; the way here (bus.command_latency) is behind the command.
static Tick after_arrival(const Params& p, uint64_t latency) {
  const uint64_t transit = p.bus_command_latency;
  return p.me(latency > transit ? latency - transit : uint64_t{1});
}

MsfInlet::MsfInlet(MsfShared& shared)
    : shared_(shared), depth_(static_cast<unsigned>(shared.params.msf_inlet_fifo)),
      after_fast_write_(after_arrival(shared.params, shared.params.msf_fast_wr)),
      after_read_(after_arrival(shared.params, shared.params.msf_read)),
      after_write_(after_arrival(shared.params, shared.params.msf_write)),
      spacing_(shared.params.me(shared.params.msf_service_per_lw)) {}

Tick MsfInlet::enter(const Command& c, Tick arrival) {
  while (waiting_.next() <= arrival)
    waiting_.pop();
  const unsigned n = longwords(c);
  const Tick start = std::max(arrival, free_);
  free_ = start + n * spacing_;
  if (start > arrival) waiting_.push(start, {});
  MsfStats& stats = shared_.stats;
  ++stats.commands;
  stats.inlet_max = std::max(stats.inlet_max, waiting_.size());
  const Tick further = (n - 1) * spacing_;
  if (is_fast_write(c)) return start + after_fast_write_ + further;
  return is_read(c) ? s_push_slot(shared_, c.data_me, start + after_read_ + further, n, spacing_)
                    : s_pull_slot(shared_, c.data_me, start + after_write_ + further, n, spacing_);
}

} // namespace ixp
