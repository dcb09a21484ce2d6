// mul_step: each step consumes one byte of b. Operands wider than the named sizes are truncated
// (our choice; no public source specifies it).
#pragma once

#include "emu/me/state.h"

namespace ixp::me {

// The product after step k (1..4); `a_bits`: 24, 16 or 32.
constexpr uint64_t multiply_step(uint64_t product, uint32_t a, uint32_t b, unsigned k,
                                 unsigned a_bits) {
  const uint64_t cut = a & ((uint64_t{1} << a_bits) - 1);
  return product + ((cut * (b >> (8 * (k - 1)) & 0xff)) << (8 * (k - 1)));
}

} // namespace ixp::me
