// The named parameters of the model: one struct field each, generated from params.def, with the
// table that `ixpemu params` prints and that system files override by key.
#pragma once

#include "emu/kernel/time.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ixp {

struct Params {
#define X(field, key, value, lo, hi, unit, source) uint64_t field = value;
#include "emu/kernel/params.def"
#undef X

  Tick me(uint64_t cycles) const { return cycles * clock_me_div; } // ME cycles to ticks
  // Ticks from the arrival of a command at its unit to the end of a latency counted from its issue;
  // at least a cycle.
  Tick from_arrival(uint64_t latency) const {
    return me(latency > bus_command_latency ? latency - bus_command_latency : 1);
  }
  uint64_t pll_hz() const { return clock_pll_mhz * 1'000'000; }
  uint64_t me_hz() const { return pll_hz() / clock_me_div; }
};

struct ParamInfo {
  std::string_view key, unit, source;
  uint64_t value, min, max; // value: the default
  uint64_t Params::* field;

  // True without a public source for this chip: chosen, or taken from the sibling or a successor.
  constexpr bool assumed() const {
    return source.find("assumed") != source.npos || source.starts_with("IXP2800") ||
           source.starts_with("descendant");
  }
};

std::span<const ParamInfo> all_params();
const ParamInfo* find_param(std::string_view key); // null if unknown

} // namespace ixp
