// expect: the host
// Shifts by variable and constant amounts, rotations, fields.
#include "test.h"

#define CHECK(name, type, width)                                                                   \
  static __noinline unsigned check_##name(type a) {                                                \
    unsigned hash = 0, n;                                                                          \
    for (n = 0; n < width; ++n)                                                                    \
      hash = mix(mix(hash, (unsigned)(type)(a >> n)), (unsigned)(type)((unsigned)a << n));         \
    hash = mix(hash, (unsigned)(a >> 1) ^ (unsigned)(a >> (width - 1)));                           \
    return mix(hash, (unsigned)a << 1 ^ (unsigned)a << (width - 1));                               \
  }
CHECK(s8, signed char, 8)
CHECK(u8, unsigned char, 8)
CHECK(s16, short, 16)
CHECK(u16, unsigned short, 16)
CHECK(s32, int, 32)
CHECK(u32, unsigned, 32)

static __noinline unsigned rotated(unsigned a, unsigned n) {
  return (a << n | a >> (-n & 31)) ^ (a >> 7 | a << 25);
}
static __noinline unsigned fields(unsigned a) {
  return ((a >> 8 & 0xff) << 16) + (a >> 24) + ((a & 0xf0) << 4) + ((int)(a << 11) >> 20);
}
static __noinline unsigned bytes_swapped(unsigned a) {
  return a << 24 | (a & 0xff00) << 8 | (a >> 8 & 0xff00) | a >> 24;
}

int main(void) {
  unsigned a = unknown(0x9abcdef1), n;
  for (n = 0; n < 3; ++n, a = a * 5 + 1) {
    result(check_s8((signed char)a));
    result(check_u8((unsigned char)a));
    result(check_s16((short)a));
    result(check_u16((unsigned short)a));
    result(check_s32((int)a));
    result(check_u32(a));
    result(fields(a));
    result(bytes_swapped(a));
  }
  for (n = 0; n < 32; n += 5)
    result(rotated(a, n));
  return 0;
}
