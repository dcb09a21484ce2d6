#include "emu/media/msf_inlet.h"

namespace ixp {

Tick MsfInlet::enter(const InFlight& t, const CommandRow& row, Tick arrival) {
  while (waiting_.next() <= arrival)
    waiting_.pop();
  const unsigned n = std::max({1, +t.pulls, +t.pushes});
  const Tick start = std::max(arrival, free_);
  free_ = start + n * row.service;
  if (start > arrival) waiting_.push(start, {});
  MsfStats& stats = shared_.stats;
  ++stats.commands;
  stats.inlet_max = std::max(stats.inlet_max, waiting_.size());
  const Tick earliest = start + row.done + (n - 1) * row.service;
  const unsigned me = t.command.data_me;
  return t.pushes  ? shared_.push_slot(me, earliest, n, row.service)
         : t.pulls ? shared_.pull_slot(me, earliest, n, row.service)
                   : earliest;
}

} // namespace ixp
