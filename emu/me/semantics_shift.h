// Shifts, double shifts, byte alignment and field loads: the ALU_SHF and LD_FIELD classes.
#pragma once

#include "emu/me/semantics_alu.h"

#include <bit>

namespace ixp::me {

// The shifted right operand. `indirect`: the previous instruction's A operand, whose low five bits
// count; by 0 is no shift in either direction.
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

// The operators that shift_op<Op>() knows.
#define IXP_SHIFT_OPERATORS(X)                                                                     \
  X(SHF_B) X(SHF_NOT_B) X(SHF_AND) X(SHF_NOT_AND) X(SHF_AND_NOT) X(SHF_OR)

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

// What the last instructions that had them leave to the next: operands and result.
struct Previous {
  uint32_t a = 0, b = 0, result = 0;
};

// Instructions that look at those, and ffs: what they compute, and what they leave. n: 0..31.
template <mev2::Opcode Op>
constexpr Flags special_op(Previous& p, uint32_t a, uint32_t b, unsigned n, unsigned byte_index) {
  using enum mev2::Opcode;
  if constexpr (Op == ASR) p = {p.a, b, arithmetic_shift(b, n, p.result)};
  if constexpr (Op == DBL_SHF) p = {a, b, double_shift(a, b, n)};
  if constexpr (Op == BYTE_ALIGN_BE) p = {p.a, b, byte_align_be(p.b, b, byte_index)};
  if constexpr (Op == BYTE_ALIGN_LE) p = {a, p.b, byte_align_le(p.a, a, byte_index)};
  if constexpr (Op == FFS) {
    p = {p.a, b, find_first_set(b)};
    return ffs_flags(b);
  }
  return logical(p.result);
}

// The instructions that special_op<Op>() knows; ffs is of the ALU class.
#define IXP_SPECIAL_SHIFTS(X) X(ASR) X(DBL_SHF) X(BYTE_ALIGN_BE) X(BYTE_ALIGN_LE)

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
