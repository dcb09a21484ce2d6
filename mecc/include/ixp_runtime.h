/* Functions called by the compiler and <string.h>. */
#ifndef IXP_RUNTIME_H
#define IXP_RUNTIME_H

/* Division for a machine without one. The compiler calls these for / and %; quotient and remainder
   by zero are all ones.

   The divisor is shifted up by bytes until it is near the dividend. Then eight bits of the quotient
   are computed for each byte on the way down: the divisor, shifted by a constant, is subtracted
   wherever it fits. So the work grows with the bytes of the quotient, which is small in most
   programs. */
#define __ME_RUNTIME static __attribute__((noinline, used))

/* Tests without losing bits of the divisor. The empty assembly keeps the branch: computing both
   sides and selecting takes longer. */
#define __ME_BIT(bit, found)                                                                       \
  if (divisor <= dividend >> bit) {                                                                \
    dividend -= divisor << bit;                                                                    \
    found(bit);                                                                                    \
    __asm__ volatile("");                                                                          \
  }
#define __ME_DIVIDE(word, name, start, found, next_byte, result, narrow)                           \
  __ME_RUNTIME word name(word dividend, word divisor) {                                            \
    unsigned bytes = 0;                                                                            \
    start;                                                                                         \
    if (divisor == 0) return (word)-1;                                                             \
    narrow(name);                                                                                  \
    for (; divisor <= dividend >> 8; divisor <<= 8)                                                \
      ++bytes;                                                                                     \
    for (;; --bytes, divisor >>= 8) {                                                              \
      if (divisor <= dividend >> 4) {                                                              \
        __ME_BIT(7, found)                                                                         \
        __ME_BIT(6, found)                                                                         \
        __ME_BIT(5, found)                                                                         \
        __ME_BIT(4, found)                                                                         \
      }                                                                                            \
      __ME_BIT(3, found)                                                                           \
      __ME_BIT(2, found)                                                                           \
      __ME_BIT(1, found)                                                                           \
      __ME_BIT(0, found)                                                                           \
      if (bytes == 0) return result;                                                               \
      next_byte;                                                                                   \
    }                                                                                              \
  }
#define __ME_SET(bit) quotient += 1u << bit
#define __ME_NOTHING(argument) ((void)0)

/* Rounds towards zero; the remainder has the dividend's sign. */
#define __ME_SIGNED(sword, word, name, unsigned_name, sign)                                        \
  __ME_RUNTIME sword name(sword dividend, sword divisor) {                                         \
    word magnitude;                                                                                \
    if (divisor == 0) return -1;                                                                   \
    magnitude = unsigned_name(dividend < 0 ? -(word)dividend : (word)dividend,                     \
                              divisor < 0 ? -(word)divisor : (word)divisor);                       \
    return (sword)((sign) < 0 ? -magnitude : magnitude);                                           \
  }

__ME_DIVIDE(unsigned, __me_udiv32, unsigned quotient = 0, __ME_SET, quotient <<= 8, quotient,
            __ME_NOTHING)
__ME_DIVIDE(unsigned, __me_urem32, , __ME_NOTHING, , dividend, __ME_NOTHING)
__ME_SIGNED(int, unsigned, __me_sdiv32, __me_udiv32, dividend ^ divisor)
__ME_SIGNED(int, unsigned, __me_srem32, __me_urem32, dividend)

/* Numbers of at most 32 bits use 32-bit division. */
#define __me_udiv64_narrow __me_udiv32
#define __me_urem64_narrow __me_urem32
#define __ME_NARROW(name)                                                                          \
  if (((dividend | divisor) >> 32) == 0) return name##_narrow((unsigned)dividend, (unsigned)divisor)
__ME_DIVIDE(unsigned long long, __me_udiv64, unsigned long long quotient = 0, __ME_SET,
            quotient <<= 8, quotient, __ME_NARROW)
__ME_DIVIDE(unsigned long long, __me_urem64, , __ME_NOTHING, , dividend, __ME_NARROW)
__ME_SIGNED(long long, unsigned long long, __me_sdiv64, __me_udiv64, dividend ^ divisor)
__ME_SIGNED(long long, unsigned long long, __me_srem64, __me_urem64, dividend)

#undef __ME_NARROW
#undef __me_urem64_narrow
#undef __me_udiv64_narrow
#undef __ME_SIGNED
#undef __ME_NOTHING
#undef __ME_SET
#undef __ME_DIVIDE
#undef __ME_BIT
#undef __ME_RUNTIME

#ifdef __MECC__ /* tests run the division on hosts */
#include <string.h>

/* <string.h>. Copies become accesses of the right width (memory_intrinsics.cc). A program's own
   function of such a name takes precedence. */
void *memcpy(void *to, const void *from, size_t bytes) {
  __builtin_memcpy(to, from, bytes);
  return to;
}
void *memmove(void *to, const void *from, size_t bytes) {
  __builtin_memmove(to, from, bytes);
  return to;
}
void *memset(void *to, int byte, size_t bytes) {
  __builtin_memset(to, byte, bytes);
  return to;
}
int memcmp(const void *left, const void *right, size_t bytes) {
  const unsigned char *l = left, *r = right;
  for (; bytes; --bytes, ++l, ++r)
    if (*l != *r) return *l - *r;
  return 0;
}
void *memchr(const void *where, int byte, size_t bytes) {
  const unsigned char *p = where;
  for (; bytes; --bytes, ++p)
    if (*p == (unsigned char)byte) return (void *)p;
  return 0;
}
size_t strlen(const char *string) {
  size_t n = 0;
  while (string[n])
    ++n;
  return n;
}
int strcmp(const char *left, const char *right) {
  for (; *left && *left == *right; ++left)
    ++right;
  return (unsigned char)*left - (unsigned char)*right;
}
int strncmp(const char *left, const char *right, size_t most) {
  for (; most && *left && *left == *right; ++left, --most)
    ++right;
  return most ? (unsigned char)*left - (unsigned char)*right : 0;
}
char *strcpy(char *to, const char *from) {
  char *t = to;
  while ((*t++ = *from++))
    ;
  return to;
}

#endif

#endif
