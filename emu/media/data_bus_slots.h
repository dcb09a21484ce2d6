// When the MSF gets the S push or pull bus of a cluster for some longwords: at `earliest` on an
// idle bus, later behind others.
#pragma once

#include "emu/media/msf_parts.h"

namespace ixp {

// Tick at which the last of `longwords` reaches, or leaves, microengine `me` (index).
inline Tick s_push_slot(MsfShared& shared, unsigned me, Tick earliest, unsigned longwords) {
  return earliest;
}
inline Tick s_pull_slot(MsfShared& shared, unsigned me, Tick earliest, unsigned longwords) {
  return earliest;
}

// The inlet has room again: whoever was held back may try.
inline void router_retry(MsfShared& shared, Tick now) {}

} // namespace ixp
