// expect: the host
// Checksums at their edges: sums that come out as 0 and as all ones, carries that bring carries.
#include "test.h"

static const unsigned edges[] = {0, 1, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffeffff, 0xffff0000, 0xfffffffe, 0xffffffff};
#define EDGES (sizeof(edges) / sizeof(*edges))

static __attribute__((noinline)) unsigned sum3(unsigned a, unsigned b, unsigned c) {
  unsigned long long s = (unsigned long long)a + b + c;
  unsigned folded = (unsigned)s + (unsigned)(s >> 32);
  return folded + (folded < (unsigned)s);
}
static __attribute__((noinline)) unsigned sum5(unsigned a, unsigned b, unsigned c, unsigned d) {
  unsigned long long s = (unsigned long long)b + (c + (unsigned long long)d) + a + b;
  unsigned folded = (unsigned)(s >> 32) + (unsigned)s;
  folded += folded < (unsigned)(s >> 32);
  return folded;
}
static __attribute__((noinline)) unsigned fold(unsigned f) {
  f = (f >> 16) + (f & 0xffff);
  f = (f >> 16) + (f & 0xffff);
  return f;
}
static __attribute__((noinline)) unsigned checksum(unsigned f) {
  f = (f & 0xffff) + (f >> 16);
  f += f >> 16;
  return ~f & 0xffff;
}

int main(void) {
  unsigned a, b, c, d;
  for (a = 0; a < EDGES; ++a)
    for (b = 0; b < EDGES; ++b) {
      unsigned mixed = 0;
      for (c = 0; c < EDGES; ++c) {
        unsigned x = edges[a], y = edges[b], z = edges[c];
        mixed = mixed * 31 + sum3(x, y, z);
        for (d = 0; d < EDGES; d += 3)
          mixed = mixed * 31 + sum5(x, y, z, edges[d]);
        mixed = mixed * 31 + (fold(x + z) ^ checksum(y - z) << 16);
      }
      result(mixed);
    }
  return 0;
}
