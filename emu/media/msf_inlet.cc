#include "emu/media/msf_inlet.h"

#include "emu/media/data_bus_slots.h"
#include "emu/memory/bus.h"

namespace ixp {

void MsfInlet::accept(const Command& c, Tick arrival) {
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
  const Tick earliest = start + p.me(rest) + (n - 1) * spacing;
  const Tick done = is_fast_write(c) ? earliest
                    : is_read(c)     ? s_push_slot(shared_, c.data_me, earliest, n, spacing)
                                     : s_pull_slot(shared_, c.data_me, earliest, n, spacing);
  in_flight_.push(done, c);
  if (!is_fast_write(c)) shared_.tell_signal(c.me, c.ctx, c.signal, done);
  refused_ |= full();
  if (shared_.events) [[unlikely]]
    shared_.events->accepted(Slot::Msf, c, arrival, done, is_fast_write(c) ? kNever : done);

  MsfStats& stats = shared_.stats;
  ++stats.commands;
  stats.inlet_max = std::max(stats.inlet_max, waiting_.size());
  // Data for another microengine's registers (indirect_ref): it does not know yet.
  if (is_read(c) && c.data_me != c.me)
    if (Requester* me = shared_.wiring.microengines[c.data_me]) me->expect_push(c.file, c.xfer, n);
  if (!is_read(c) && !is_fast_write(c) && c.data_me != c.me)
    if (Requester* me = shared_.wiring.microengines[c.data_me]) me->expect_pull(c.file, c.xfer, n);
}

void MsfInlet::step(Tick now) {
  while (waiting_.next() <= now)
    waiting_.pop();
  if (!refused_ || full()) return;
  refused_ = false;
  if (shared_.wiring.router) shared_.wiring.router->retry();
}

} // namespace ixp
