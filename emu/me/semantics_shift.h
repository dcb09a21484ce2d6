// Shifts, double shifts, byte alignment and field loads: the ALU_SHF and LD_FIELD classes.
#pragma once

#include "emu/me/semantics_alu.h"

#include <bit>

namespace ixp::me {

// The shifted right operand. `indirect`: the previous instruction's A operand, of which the low
// five bits count; 0 is no shift in either direction.
constexpr uint32_t shifted(mev2::ShiftKind kind, unsigned amount, uint32_t b, uint32_t indirect) {
  switch (kind) {
  case mev2::ShiftKind::None: return b;
  case mev2::ShiftKind::Right: return b >> (amount & 31);
  case mev2::ShiftKind::Left: return b << (amount & 31);
  case mev2::ShiftKind::RotateRight: return std::rotr(b, static_cast<int>(amount & 31));
  case mev2::ShiftKind::RightIndirect: return b >> (indirect & 31);
  case mev2::ShiftKind::LeftIndirect: return b << (indirect & 31);
  }
  return b;
}

// True for the operators of alu_shf[..].
constexpr bool is_shift_operator(mev2::Opcode o) {
  return mev2::info(o).mnemonic == "alu_shf";
}

// s: the shifted right operand.
template <mev2::Opcode Op> constexpr Flags shift_op(uint32_t a, uint32_t s) {
  using enum mev2::Opcode;
  if constexpr (Op == SHF_B) return logical(s);
  if constexpr (Op == SHF_NOT_B) return logical(~s);
  if constexpr (Op == SHF_AND) return logical(a & s);
  if constexpr (Op == SHF_NOT_AND) return logical(~a & s);
  if constexpr (Op == SHF_AND_NOT) return logical(a & ~s);
  if constexpr (Op == SHF_OR) return logical(a | s);
}

// Bits shifted in are copies of bit 31 of the previous instruction's ALU result, not of b.
constexpr uint32_t arithmetic_shift(uint32_t b, unsigned n, uint32_t prev_result) {
  const uint32_t fill = prev_result >> 31 && n != 0 ? ~uint32_t{0} << (32 - n) : 0;
  return (b >> n) | fill;
}

// Low longword of (a:b) >> n, n = 0..31.
constexpr uint32_t double_shift(uint32_t a, uint32_t b, unsigned n) {
  return static_cast<uint32_t>((uint64_t{a} << 32 | b) >> n);
}

constexpr uint32_t byte_align_be(uint32_t prev_b, uint32_t operand, unsigned byte_index) {
  return static_cast<uint32_t>((uint64_t{prev_b} << 32 | operand) >> (32 - 8 * byte_index));
}
constexpr uint32_t byte_align_le(uint32_t prev_a, uint32_t operand, unsigned byte_index) {
  return static_cast<uint32_t>((uint64_t{operand} << 32 | prev_a) >> (8 * byte_index));
}

// Bit 3 of `bytes` selects bits 31:24 ... bit 0 selects bits 7:0.
constexpr uint32_t byte_mask(unsigned bytes) {
  uint32_t m = 0;
  for (unsigned i = 0; i < 4; ++i)
    if (bytes >> i & 1) m |= uint32_t{0xff} << (8 * i);
  return m;
}
constexpr uint32_t load_field(uint32_t old, uint32_t s, uint32_t mask) {
  return (old & ~mask) | (s & mask);
}

} // namespace ixp::me
