// expect: 0 0 0 0 0
// options: --control-store=8192
// each: -DTO=dram
// each: -DTO=lmem
// each: -DTO=scratch
// each: -DTO=sram
/* memcpy, memcmp and ua_memcpy from all memories to one, of any number of bytes; memset, strlen. */
#include "test.h"

static unsigned char lmem_a[24] __attribute__((aligned(8)));
static unsigned char lmem_b[24] __attribute__((aligned(8)));
static __sram unsigned char sram_a[24] __attribute__((aligned(8)));
static __sram unsigned char sram_b[24] __attribute__((aligned(8)));
static __dram unsigned char dram_a[24] __attribute__((aligned(8)));
static __dram unsigned char dram_b[24] __attribute__((aligned(8)));
static __scratch unsigned char scratch_a[24] __attribute__((aligned(8)));
static __scratch unsigned char scratch_b[24] __attribute__((aligned(8)));
/* Numbers of errors. */
static unsigned copies, compares, anywhere, fills, lengths;

/* a is 1 2 3 .. and b is full of 0xee before each test. */
#define COPY(pair, d, s)                                                                           \
  do {                                                                                             \
    unsigned i, bytes = 19 + unknown_zero();                                                       \
    for (i = 0; i < 24; ++i) {                                                                     \
      s##_a[i] = (unsigned char)(i + 1);                                                           \
      d##_b[i] = 0xee;                                                                             \
    }                                                                                              \
    memcpy_##pair(d##_b, s##_a, bytes);                                                            \
    for (i = 0; i < 24; ++i)                                                                       \
      copies += d##_b[i] != (i < 19 ? i + 1 : 0xee);                                               \
  } while (0)
/* b is the result of COPY: 19 bytes are the same. */
#define COMPARE(pair, d, s)                                                                        \
  do {                                                                                             \
    const unsigned bytes = 19 + unknown_zero();                                                    \
    compares += memcmp_##pair(d##_b, s##_a, bytes) != 0;                                           \
    compares += memcmp_##pair(d##_b, s##_a, bytes + 1) <= 0;                                       \
    d##_b[18] = 3;                                                                                 \
    compares += memcmp_##pair(d##_b, s##_a, bytes) >= 0;                                           \
    compares += memcmp_##pair(d##_b, s##_a, bytes - 1) != 0;                                       \
    d##_b[4] = 0x85;                                                                               \
    compares += memcmp_##pair(d##_b, s##_a, bytes) <= 0;                                           \
    compares += memcmp_##pair(d##_b, s##_a, unknown_zero()) != 0;                                  \
  } while (0)
#define UNALIGNED(pair, d, s)                                                                      \
  do {                                                                                             \
    unsigned i;                                                                                    \
    for (i = 0; i < 24; ++i)                                                                       \
      d##_b[i] = 0xee;                                                                             \
    ua_memcpy_##pair(d##_b, 3 + unknown_zero(), s##_a, 6 + unknown_zero(), 9 + unknown_zero());    \
    ua_memcpy(d##_b, 15 + unknown_zero(), s##_a, 4, 4);                                            \
    for (i = 0; i < 24; ++i)                                                                       \
      anywhere += d##_b[i] != (i >= 3 && i < 12 ? i + 4 : i >= 15 && i < 19 ? i - 10 : 0xee);      \
  } while (0)
#define FILL(memory)                                                                               \
  do {                                                                                             \
    unsigned i;                                                                                    \
    memset_##memory(memory##_b, 0, 24);                                                            \
    memset_##memory(memory##_b, 0x25a, 22 + unknown_zero());                                       \
    for (i = 0; i < 24; ++i)                                                                       \
      fills += memory##_b[i] != (i < 22 ? 0x5a : 0);                                               \
  } while (0)
#define lmem_words
#define sram_words __sram
#define dram_words __dram
#define scratch_words __scratch
#define LENGTH(memory)                                                                             \
  do {                                                                                             \
    lengths += strlen_##memory((const char memory##_words*)&memory##_b[1]) != 21;                                       \
    lengths += strlen_##memory((const char memory##_words*)&memory##_b[22]) != 0;                                       \
  } while (0)

#define FROM(d, s)                                                                                 \
  COPY(d##_##s, d, s);                                                                             \
  COMPARE(d##_##s, d, s);                                                                          \
  UNALIGNED(d##_##s, d, s)

#define INTO(memory)                                                                               \
  FROM(memory, lmem);                                                                              \
  FROM(memory, sram);                                                                              \
  FROM(memory, dram);                                                                              \
  FROM(memory, scratch);                                                                           \
  FILL(memory);                                                                                    \
  LENGTH(memory)

int main(void) {
  INTO(TO);
  result(copies);
  result(compares);
  result(anywhere);
  result(fills);
  result(lengths);
  return 0;
}
