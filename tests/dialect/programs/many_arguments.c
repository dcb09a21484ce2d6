// expect: the host
// More words of arguments than there are registers for; some are of 64 bits, some not looked at.
#include "test.h"

static __noinline unsigned eighteen(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e,
                                    unsigned f, unsigned g, unsigned h, unsigned i, unsigned j,
                                    unsigned k, unsigned l, unsigned m, unsigned n, unsigned o,
                                    unsigned p, unsigned q, unsigned r) {
  unsigned v = mix(mix(mix(mix(a, b), c), d), e);
  v = mix(mix(mix(mix(v, f), g), h), i);
  v = mix(mix(mix(mix(v, j), k), l), m);
  v = mix(mix(mix(mix(v, n), o), p), q);
  return mix(v, r);
}

static __noinline unsigned long long wide(unsigned long long a, unsigned long long b,
                                          unsigned long long c, unsigned long long d,
                                          unsigned long long e, unsigned long long f,
                                          unsigned long long g, unsigned char h,
                                          unsigned long long i, const unsigned *list, short j) {
  return a + 3 * b + 5 * c + 7 * d + 9 * e + 11 * f + 13 * g + 17 * i + h + list[2] + (unsigned)j;
}

/* Two calls take the same arguments, in opposite orders. */
static __noinline unsigned twice(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e,
                                 unsigned f, unsigned g, unsigned h, unsigned i, unsigned j,
                                 unsigned k, unsigned l, unsigned m, unsigned n, unsigned o,
                                 unsigned p, unsigned q, unsigned r) {
  return mix(eighteen(r, q, p, o, n, m, l, k, j, i, h, g, f, e, d, c, b, a),
             eighteen(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r));
}

/* One word more than there are registers; the result depends on arguments alone. */
static __noinline unsigned seventeen(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e,
                                     unsigned f, unsigned g, unsigned h, unsigned i, unsigned j,
                                     unsigned k, unsigned l, unsigned m, unsigned n, unsigned o,
                                     unsigned p, unsigned q) {
  return a + 2 * b + 3 * c + 5 * d + 7 * e + 11 * f + 13 * g + 17 * h + (i ^ j ^ k ^ l) + (m & n) -
         (o | p) + q;
}

/* Fits, until the compiler replaces the pointer by the two words it leads to. */
struct pair {
  unsigned first, second;
};
static __noinline unsigned sixteen(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e,
                                   unsigned f, unsigned g, unsigned h, unsigned i, unsigned j,
                                   unsigned k, unsigned l, unsigned m, unsigned n, unsigned o,
                                   const struct pair *last) {
  return a + 2 * b + 3 * c + 5 * d + 7 * e + 11 * f + 13 * g + 17 * h + (i ^ j ^ k ^ l) + (m & n) -
         o + last->first * 3 + last->second;
}

int main(void) {
  const unsigned z = unknown_zero();
  const unsigned list[3] = {1 + z, 2 + z, 3 + z};
  unsigned unknowns[16];
  const unsigned long long w = z + 0x123456789ull;
  unsigned i;
  result(eighteen(z, z + 1, z + 2, z + 3, z + 4, z + 5, z + 6, z + 7, z + 8, z + 9, z + 10, z + 11,
                  z + 12, z + 13, z + 14, z + 15, z + 16, z + 17));
  for (i = 0; i < 3; ++i)
    result(twice(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, z));
  result(mix64(0, wide(w, w + 1, w + 2, w + 3, w + 4, w + 5, w + 6, (unsigned char)(z + 250),
                       w + 8, list, (short)(z - 7))));
  result(mix64(0, wide(1, 2, 3, 4, 5, 6, 7, 8, 9, list, 10)));
  for (i = 0; i < 16; ++i)
    unknowns[i] = unknown(i * i + 3);
  for (i = 0; i < 3; ++i) {
    const struct pair last = {z + i, 5};
    const unsigned *u = unknowns;
    result(seventeen(u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9], u[10], u[11], u[12],
                     u[13], u[14], u[15], z + 1) +
           seventeen(u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9], u[10], u[11], u[12],
                     u[13], u[14], u[15], z + 2) * 3 +
           seventeen(u[1], u[0], u[3], u[2], u[5], u[4], u[7], u[6], u[9], u[8], u[11], u[10],
                     u[13], u[12], u[15], u[14], i));
    result(sixteen(u[1], u[0], u[3], u[2], u[5], u[4], u[7], u[6], u[9], u[8], u[11], u[10], u[13],
                   u[12], u[15], &last));
  }
}
