/* Arithmetic of all widths over numbers that overflow, wrap and change sign. */
#include "stdio.h"

static unsigned state = 12345;
static unsigned next(void) {
  state = state * 1664525u + 1013904223u;
  return state;
}
static unsigned sum;
static void mix(unsigned long long v) {
  sum = (sum ^ (unsigned)v ^ (unsigned)(v >> 32)) * 0x9e3779b1u;
  sum ^= sum >> 13;
}

static unsigned pick(unsigned i) {
  static const unsigned edges[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x8000, 0xffff, 31};
  return i & 1 ? edges[next() >> 8 & 7] : next();
}

int main(void) {
  for (unsigned i = 0; i < 400; ++i) {
    const unsigned a = pick(i), b = pick(i >> 1), n = next() >> 27;
    const long long wide = (long long)((unsigned long long)a << 32 | b);
    mix(a + b), mix(a - b), mix(a * b);
    mix((unsigned long long)a * b), mix((unsigned long long)((long long)(int)a * (int)b));
    mix((unsigned long long)wide + (unsigned long long)a * b);
    mix(a >> n), mix(a << n), mix((unsigned)((int)a >> n)), mix(a >> n | a << (31 & -n));
    mix((unsigned long long)wide >> (n + 16)), mix((unsigned long long)(wide >> n));
    mix((unsigned long long)wide << (n * 2));
    mix(b ? a / b : 0), mix(b ? a % b : 0);
    mix(b && b != 0xffffffff ? (unsigned)((int)a / (int)b) : 1);
    mix(b ? (unsigned long long)wide / b : 2), mix(b ? (unsigned long long)(wide % (int)(b | 2)) : 3);
    mix(a ? (unsigned)__builtin_clz(a) : 32), mix((unsigned)__builtin_popcount(b));
    mix(((int)a < (int)b) | (a < b) << 1 | (wide < (long long)b) << 2 | (a == b) << 3);
    mix((unsigned)(signed char)a + (unsigned)(short)b), mix((unsigned char)a * (unsigned short)b);
    if (i % 40 == 0) printf("%u %08x %d %llx\n", i, sum, (int)a, (unsigned long long)wide);
  }
  printf("arithmetic %08x\n", sum);
  return 0;
}
