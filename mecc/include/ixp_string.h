/* Bytes in memory: copying, filling, comparing. D and S stand for sram, dram, scratch and lmem.

     memcpy_D_S(to, from, bytes), memset_D(to, byte, bytes)
     memcmp_D_S(a, b, bytes)        below 0, 0 or above 0, as memcmp of C
                                    pointers aligned to longwords; any number of bytes
     strlen_S(string)
     ua_memcpy_D_S(to, to_offset, from, from_offset, bytes)
                                    at byte offsets from pointers, nothing aligned

   ua_memcpy selects by the types of the pointers. Source and destination must not overlap. */
#ifndef IXP_STRING_H
#define IXP_STRING_H

#include <ixp_dialect.h>

#define __ME_FUNCTION static inline __attribute__((unused))
struct __me_anywhere {
  unsigned word;
} __attribute__((packed));

/* Four longwords become one burst; for that the reads precede the writes. */
#define __ME_TWO_MEMORIES(d, d_words, s, s_words)                                                  \
  __ME_FUNCTION void memcpy_##d##_##s(void d_words *to, const void s_words *from,                  \
                                      unsigned bytes) {                                            \
    unsigned d_words *t = to;                                                                      \
    const unsigned s_words *f = from;                                                              \
    for (; bytes >= 16; bytes -= 16, t += 4, f += 4) {                                             \
      const unsigned a = f[0], b = f[1], c = f[2], e = f[3];                                       \
      t[0] = a;                                                                                    \
      t[1] = b;                                                                                    \
      t[2] = c;                                                                                    \
      t[3] = e;                                                                                    \
    }                                                                                              \
    for (; bytes >= 4; bytes -= 4)                                                                 \
      *t++ = *f++;                                                                                 \
    for (unsigned n = 0; n < bytes; ++n)                                                           \
      ((unsigned char d_words *)t)[n] = ((const unsigned char s_words *)f)[n];                     \
  }                                                                                                \
  __ME_FUNCTION int memcmp_##d##_##s(const void d_words *left, const void s_words *right,          \
                                     unsigned bytes) {                                             \
    const unsigned d_words *l = left;                                                              \
    const unsigned s_words *r = right;                                                             \
    unsigned a, b, rest;                                                                           \
    for (; bytes >= 4; bytes -= 4) {                                                               \
      a = *l++;                                                                                    \
      b = *r++;                                                                                    \
      if (a != b) return a < b ? -1 : 1;                                                           \
    }                                                                                              \
    if (bytes == 0) return 0;                                                                      \
    rest = 32 - 8 * bytes;                                                                         \
    a = *l >> rest;                                                                                \
    b = *r >> rest;                                                                                \
    return a == b ? 0 : a < b ? -1 : 1;                                                            \
  }                                                                                                \
  __ME_FUNCTION void ua_memcpy_##d##_##s(void d_words *to, unsigned to_offset,                     \
                                         const void s_words *from, unsigned from_offset,           \
                                         unsigned bytes) {                                         \
    unsigned char d_words *t = (unsigned char d_words *)to + to_offset;                            \
    const unsigned char s_words *f = (const unsigned char s_words *)from + from_offset;            \
    for (; bytes >= 4; bytes -= 4, t += 4, f += 4)                                                 \
      ((struct __me_anywhere d_words *)t)->word = ((const struct __me_anywhere s_words *)f)->word; \
    for (; bytes; --bytes)                                                                         \
      *t++ = *f++;                                                                                 \
  }
#define __ME_MEMORY_FUNCTIONS(d, d_words)                                                          \
  __ME_TWO_MEMORIES(d, d_words, sram, __sram)                                                      \
  __ME_TWO_MEMORIES(d, d_words, dram, __dram)                                                      \
  __ME_TWO_MEMORIES(d, d_words, scratch, __scratch)                                                \
  __ME_TWO_MEMORIES(d, d_words, lmem, )                                                            \
  __ME_FUNCTION void memset_##d(void d_words *to, int byte, unsigned bytes) {                      \
    unsigned d_words *t = to;                                                                      \
    const unsigned value = ((unsigned)byte & 0xff) * 0x01010101u;                                  \
    for (; bytes >= 16; bytes -= 16, t += 4)                                                       \
      t[0] = t[1] = t[2] = t[3] = value;                                                           \
    for (; bytes >= 4; bytes -= 4)                                                                 \
      *t++ = value;                                                                                \
    for (unsigned n = 0; n < bytes; ++n)                                                           \
      ((unsigned char d_words *)t)[n] = (unsigned char)value;                                      \
  }                                                                                                \
  __ME_FUNCTION unsigned strlen_##d(const char d_words *string) {                                  \
    unsigned n = 0;                                                                                \
    while (string[n])                                                                              \
      ++n;                                                                                         \
    return n;                                                                                      \
  }
__ME_MEMORY_FUNCTIONS(sram, __sram)
__ME_MEMORY_FUNCTIONS(dram, __dram)
__ME_MEMORY_FUNCTIONS(scratch, __scratch)
__ME_MEMORY_FUNCTIONS(lmem, )
#undef __ME_MEMORY_FUNCTIONS
#undef __ME_TWO_MEMORIES
#undef __ME_FUNCTION

#define __ME_UA_COPY(d, d_words, s, s_words)                                                       \
  __me_inline __attribute__((overloadable)) void ua_memcpy(                                        \
      void d_words *to, unsigned to_offset, const void s_words *from, unsigned from_offset,        \
      unsigned bytes) {                                                                            \
    ua_memcpy_##d##_##s(to, to_offset, from, from_offset, bytes);                                  \
  }
__ME_UA_COPY(lmem, , lmem, )
#ifdef __MECC__ /* without address spaces these would be the same function */
#define __ME_UA_COPIES(d, d_words)                                                                 \
  __ME_UA_COPY(d, d_words, sram, __sram)                                                           \
  __ME_UA_COPY(d, d_words, dram, __dram)                                                           \
  __ME_UA_COPY(d, d_words, scratch, __scratch)
__ME_UA_COPIES(lmem, )
__ME_UA_COPIES(sram, __sram)
__ME_UA_COPIES(dram, __dram)
__ME_UA_COPIES(scratch, __scratch)
__ME_UA_COPY(sram, __sram, lmem, )
__ME_UA_COPY(dram, __dram, lmem, )
__ME_UA_COPY(scratch, __scratch, lmem, )
#undef __ME_UA_COPIES
#endif
#undef __ME_UA_COPY

#endif
