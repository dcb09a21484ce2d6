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
