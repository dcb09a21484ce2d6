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
