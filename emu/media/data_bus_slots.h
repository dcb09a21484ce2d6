// Reserves the S push or pull bus of a cluster for longwords of the MSF. Latencies include the
// transfer over an idle bus; other traffic delays it.
#pragma once

#include "emu/media/msf_parts.h"
#include "emu/memory/data_bus.h"

namespace ixp {

// `last`: tick at which the last of `longwords`, `spacing` ticks apart, would reach microengine
// `me` (index) over an idle bus. Returns the actual tick.
inline Tick s_push_slot(MsfShared& shared, unsigned me, Tick last, unsigned longwords,
                        Tick spacing) {
  DataBus* bus = shared.wiring.data_bus;
  if (!bus) return last;
  const Tick first = last - (longwords - 1) * spacing;
  return last + bus->s_push[cluster_of(me)].reserve(first, longwords, spacing);
}
// The same for longwords sent by the microengine.
inline Tick s_pull_slot(MsfShared& shared, unsigned me, Tick last, unsigned longwords,
                        Tick spacing) {
  DataBus* bus = shared.wiring.data_bus;
  if (!bus) return last;
  const Tick first = last - (longwords - 1) * spacing;
  return last + bus->s_pull[cluster_of(me)].reserve(first, longwords, spacing);
}

} // namespace ixp
