/* Bits, bytes and products. */
#ifndef IXP_BITS_H
#define IXP_BITS_H

#include <ixp_dialect.h>

/* The number, 0..31, of the lowest set bit; undefined for 0. */
__me_inline unsigned ffs(unsigned value) { return __me_ffs(value); }
__me_inline unsigned pop_count(unsigned value) { return __me_pop_count(value); }
__me_inline int bit_test(unsigned value, unsigned bit) { return (int)(value >> bit & 1); }

__me_inline unsigned bswap(unsigned value) { return __builtin_bswap32(value); }
__me_inline unsigned bitswap(unsigned value) { return __builtin_bitreverse32(value); }

__me_inline unsigned rotl(unsigned value, unsigned count) {
  return value << (count & 31) | value >> (-count & 31);
}
__me_inline unsigned rotr(unsigned value, unsigned count) {
  return value >> (count & 31) | value << (-count & 31);
}
#define _rotl rotl
#define _rotr rotr

/* 64 bits high:low shifted by 0..31: the upper and the lower half of the result. */
__me_inline unsigned dbl_shl(unsigned high, unsigned low, unsigned count) {
  return count ? __me_dbl_shr(high, low, 32 - count) : high;
}
__me_inline unsigned dbl_shr(unsigned high, unsigned low, unsigned count) {
  return __me_dbl_shr(high, low, count);
}

/* Copies n longwords from byte offset (0..3) of src, which has n + 1. n is a constant. */
__me_inline void byte_align_block_be(unsigned n, unsigned *dst, const unsigned *src,
                                     unsigned offset) {
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < n; ++i)
    dst[i] = dbl_shl(src[i], src[i + 1], offset * 8);
}
__me_inline void byte_align_block_le(unsigned n, unsigned *dst, const unsigned *src,
                                     unsigned offset) {
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < n; ++i)
    dst[i] = dbl_shr(src[i + 1], src[i], offset * 8);
}

/* Unsigned products. The narrow ones take fewer steps; bits beyond the named widths are ignored. */
__me_inline unsigned multiply_24x8(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xff); }
__me_inline unsigned multiply_16x16(unsigned x, unsigned y) { return (x & 0xffff) * (y & 0xffff); }
__me_inline unsigned multiply_32x32_lo(unsigned x, unsigned y) { return x * y; }
__me_inline unsigned multiply_32x32_hi(unsigned x, unsigned y) {
  return (unsigned)((unsigned long long)x * y >> 32);
}
__me_inline unsigned long long multiply_32x32(unsigned x, unsigned y) {
  return (unsigned long long)x * y;
}

#endif
