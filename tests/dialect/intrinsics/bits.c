// expect: 4 8 1 0 0x78563412 0x80000000 0x18 0x80000001 0x3456789a 0x789abcde 0x34567890 0xabcdef11
// expect: 0xef123456 0x0090abcd 0xd12e 0xfffe0001 0xfffffffe 0xfffffffd 1
// expect: 0xfffffffe 0x12345678 0x12345678
// Bits, bytes and products.
#include "test.h"

int main(void) {
  const unsigned z = unknown_zero();
  unsigned source[3] = {0x12345678 + z, 0x90abcdef + z, 0x11000000 + z}, target[2];
  unsigned long long product;
  result(ffs(0x50 + z));
  result(pop_count(0xf0f + z));
  result((unsigned)bit_test(0x10 + z, 4 + z));
  result((unsigned)bit_test(0x10 + z, 5 + z));
  result(bswap(0x12345678 + z));
  result(bitswap(1 + z));
  result(rotl(0x80000001 + z, 4 + z));
  result(rotr(0x18 + z, 4 + z));
  result(dbl_shl(0x12345678 + z, 0x9abcdef0 + z, 8 + z));
  result(dbl_shr(0x12345678 + z, 0x9abcdef0 + z, 8 + z));
  byte_align_block_be(2, target, source, 1 + z);
  result(target[0]);
  result(target[1]);
  byte_align_block_le(2, target, source, 1 + z); /* low bytes of the next longword come first */
  result(target[0]);
  result(target[1]);
  result(multiply_24x8(0x10000ff + z, 0x1d2 + z)); /* 0xff * 0xd2 */
  result(multiply_16x16(0xffff + z, 0xffff + z));
  result(multiply_32x32_lo(0xffffffff + z, 2 + z));
  result(multiply_32x32_hi(0xffffffff + z, 0xfffffffe + z));
  product = multiply_32x32(0xffffffff + z, 2 + z);
  result((unsigned)(product >> 32));
  result((unsigned)product);
  result(_rotl(0x81234567 + z, 4));
  result(_rotr(0x23456781 + z, 4));
  return 0;
}
