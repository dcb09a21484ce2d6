// expect: itself
#include "test.h"

static void bits(void) {
  EXPECT(ffs(HIDE(0x50)), 4);
  EXPECT(ffs(HIDE(0x80000000)), 31);
  EXPECT(pop_count(HIDE(0xff0f)), 12);
  EXPECT(bit_test(HIDE(0x10), HIDE(4)), 1);
  EXPECT(bit_test(HIDE(0x10), HIDE(5)), 0);
  EXPECT(bswap(HIDE(0x11223344)), 0x44332211);
  EXPECT(bitswap(HIDE(1)), 0x80000000);
  EXPECT(bitswap(HIDE(0x12345678)), 0x1e6a2c48);
}

static void shifts(void) {
  EXPECT(rotl(HIDE(0x80000001), HIDE(4)), 0x18);
  EXPECT(rotl(HIDE(0x80000001), HIDE(0)), 0x80000001);
  EXPECT(rotr(HIDE(0x18), 4), 0x80000001);
  EXPECT(_rotl(HIDE(0x81234567), 4), 0x12345678);
  EXPECT(_rotr(HIDE(0x23456781), 4), 0x12345678);
  EXPECT(dbl_shl(HIDE(0x11111111), HIDE(0x22222222), 8), 0x11111122);
  EXPECT(dbl_shl(HIDE(0x11111111), HIDE(0x22222222), HIDE(0)), 0x11111111);
  EXPECT(dbl_shr(HIDE(0x11111111), HIDE(0x22222222), HIDE(8)), 0x11222222);
  EXPECT(dbl_shr(HIDE(0x11111111), HIDE(0x22222222), HIDE(0)), 0x22222222);
}

static void products(void) {
  EXPECT(multiply_24x8(HIDE(0xff123456), HIDE(0xf10)), 0x01234560);
  EXPECT(multiply_16x16(HIDE(0xaffff), HIDE(0xffff)), 0xfffe0001);
  EXPECT(multiply_32x32_lo(HIDE(0x12345678), HIDE(0x9abcdef0)), 0x242d2080);
  EXPECT(multiply_32x32_hi(HIDE(0x12345678), HIDE(0x9abcdef0)), 0x0b00ea4e);
  EXPECT(multiply_32x32(HIDE(0xffffffff), HIDE(0xffffffff)) >> 32, 0xfffffffe);
}

static void alignment(void) {
  unsigned from[4], to[3];
  for (int i = 0; i < 4; ++i)
    from[i] = HIDE(0x03020100 + i * 0x04040404);
  byte_align_block_le(3, to, from, HIDE(1));
  EXPECT(to[0], 0x04030201);
  EXPECT(to[2], 0x0c0b0a09);
  for (int i = 0; i < 4; ++i)
    from[i] = HIDE(0x00010203 + i * 0x04040404);
  byte_align_block_be(3, to, from, HIDE(3));
  EXPECT(to[0], 0x03040506);
  EXPECT(to[2], 0x0b0c0d0e);
}

main() {
  bits();
  shifts();
  products();
  alignment();
  DONE();
}
