// expect: the host
// All operators on all integer types, on values at the borders.
#include "test.h"

static const unsigned values[] = {
    0,      1,      2,      3,       0x7e,       0x7f,       0x80,       0xff,       0x100,
    0x7fff, 0x8000, 0xffff, 0x10000, 0x12345678, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
#define COUNT (sizeof values / sizeof values[0])

/* type's values are cut from 32 bits; utype is its unsigned partner, wide enough for no overflow.
 */
#define CHECK(name, type, utype)                                                                   \
  static __noinline void check_##name(void) {                                                      \
    unsigned sums = 0, products = 0, bits = 0, orders = 0, quotients = 0, unary = 0, i, j;         \
    for (i = 0; i < COUNT; ++i) {                                                                  \
      const type a = (type)values[i];                                                              \
      unary = mix64(mix64(unary, (type) - (utype)a), (type)~a);                                    \
      unary = mix(unary, (unsigned)!a);                                                            \
      for (j = 0; j < COUNT; ++j) {                                                                \
        const type b = (type)values[j];                                                            \
        sums = mix64(mix64(sums, (type)((utype)a + (utype)b)), (type)((utype)a - (utype)b));       \
        products = mix64(products, (type)((utype)a * (utype)b));                                   \
        bits = mix64(mix64(mix64(bits, (type)(a & b)), (type)(a | b)), (type)(a ^ b));             \
        orders = mix(orders, (unsigned)((a < b) | (a <= b) << 1 | (a == b) << 2 | (a > b) << 3 |   \
                                        (a >= b) << 4 | (a != b) << 5));                           \
        if (b != 0 && (type)(b + 1) != 0)                                                          \
          quotients = mix64(mix64(quotients, (type)(a / b)), (type)(a % b));                       \
      }                                                                                            \
    }                                                                                              \
    result(sums);                                                                                  \
    result(products);                                                                              \
    result(bits);                                                                                  \
    result(orders);                                                                                \
    result(quotients);                                                                             \
    result(unary);                                                                                 \
  }
CHECK(s8, signed char, unsigned)
CHECK(u8, unsigned char, unsigned)
CHECK(s16, short, unsigned)
CHECK(u16, unsigned short, unsigned)
CHECK(s32, int, unsigned)
CHECK(u32, unsigned, unsigned)

int main(void) {
  check_s8();
  check_u8();
  check_s16();
  check_u16();
  check_s32();
  check_u32();
  return 0;
}
