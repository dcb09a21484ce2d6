// Memory moved, filled and compared by C's library: a program a section (tests/sections.py).

//--- byte_tails.c
// expect: the host
// memcpy, memmove and memset of counts that only the running program knows: the bytes after the
// last whole longword are not aligned, for any alignment of the first.
#include "test.h"

#define SIZE 40

static unsigned char to[SIZE] __attribute__((aligned(8)));
static unsigned char from[SIZE] __attribute__((aligned(8)));

static void fill(void) {
  for (unsigned i = 0; i < SIZE; ++i) {
    to[i] = (unsigned char)i;
    from[i] = (unsigned char)(0x80 + i);
  }
}

static unsigned sum(void) {
  unsigned hash = 0;
  for (unsigned i = 0; i < SIZE; ++i)
    hash = mix(hash, to[i]);
  return hash;
}

#define TRY(statement) (fill(), (void)(statement), result(sum()))

int main(void) {
  for (unsigned n = unknown(0); n < 10; ++n) {
    TRY(__builtin_memcpy(to, from, n));
    TRY(__builtin_memcpy(to + 4, from + 8, n));
    TRY(__builtin_memcpy(to + 5, from + 8, n));
    TRY(__builtin_memmove(to, to + 4, n));
    TRY(__builtin_memmove(to + 4, to, n));
    TRY(__builtin_memmove(to + 1, to, n));
    TRY(__builtin_memset(to, 0xaa, n));
    TRY(__builtin_memset(to + 8, (int)n, n + 13));
    TRY(__builtin_memset(to + 3, 0, n));
  }
  return 0;
}

//--- c_library.c
// expect: the host
// <string.h> and the rest of C without an operating system, at lengths known only at run time.
#include "test.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static unsigned char a[40], b[40];
static const char greeting[] = "hello, engine";

static void fill(void) {
  for (unsigned i = 0; i < sizeof a; ++i)
    a[i] = (unsigned char)(i * 7 + 1), b[i] = (unsigned char)(200 - i * 3);
}
static unsigned sum(void) {
  unsigned h = 0;
  for (unsigned i = 0; i < sizeof a; ++i)
    h = mix(h, (unsigned)(a[i] << 8 | b[i]));
  return h;
}
static unsigned sign(int value) { return value < 0 ? 1 : value > 0 ? 2 : 3; }

int main(void) {
  const size_t n = unknown(13);
  char text[20];
  const bool yes = n == 13;
  uint16_t half = (uint16_t)(0x12345678 + n);
  int64_t wide = INT64_C(-5) * (int64_t)n;
  ptrdiff_t distance;
  fill();
  result(memcpy(a + 3, b + 5, n) == a + 3);
  result(sum());
  memmove(a + 1, a, n + 9);
  result(sum());
  memset(b + 2, 0x5a, n);
  result(sum());
  result(sign(memcmp(a, b, n)) * 16 + sign(memcmp(a, a, n)) + sign(memcmp(b, a, 1)) * 256);
  result(strlen(greeting + unknown_zero()));
  strcpy(text, greeting);
  result(sign(strcmp(text, greeting)));
  text[5] = 0;
  result(sign(strcmp(text, greeting)) * 16 + sign(strncmp(text, greeting, 5)));
  result(strlen(text));
  distance = (const char *)memchr(greeting, 'e', sizeof greeting) - greeting;
  result((unsigned)distance);
  result(memchr(greeting, 'z', n) == NULL);
  result(yes * 1000u + half);
  result(mix64(0, (unsigned long long)wide) + offsetof(struct { int x; char y; }, y));
}

//--- moves.c
// expect: the host
// Memory moved, filled and copied: lengths known and not, any alignment, overlapping both ways;
// structures packed and not, as arguments and results.
#include "test.h"

static unsigned char from[200], to[200];
struct __attribute__((packed)) packed {
  char a;
  int b;
  short c;
  long long d;
};
struct record {
  char name[37];
  short s;
  int words[9];
  long long total;
};
static struct packed packed[4];
static struct record kept = {"a name", 7, {1, 2, 3}, 99};

static unsigned hash(const unsigned char *p, unsigned n) {
  unsigned h = 5381;
  while (n--)
    h = h * 33 + *p++;
  return h;
}
static __noinline void move(unsigned char *d, const unsigned char *s, unsigned n) {
  __builtin_memmove(d, s, n);
}
static __noinline void fill(unsigned char *d, int value, unsigned n) { __builtin_memset(d, value, n); }
static __noinline void copy(unsigned char *restrict d, const unsigned char *restrict s, unsigned n) {
  __builtin_memcpy(d, s, n);
}

static void variable(void) {
  unsigned i, h = 0;
  for (i = 0; i < 12; ++i) {
    const unsigned a = i * 13 % 60, b = i * 29 % 60, n = i * 17 % 90;
    move(from + a, from + b, n);
    fill(to + b, (int)i * 3, n / 2);
    copy(to + 100 + (i & 3), from + a, n);
    h = mix(h, hash(from, 200));
    h = mix(h, hash(to, 200));
  }
  result(h);
}

static void constant(void) {
  __builtin_memmove(from + 3, from + 1, 90);
  result(hash(from, 200));
  __builtin_memmove(from + 1, from + 8, 77);
  result(hash(from, 200));
  __builtin_memmove(from + 4, from + 8, 13);
  result(hash(from, 200));
  __builtin_memset(from + 1, 0x5a, 75);
  result(hash(from, 200));
}

static __noinline void set(struct packed *p, unsigned v) {
  p->a = (char)v;
  p->b = (int)v;
  p->c = (short)(v >> 3);
  p->d = (long long)v << 20;
}
static void packed_fields(void) {
  unsigned i;
  for (i = 0; i < 4; ++i)
    set(packed + unknown(i), i * 0x1234567);
  for (i = 0; i < 4; ++i) {
    result((unsigned)packed[unknown(i)].b + (unsigned)packed[i].a);
    result((unsigned)packed[unknown(i)].c + (unsigned)(packed[i].d >> 20));
  }
}

static struct record changed(struct record r, unsigned n) {
  r.words[n % 9] += (int)n;
  r.name[n % 37] = (char)n;
  r.total *= n + 1;
  return r;
}
static __noinline struct record changed_twice(struct record r, unsigned n) {
  struct record once = changed(r, n);
  once.s -= (short)n;
  return changed(once, n + 1);
}
static void structures(void) {
  unsigned i, j, h = 0;
  for (i = 0; i < 5; ++i) {
    kept = changed_twice(kept, unknown(i));
    for (j = 0; j < 9; ++j)
      h = mix(h, (unsigned)kept.words[j]);
    h = mix64(h, (unsigned long long)kept.total ^ (unsigned)kept.s);
    h = mix(h, hash((const unsigned char *)kept.name, 37));
  }
  result(h);
}

int main(void) {
  unsigned i;
  for (i = 0; i < 200; ++i) {
    from[i] = (unsigned char)(i * 7);
    to[i] = (unsigned char)(i ^ 0x55);
  }
  variable();
  constant();
  packed_fields();
  structures();
  return 0;
}

//--- undeclared.c
// expect: the host
// memcpy and its kind without a header, as programs of that time call them.
#include "test.h"

static unsigned from[6], to[6];
static unsigned char bytes[12], other[12] = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233};

int main(void) {
  unsigned i, h = 0;
  for (i = 0; i < 6; ++i)
    from[i] = unknown(i * 0x01020304);
  memcpy(to, from, unknown(5) * sizeof(unsigned));
  memset(bytes, 0x77, sizeof bytes);
  memmove(bytes + 1, other + 2, unknown(9));
  for (i = 0; i < 6; ++i)
    h = mix(h, to[i]);
  for (i = 0; i < 12; ++i)
    h = mix(h, bytes[i]);
  result(h);
  result(memcmp(to, from, 20) == 0);
}
