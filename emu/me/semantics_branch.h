// Conditions of branches.
#pragma once

#include "emu/me/state.h"

namespace ixp::me {

constexpr bool is_condition(mev2::Opcode o) {
  return mev2::info(o).is_branch && mev2::info(o).reads_cc;
}

template <mev2::Opcode Op> constexpr bool condition(const Flags& f) {
  using enum mev2::Opcode;
  if constexpr (Op == BEQ) return f.z();
  if constexpr (Op == BNE) return !f.z();
  if constexpr (Op == BMI) return f.n();
  if constexpr (Op == BPL) return !f.n();
  if constexpr (Op == BCS) return f.c();
  if constexpr (Op == BCC) return !f.c();
  if constexpr (Op == BVS) return f.overflow();
  if constexpr (Op == BVC) return !f.overflow();
  if constexpr (Op == BGE) return f.n() == f.overflow();
  if constexpr (Op == BLT) return f.n() != f.overflow();
  if constexpr (Op == BLE) return f.z() || f.n() != f.overflow();
  if constexpr (Op == BGT) return !f.z() && f.n() == f.overflow();
}

constexpr bool byte_equals(uint32_t reg, unsigned byte, uint8_t compare) {
  return static_cast<uint8_t>(reg >> (8 * byte)) == compare;
}
constexpr bool bit_set(uint32_t reg, unsigned bit) {
  return reg >> bit & 1;
}

} // namespace ixp::me
