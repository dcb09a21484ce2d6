// Arithmetic of every width: a program a section (tests/sections.py).

//--- algorithms.c
// expect: the host
// Small programs as one writes them: tables, primes, matrices, searches, checksums.
#include "test.h"

static unsigned crc_table[64];
static unsigned char sieve[150];

static unsigned crc(const unsigned char* data, unsigned n) {
  unsigned c = 0xffffffff, i;
  while (n--) {
    c ^= *data++;
    for (i = 0; i < 8; ++i)
      c = c >> 1 ^ (c & 1 ? 0xedb88320 : 0);
  }
  return ~c;
}
static unsigned primes(unsigned n) {
  unsigned i, j, count = 0;
  for (i = 2; i < n; ++i) {
    if (sieve[i]) continue;
    ++count;
    for (j = 2 * i; j < n; j += i)
      sieve[j] = 1;
  }
  return count;
}
static unsigned root(unsigned n) {
  unsigned r = 0, bit = 1u << 30;
  for (; bit; bit >>= 2)
    if (n >= r + bit) {
      n -= r + bit;
      r = (r >> 1) + bit;
    } else {
      r >>= 1;
    }
  return r;
}
static unsigned long long fibonacci(unsigned n) {
  unsigned long long a = 0, b = 1;
  while (n--) {
    const unsigned long long t = a + b;
    a = b;
    b = t;
  }
  return a;
}
static unsigned gcd(unsigned a, unsigned b) {
  while (b) {
    const unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}
static int find(const unsigned* a, int n, unsigned key) {
  int low = 0, high = n - 1;
  while (low <= high) {
    const int middle = (low + high) / 2;
    if (a[middle] == key) return middle;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}
static unsigned checksum(const unsigned short* words, unsigned n) {
  unsigned sum = 0;
  while (n--)
    sum += *words++;
  sum = (sum & 0xffff) + (sum >> 16);
  return (unsigned short)~(sum + (sum >> 16));
}
static void multiply(const int (*a)[3], const int (*b)[3], int (*c)[3]) {
  int i, j, k;
  for (i = 0; i < 3; ++i)
    for (j = 0; j < 3; ++j)
      for (c[i][j] = 0, k = 0; k < 3; ++k)
        c[i][j] += a[i][k] * b[k][j];
}
static unsigned decimal(unsigned n, char* text) {
  unsigned digits = 0, i;
  do
    text[digits++] = (char)('0' + n % 10);
  while (n /= 10);
  for (i = 0; i < digits / 2; ++i) {
    const char c = text[i];
    text[i] = text[digits - 1 - i];
    text[digits - 1 - i] = c;
  }
  return digits;
}

int main(void) {
  static const unsigned char message[] = "123456789";
  static const unsigned short header[10] = {0x4500, 0x0073, 0, 0x4000, 0x4011,
                                            0,      0xc0a8, 1, 0xc0a8, 0xc7};
  static const int a[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, -9}}, b[3][3] = {{2, 0, 1}, {1, 3, 5}};
  int c[3][3];
  char text[12];
  unsigned i;
  result(crc(message, unknown(9)));
  result(primes(unknown(150)));
  result(root(unknown(2000000000)));
  result(mix64(0, fibonacci(unknown(90))));
  result(gcd(unknown(1071 * 13), 462 * 13));
  for (i = 0; i < 64; ++i)
    crc_table[i] = i * i * 3;
  result((unsigned)find(crc_table, 64, 2187) + 100 * (unsigned)find(crc_table, 64, 2188));
  result(checksum(header, 10));
  multiply(a, b, c);
  multiply(c, a, c);
  for (i = 0; i < 9; i += 2)
    result((unsigned)c[i / 3][i % 3]);
  result(decimal(unknown(4093082899u), text));
  for (i = 0; i < 10; i += 3)
    result((unsigned)text[i]);
  return 0;
}

//--- arithmetic.c
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

//--- arithmetic64.c
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

//--- closed_forms.c
// expect: the host
// Sums over a 64-bit counter: LLVM replaces the loops by products of more than 64 bits.
#include "test.h"

typedef unsigned long long U64;

static __noinline U64 numbers(U64 n) {
  U64 sum = 0;
  for (U64 i = 0; i < n; ++i)
    sum += i;
  return sum;
}
static __noinline U64 squares(U64 n) {
  U64 sum = 0;
  for (U64 i = 0; i < n; ++i)
    sum += i * i;
  return sum;
}
static __noinline U64 cubes(U64 n) {
  U64 sum = 0;
  for (U64 i = 0; i < n; ++i)
    sum += i * i * i;
  return sum;
}
static void both(U64 v) {
  result((unsigned)v);
  result((unsigned)(v >> 32));
}

int main(void) {
  const U64 n = unknown(1001);
  both(numbers(n));
  both(squares(n));
  both(cubes(n));
  both(numbers(unknown(0)));
  return 0;
}

//--- division.c
// expect: itself
#include "test.h"

static void narrow(unsigned n, unsigned d, unsigned q, unsigned r) {
  EXPECT(HIDE(n / d), q); /* hidden: C leaves division by zero open, and the optimiser knows */
  EXPECT(HIDE(n % d), r);
}

static void negative(int n, int d, int q, int r) {
  EXPECT(HIDE(n / d), q);
  EXPECT(HIDE(n % d), r);
}

static void wide(unsigned long long n, unsigned long long d, unsigned long long q,
                 unsigned long long r) {
  EXPECT((n / d) >> 32, q >> 32);
  EXPECT(n / d, q);
  EXPECT((n % d) >> 32, r >> 32);
  EXPECT(n % d, r);
}

main() {
  narrow(HIDE(1000000), HIDE(7), 142857, 1);
  narrow(HIDE(0xffffffff), HIDE(1), 0xffffffff, 0);
  narrow(HIDE(5), HIDE(0x80000000), 0, 5);
  narrow(HIDE(7), HIDE(0), 0xffffffff, 0xffffffff);
  narrow(HIDE(60000), 250, 240, 0);
  negative(HIDE(-7), HIDE(2), -3, -1);
  negative(HIDE(7), HIDE(-2), -3, 1);
  negative(HIDE(0x80000000), HIDE(-1), 0x80000000, 0);
  negative(HIDE(-7), HIDE(0), -1, -1);
  wide(HIDE(0x12345678) * 0x100000000ull + 0x9abcdef0, HIDE(0x1000) * 0x10000ull + 1,
       0x123456777ull, 0x7777779ull);
  wide(HIDE(100), HIDE(7), 14, 2);
  DONE();
}

//--- division_by_zero.c
// expect: 0xffffffff 0xffffffff 0xffffffff 0xffffffff 0xffffffff 0xffffffff 0xffffffff 0xffffffff
// expect: 14 2 0xfffffff2 0xfffffffe
// Quotient and remainder by zero are all ones, in every width; others are as usual.
#include "test.h"

int main(void) {
  const unsigned zero = unknown(0), a = unknown(100);
  const unsigned long long wide = a + ((unsigned long long)a << 32), wide_zero = zero;
  result(a / zero);
  result(a % zero);
  result((unsigned)((int)a / (int)zero));
  result((unsigned)(-(int)a % (int)zero));
  result((unsigned)(wide / wide_zero >> 32));
  result((unsigned)(wide % wide_zero));
  result((unsigned)(-(long long)wide / (long long)wide_zero));
  result((unsigned)(-(long long)wide % (long long)wide_zero >> 32));
  result(a / (zero + 7));
  result(a % (zero + 7));
  result((unsigned)(-(int)a / (int)(zero + 7)));
  result((unsigned)(-(int)a % (int)(zero + 7)));
  return 0;
}

//--- fields.c
// expect: the host
// Bytes put between constants, of which the highest and the lowest bit are set.
#include "test.h"

int main(void) {
  const unsigned v = unknown(0x89abcdef);
  result(0xae000101u | (v & 0xff) << 16);
  result(0xae00ff01u | (unsigned)(unsigned char)(v >> 8) << 16);
  result(0x80000001u | (v & 0xffff) << 8);
  result(0xff000000u | (v >> 8 & 0xff));
  result((v & 0xff00ff00u) | 0x00810001u);
  result((v & 0x00ffffffu) | 0x81000000u);
}

//--- long_chain.c
// expect: the host
// A chain of values that are used twice each, of which a byte is needed in the end.
#include "test.h"

#define STEP(v) v ^= v * (0x10101 + 2 * __COUNTER__);
#define STEPS(v) STEP(v) STEP(v) STEP(v) STEP(v) STEP(v) STEP(v) STEP(v) STEP(v)
static unsigned char byte;

int main() {
  unsigned a = unknown(3), b = unknown(5), c = unknown(7), d = unknown(9), v = unknown(11);
  STEPS(v) STEPS(v) STEPS(v) STEPS(v)
  v += a, v += b, v += c, v += d, v += b, v += a, v += d, v += c;
  byte = (unsigned char)v;
  result(byte);
  return 0;
}

//--- ones_complement.c
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

//--- overflow.c
// expect: the host
// Clang's operations that report an overflow, with every width.
#include "test.h"

typedef long long S64;
typedef unsigned long long U64;

#define OPERATION(type, name)                                                                      \
  static __noinline void name##_##type(U64 a, U64 b) {                                             \
    type r;                                                                                        \
    const int over = __builtin_##name##_overflow((type)a, (type)b, &r);                            \
    result((unsigned)r ^ (unsigned)over << 31);                                                    \
    result((unsigned)((U64)r >> 32));                                                              \
  }
#define OPERATIONS(type) OPERATION(type, add) OPERATION(type, sub) OPERATION(type, mul)
#define CALL(type) add_##type(a, b), sub_##type(a, b), mul_##type(a, b)
OPERATIONS(char)
OPERATIONS(short)
OPERATIONS(int)
OPERATIONS(unsigned)
OPERATIONS(S64)
OPERATIONS(U64)

static const U64 values[] = {0, 3, 0x7fff, 0x80000000, 0xffffffff, 0x123456789, ~0ull, 1ull << 63};

int main(void) {
  for (unsigned i = 0; i < 8; ++i) {
    const U64 a = values[i], b = values[unknown(i) * 5 + 3 & 7];
    CALL(char), CALL(short), CALL(int), CALL(unsigned), CALL(S64), CALL(U64);
  }
  return 0;
}

//--- remainder_loop.c
// expect: the host
// A CRC whose last step may be the end of a loop: its remainder is read where the loop leads back
// to, too early if words between move.
#include "test.h"

#ifndef __MECC__
static unsigned remainder_now;
static void crc_write(unsigned v) { remainder_now = v; }
static unsigned crc_read(void) { return remainder_now; }
static void crc_32_be(unsigned word, int bytes) {
  for (int n = 31; n >= 0; --n) {
    const unsigned bit = (remainder_now >> 31) ^ (word >> n & 1);
    remainder_now = remainder_now << 1 ^ (bit ? 0x04c11db7u : 0);
  }
}
#define bytes_0_3 0
#endif

static unsigned data[16];
static volatile unsigned checks;

static unsigned plain(unsigned zero) {
  unsigned round, q, last = 0;
  for (round = zero; round < 3; ++round) {
    crc_write(data[round & 15]);
    for (q = 0; q < 6 + zero; ++q) {
      crc_32_be(data[q & 15], bytes_0_3);
      last = q;
    }
    checks ^= crc_read();
  }
  return last;
}

static unsigned counted(unsigned zero) {
  unsigned round, q, last = 0;
  for (round = zero; round < 3; ++round) {
    crc_write(data[round & 15]);
    for (q = 0; q < 6 + zero; ++q) {
      crc_32_be(data[q & 15], bytes_0_3);
      last = q;
    }
    checks = crc_read();
    round += 1;
  }
  return last;
}

int main(void) {
  unsigned i;
  for (i = 0; i < 16; ++i)
    data[i] = i * 0x01234567u;
  result(plain(unknown(0)));
  result(checks);
  result(counted(unknown(0)));
  result(checks);
  return 0;
}

//--- shifts.c
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
