// Results of the operators of the ALU class and of mul_step. One line per operator; both engines
// use these bodies.
#pragma once

#include "emu/me/state.h"

#include <bit>
#include <cstdint>

namespace ixp::me {

// Logical results clear carry and overflow (our choice: no public source says).
constexpr Flags logical(uint32_t r) {
  return {r, 0};
}
constexpr Flags add(uint32_t a, uint32_t b, unsigned carry_in = 0) {
  const uint64_t wide = uint64_t{a} + b + carry_in;
  const uint32_t r = static_cast<uint32_t>(wide);
  return {wide, (a ^ r) & (b ^ r)};
}
// C = 1 means no borrow.
constexpr Flags subtract(uint32_t a, uint32_t b, unsigned carry_in = 1) {
  return add(a, ~b, carry_in);
}

// True for the operators of alu[..].
constexpr bool is_alu_operator(mev2::Opcode o) {
  return mev2::info(o).mnemonic == "alu";
}

// a, b: the left and right operand. carry: C before the instruction.
template <mev2::Opcode Op> constexpr Flags alu(uint32_t a, uint32_t b, bool carry) {
  using enum mev2::Opcode;
  if constexpr (Op == ALU_B) return logical(b);
  if constexpr (Op == ALU_NOT_B) return logical(~b);
  if constexpr (Op == ALU_AND) return logical(a & b);
  if constexpr (Op == ALU_NOT_AND) return logical(~a & b);
  if constexpr (Op == ALU_AND_NOT) return logical(a & ~b);
  if constexpr (Op == ALU_OR) return logical(a | b);
  if constexpr (Op == ALU_XOR) return logical(a ^ b);
  if constexpr (Op == ALU_ADD) return add(a, b);
  if constexpr (Op == ALU_ADD8) return add(a, b & 0xff);
  if constexpr (Op == ALU_ADD16) return add(a, b & 0xffff);
  if constexpr (Op == ALU_ADD_CARRY) return add(a, b, carry);
  if constexpr (Op == ALU_SUB) return subtract(a, b);
  if constexpr (Op == ALU_SUB_CARRY) return subtract(a, b, carry);
  if constexpr (Op == ALU_B_SUB_A) return subtract(b, a);
}

// Number of the least significant 1 bit; 0 if there is none.
constexpr uint32_t find_first_set(uint32_t b) {
  return b ? static_cast<uint32_t>(std::countr_zero(b)) : 0;
}
// Z means that no bit was set, not that the number is 0.
constexpr Flags ffs_flags(uint32_t b) {
  return logical(b != 0);
}

// mul_step: each step consumes one byte of b. Operands wider than the named sizes are truncated
// (our choice; no public source specifies it).
//
// The product after step k (1..4); `a_bits`: 24, 16 or 32.
constexpr uint64_t multiply_step(uint64_t product, uint32_t a, uint32_t b, unsigned k,
                                 unsigned a_bits) {
  const uint64_t cut = a & ((uint64_t{1} << a_bits) - 1);
  return product + ((cut * (b >> (8 * (k - 1)) & 0xff)) << (8 * (k - 1)));
}

} // namespace ixp::me
