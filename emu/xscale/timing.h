// Cycles by class of instruction: one field per line of timing.def.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace ixp::xscale {

struct Timing {
#define X(field, key, value, lo, hi, source) uint32_t field = value;
#include "emu/xscale/timing.def"
#undef X
};

struct TimingInfo {
  std::string_view key, source;
  uint32_t value, min, max; // value: the default
  uint32_t Timing::* field;
};

std::span<const TimingInfo> all_timing();

} // namespace ixp::xscale
