// expect: the host
// All operators on 64-bit integers, and their conversions.
#include "test.h"

typedef long long s64;
typedef unsigned long long u64;

static const u64 values[] = {0,
                             1,
                             2,
                             0x7fffffff,
                             0x80000000,
                             0xffffffff,
                             0x100000000,
                             0x123456789abcdef0,
                             0x7fffffffffffffff,
                             0x8000000000000000,
                             0xfffffffffffffffe,
                             0xffffffffffffffff};
#define COUNT (sizeof values / sizeof values[0])

static __noinline unsigned order(u64 a, u64 b) {
  const s64 x = (s64)a, y = (s64)b;
  return (unsigned)((a < b) | (a <= b) << 1 | (a == b) << 2 | (a > b) << 3 | (a >= b) << 4 |
                    (x < y) << 5 | (x <= y) << 6 | (x > y) << 7 | (x >= y) << 8 | (x != y) << 9);
}

static __noinline u64 shifted(u64 a, unsigned n) {
  return (a << n) ^ (a >> (63 - n)) ^ (u64)((s64)a >> (n ^ 5));
}

static __noinline u64 constant_shifts(u64 a) {
  return (a << 1) ^ (a << 32) ^ (a << 33) ^ (a >> 31) ^ (a >> 32) ^ (u64)((s64)a >> 32) ^
         (u64)((s64)a >> 63) ^ (a >> 40);
}

static __noinline unsigned narrow(u64 a) {
  return mix(mix(mix(mix(0, (unsigned)a), (unsigned char)a), (unsigned)(short)a), a != 0);
}

static __noinline u64 widen(int a, unsigned b, signed char c, unsigned short d) {
  return (u64)(s64)a ^ (u64)b << 3 ^ (u64)c << 7 ^ (u64)d << 40;
}

int main(void) {
  unsigned sums = 0, products = 0, bits = 0, orders = 0, quotients = 0, shifts = 0, i, j;
  for (i = 0; i < COUNT; ++i) {
    u64 a = values[i];
    for (j = 0; j < COUNT; ++j) {
      const u64 b = values[j];
      sums = mix64(mix64(sums, a + b), a - b);
      products = mix64(products, a * b);
      bits = mix64(mix64(bits, (a & b) ^ (a | ~b)), (a ^ b) - !a);
      orders = mix(orders, order(a, b));
      if (b != 0) quotients = mix64(mix64(quotients, a / b), a % b);
      if (b != 0 && b + 1 != 0)
        quotients = mix64(mix64(quotients, (u64)((s64)a / (s64)b)), (u64)((s64)a % (s64)b));
    }
    for (j = 0; j < 64; j += 3)
      shifts = mix64(shifts, shifted(a, j));
    shifts = mix64(shifts, constant_shifts(a));
    bits = mix(bits, narrow(a));
    bits = mix64(bits, widen((int)a, (unsigned)a, (signed char)a, (unsigned short)a));
    sums = mix64(sums, a++);
    sums = mix64(sums, --a);
    sums = mix64(sums, -a);
  }
  result(sums);
  result(products);
  result(bits);
  result(orders);
  result(quotients);
  result(shifts);
  result((unsigned)((values[7] * 1000000007) >> 20));
  return 0;
}
