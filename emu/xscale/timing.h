// Cycles by class of instruction: one field per line of timing.def.
#pragma once

#include <cstdint>

namespace ixp::xscale {

struct Timing {
#define X(field, key, value, lo, hi, source) uint32_t field = value;
#include "emu/xscale/timing.def"
#undef X
};

} // namespace ixp::xscale
