// Results of operators and conditions of branches, one line each. V is the type of a word: uint32_t
// when an instruction is executed, ClockValue (clock_value.h) when a loop is followed, ValueSet
// (register_values.h) when a program is analysed. Each has C++'s operators, logical() and add().
#pragma once

#include "emu/me/state.h"

#include <bit>
#include <cstdint>
#include <utility>

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
template <class V, class C = unsigned>
constexpr auto subtract(const V& a, const V& b, const C& carry_in = 1) {
  return add(a, ~b, carry_in);
}

// Condition codes of a V.
template <class V> using FlagsOf = decltype(logical(std::declval<V>()));

// True for the operators of alu[..].
constexpr bool is_alu_operator(mev2::Opcode o) {
  return mev2::info(o).mnemonic == "alu";
}

// a, b: the left and right operand. carry: C before the instruction.
template <mev2::Opcode Op, class V, class C>
constexpr FlagsOf<V> alu(const V& a, const V& b, const C& carry) {
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

// Conditions of branches.
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

template <class V> constexpr auto byte_equals(const V& reg, unsigned byte, uint8_t compare) {
  return (reg >> (8 * byte) & 0xff) == compare;
}
template <class V> constexpr auto bit_set(const V& reg, unsigned bit) {
  return (reg >> bit & 1) == 1;
}

// The ALU_SHF and LD_FIELD classes: shifts, double shifts, byte alignment and field loads.
//
// The shifted right operand. `indirect`: the previous instruction's A operand, of which the low
// five bits count; 0 is no shift in either direction.
template <class V>
constexpr V shifted(mev2::ShiftKind kind, unsigned amount, const V& b, const V& indirect) {
  using std::rotr;
  switch (kind) {
  case mev2::ShiftKind::None: return b;
  case mev2::ShiftKind::Right: return b >> (amount & 31);
  case mev2::ShiftKind::Left: return b << (amount & 31);
  case mev2::ShiftKind::RotateRight: return rotr(b, static_cast<int>(amount & 31));
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
template <mev2::Opcode Op, class V> constexpr FlagsOf<V> shift_op(const V& a, const V& s) {
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
template <class V> constexpr V load_field(const V& old, const V& s, uint32_t mask) {
  return (old & ~mask) | (s & mask);
}

} // namespace ixp::me
