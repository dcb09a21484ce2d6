// Results of operators against plain models written from the tables, on random and corner
// operands.
#include "tests/catch.h"

#include "emu/me/semantics_branch.h"
#include "emu/me/semantics_shift.h"

using namespace ixp::me;
using enum mev2::Opcode;

namespace {
std::vector<uint32_t> interesting(unsigned seed) {
  std::vector<uint32_t> v{0,          1,          2,         0x7f,       0x80,
                          0xff,       0xffff,     0x10000,   0x7fffffff, 0x80000000,
                          0x80000001, 0xfffffffe, 0xffffffff};
  std::minstd_rand r(seed);
  for (int i = 0; i < 60; ++i)
    v.push_back(static_cast<uint32_t>(r() * 2654435761u) >> r() % 32);
  return v;
}

struct Model {
  uint32_t r;
  bool c, v;
};
// Signed and unsigned arithmetic in 64 bits.
Model plus(uint32_t a, uint32_t b, unsigned carry) {
  const int64_t s = int64_t{int32_t(a)} + int32_t(b) + carry;
  const uint64_t u = uint64_t{a} + b + carry;
  return {static_cast<uint32_t>(u), u > 0xffffffff, s != int32_t(s)};
}
Model minus(uint32_t a, uint32_t b, unsigned borrow) {
  const int64_t s = int64_t{int32_t(a)} - int32_t(b) - borrow;
  return {a - b - borrow, uint64_t{a} >= uint64_t{b} + borrow, s != int32_t(s)};
}
void same(const Flags& f, const Model& m) {
  REQUIRE(static_cast<uint32_t>(f.wide) == m.r);
  REQUIRE(f.n() == (int32_t(m.r) < 0));
  REQUIRE(f.z() == (m.r == 0));
  REQUIRE(f.c() == m.c);
  REQUIRE(f.overflow() == m.v);
}
} // namespace

TEST_CASE("ALU operators") {
  for (const uint32_t a : interesting(1))
    for (const uint32_t b : interesting(2))
      for (const bool c : {false, true}) {
        same(alu<ALU_ADD>(a, b, c), plus(a, b, 0));
        same(alu<ALU_ADD8>(a, b, c), plus(a, b % 256, 0));
        same(alu<ALU_ADD16>(a, b, c), plus(a, b % 65536, 0));
        same(alu<ALU_ADD_CARRY>(a, b, c), plus(a, b, c));
        same(alu<ALU_SUB>(a, b, c), minus(a, b, 0));
        same(alu<ALU_SUB_CARRY>(a, b, c), minus(a, b, !c));
        same(alu<ALU_B_SUB_A>(a, b, c), minus(b, a, 0));
        same(alu<ALU_B>(a, b, c), {b, false, false});
        same(alu<ALU_NOT_B>(a, b, c), {~b, false, false});
        same(alu<ALU_AND>(a, b, c), {a & b, false, false});
        same(alu<ALU_NOT_AND>(a, b, c), {~a & b, false, false});
        same(alu<ALU_AND_NOT>(a, b, c), {a & ~b, false, false});
        same(alu<ALU_OR>(a, b, c), {a | b, false, false});
        same(alu<ALU_XOR>(a, b, c), {a ^ b, false, false});
      }
}

TEST_CASE("64 >= n is bhs after a subtraction") { // as published code uses it
  for (uint32_t n = 0; n < 130; ++n)
    CHECK(condition<BCS>(alu<ALU_SUB>(64, n, false)) == (n <= 64));
}

TEST_CASE("conditions compare") {
  for (const uint32_t a : interesting(3))
    for (const uint32_t b : interesting(4)) {
      const Flags f = alu<ALU_SUB>(a, b, false);
      const int32_t x = int32_t(a), y = int32_t(b);
      REQUIRE(condition<BEQ>(f) == (a == b));
      REQUIRE(condition<BNE>(f) == (a != b));
      REQUIRE(condition<BGE>(f) == (x >= y));
      REQUIRE(condition<BLT>(f) == (x < y));
      REQUIRE(condition<BLE>(f) == (x <= y));
      REQUIRE(condition<BGT>(f) == (x > y));
      REQUIRE(condition<BCS>(f) == (a >= b));
      REQUIRE(condition<BCC>(f) == (a < b));
      REQUIRE(condition<BMI>(f) == (int32_t(a - b) < 0));
      REQUIRE(condition<BPL>(f) == (int32_t(a - b) >= 0));
      REQUIRE(condition<BVS>(f) == (int64_t{x} - y != int32_t(a - b)));
      REQUIRE(condition<BVC>(f) != condition<BVS>(f));
    }
}

TEST_CASE("shifts bit by bit") {
  using mev2::ShiftKind;
  for (const uint32_t b : interesting(5))
    for (unsigned n = 0; n < 32; ++n) {
      uint32_t right = 0, left = 0, rotated = 0, sign = 0;
      for (unsigned bit = 0; bit < 32; ++bit) {
        if (bit + n < 32)
          right |= (b >> (bit + n) & 1) << bit;
        else
          sign |= 1u << bit;
        if (bit >= n) left |= (b >> (bit - n) & 1) << bit;
        rotated |= (b >> ((bit + n) % 32) & 1) << bit;
      }
      REQUIRE(shifted(ShiftKind::None, n, b, 7) == b);
      REQUIRE(shifted(ShiftKind::Right, n, b, 7) == right);
      REQUIRE(shifted(ShiftKind::Left, n, b, 7) == left);
      REQUIRE(shifted(ShiftKind::RotateRight, n, b, 7) == rotated);
      REQUIRE(shifted(ShiftKind::RightIndirect, 0, b, n + 0xffe0) == right);
      REQUIRE(shifted(ShiftKind::LeftIndirect, 0, b, n + 0xffe0) == left);
      REQUIRE(arithmetic_shift(b, n, 0x7fffffff) == right);
      REQUIRE(arithmetic_shift(b, n, 0x80000000) == (right | sign));
      for (const uint32_t a : {0u, 0x12345678u, 0xffffffffu}) {
        uint32_t low = right;
        for (unsigned bit = 0; bit < 32; ++bit)
          if (bit + n >= 32) low |= (a >> (bit + n - 32) & 1) << bit;
        REQUIRE(double_shift(a, b, n) == low);
      }
    }
}

TEST_CASE("byte_align over a stream of bytes") {
  CHECK(byte_align_be(0x00010203, 0x04050607, 2) == 0x02030405);
  CHECK(byte_align_le(0x03020100, 0x07060504, 2) == 0x05040302);
  for (unsigned i = 0; i < 4; ++i) {
    uint32_t be = 0, le = 0;
    for (unsigned k = 0; k < 4; ++k) {
      be = be << 8 | (i + k);
      le |= (i + k) << (8 * k);
    }
    CHECK(byte_align_be(0x00010203, 0x04050607, i) == be);
    CHECK(byte_align_le(0x03020100, 0x07060504, i) == le);
  }
}

TEST_CASE("field loads") {
  CHECK(byte_mask(0b1011) == 0xff00ffff);
  for (unsigned m = 0; m < 16; ++m) {
    uint32_t expected = 0;
    for (unsigned byte = 0; byte < 4; ++byte)
      expected |= ((m >> byte & 1) ? 0x11223344u : 0xaabbccddu) & (0xffu << (8 * byte));
    CHECK(load_field(0xaabbccdd, 0x11223344, byte_mask(m)) == expected);
  }
}

TEST_CASE("ffs") {
  CHECK(find_first_set(0) == 0);
  CHECK(ffs_flags(0).z());
  for (unsigned n = 0; n < 32; ++n) {
    CHECK(find_first_set(0xffffffffu << n) == n);
    CHECK_FALSE(ffs_flags(1u << n).z());
  }
}

TEST_CASE("multiplication in steps") {
  for (const uint32_t a : interesting(6))
    for (const uint32_t b : interesting(7)) {
      uint64_t p = multiply_step(0, a, b, 1, 24);
      REQUIRE(p == uint64_t{a & 0xffffff} * (b & 0xff));
      p = multiply_step(multiply_step(0, a, b, 1, 16), a, b, 2, 16);
      REQUIRE(p == uint64_t{a & 0xffff} * (b & 0xffff));
      p = 0;
      for (unsigned k = 1; k <= 4; ++k)
        p = multiply_step(p, a, b, k, 32);
      REQUIRE(p == uint64_t{a} * b);
    }
}

TEST_CASE("bytes and bits of branches") {
  CHECK(byte_equals(0x11223344, 0, 0x44));
  CHECK(byte_equals(0x11223344, 3, 0x11));
  CHECK_FALSE(byte_equals(0x11223344, 3, 0x44));
  for (unsigned n = 0; n < 32; ++n)
    CHECK(bit_set(1u << n, n));
  CHECK_FALSE(bit_set(0x7fffffff, 31));
}
