// expect: the host
// Functions that stay functions: many arguments, narrow and wide ones, deep chains, static locals.
#include "test.h"

static __noinline unsigned many(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e,
                                unsigned f, unsigned g, unsigned h, unsigned i, unsigned j,
                                unsigned k, unsigned l) {
  return a - 2 * b + 3 * c - 4 * d + 5 * e - 6 * f + 7 * g - 8 * h + 9 * i - 10 * j + 11 * k -
         12 * l;
}
static __noinline long long mixed(signed char a, long long b, unsigned short c,
                                  unsigned long long d, short e, unsigned char f, long long g) {
  return a + b - c + (long long)d * e - f + (g >> 3);
}
static __noinline signed char narrow8(int n) {
  return (signed char)n;
}
static __noinline unsigned short narrow16(int n) {
  return (unsigned short)n;
}
static __noinline _Bool is_odd(unsigned n) {
  return n & 1;
}
static __noinline unsigned counter(void) {
  static unsigned calls = 5;
  return calls++;
}
static __noinline unsigned leaf(unsigned n) {
  return n * n + counter();
}
static __noinline unsigned level3(unsigned a, unsigned b) {
  return leaf(a) ^ leaf(b) << 1;
}
static __noinline unsigned level2(unsigned a, unsigned b) {
  return level3(a, b) + level3(b, a) * 3;
}
static __noinline unsigned level1(unsigned a, unsigned b, unsigned c) {
  const unsigned x = level2(a, b), y = level2(b, c), z = level2(c, a);
  return x + 2 * y + 4 * z + a;
}
static __noinline void out(unsigned n, unsigned* low, unsigned* high, unsigned long long* both) {
  *low = n & 0xffff;
  *high = n >> 16;
  *both = (unsigned long long)n * n;
}
static __noinline unsigned sum(const unsigned* a, unsigned n) {
  unsigned s = 0;
  while (n--)
    s += *a++;
  return s;
}

int main(void) {
  const unsigned n = unknown(1000);
  unsigned low, high, i, kept[12];
  unsigned long long both;
  result(many(n, n + 1, n * 2, 3, n - 4, 5, n ^ 6, 7, 8, n, 10, 11));
  result(many(many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, n), n, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  result(mix64(0, (unsigned long long)mixed((signed char)(n & 0x80 ? -3 : 3), -(long long)n, 65535,
                                            0x123456789abcull + n, -7, 255, -1000000000000ll)));
  result((unsigned)narrow8((int)n) + narrow16(-(int)n) + is_odd(n + 1) + 10 * is_odd(n));
  result(level1(n, n + 5, n * 7));
  out(n * 123457, &low, &high, &both);
  result(mix64(mix(low, high), both));
  for (i = 0; i < 12; ++i)
    kept[i] = many(i, i, i, i, i, i, i, i, i, i, i, n);
  result(sum(kept, 12));
  result(counter());
  return 0;
}
