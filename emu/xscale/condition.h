// Conditions of instructions.
#pragma once

#include "emu/xscale/state.h"

namespace ixp::xscale {

namespace detail {
constexpr bool condition(unsigned condition, unsigned nzcv) {
  const bool n = nzcv & 8, z = nzcv & 4, c = nzcv & 2, v = nzcv & 1;
  const bool holds[] = {z, c, n, v, c && !z, n == v, n == v && !z, true};
  return holds[condition >> 1] != (condition & 1) || condition >= 14;
}
// For each condition, one bit for each of the 16 values of NZCV.
constexpr std::array<uint16_t, 16> condition_table() {
  std::array<uint16_t, 16> table{};
  for (unsigned cond = 0; cond < 16; ++cond)
    for (unsigned nzcv = 0; nzcv < 16; ++nzcv)
      table[cond] |= static_cast<uint16_t>(condition(cond, nzcv) << nzcv);
  return table;
}
inline constexpr std::array<uint16_t, 16> kConditions = condition_table();
} // namespace detail

constexpr uint32_t kAlways = 14;

// 15 is no condition in ARMv5: such words are separate instructions, and always executed.
inline bool condition_holds(uint32_t condition, uint32_t cpsr) {
  return detail::kConditions[condition] >> (cpsr >> 28) & 1;
}

} // namespace ixp::xscale
