/* Division for a machine without one. The compiler calls these for / and %; quotient and remainder
   by zero are all ones.

   The divisor is shifted up to the dividend, by bytes and then by bits, and subtracted on the way
   down wherever it fits: the work grows with the number of bits of the quotient, which is small in
   most programs. */
#ifndef IXP_RUNTIME_H
#define IXP_RUNTIME_H

#define __ME_RUNTIME static __attribute__((noinline, used))

/* divisor and one go up together; divisor << n <= dividend is tested without losing bits. */
#define __ME_ALIGN(dividend, divisor, one)                                                         \
  while (divisor <= dividend >> 8) {                                                               \
    divisor <<= 8;                                                                                 \
    one <<= 8;                                                                                     \
  }                                                                                                \
  while (divisor <= dividend >> 1) {                                                               \
    divisor <<= 1;                                                                                 \
    one <<= 1;                                                                                     \
  }

#define __ME_DIVIDE(word, quotient_name, remainder_name, narrow)                                   \
  __ME_RUNTIME word quotient_name(word dividend, word divisor) {                                   \
    word one = 1, quotient = 0;                                                                    \
    if (divisor == 0) return (word)-1;                                                             \
    narrow(quotient_name);                                                                         \
    __ME_ALIGN(dividend, divisor, one)                                                             \
    for (; one; one >>= 1, divisor >>= 1)                                                          \
      if (dividend >= divisor) {                                                                   \
        dividend -= divisor;                                                                       \
        quotient |= one;                                                                           \
      }                                                                                            \
    return quotient;                                                                               \
  }                                                                                                \
  __ME_RUNTIME word remainder_name(word dividend, word divisor) {                                  \
    word one = 1;                                                                                  \
    if (divisor == 0) return (word)-1;                                                             \
    narrow(remainder_name);                                                                        \
    __ME_ALIGN(dividend, divisor, one)                                                             \
    for (; one; one >>= 1, divisor >>= 1)                                                          \
      if (dividend >= divisor) dividend -= divisor;                                                \
    return dividend;                                                                               \
  }

/* Rounds towards zero; the remainder has the dividend's sign. */
#define __ME_DIVIDE_SIGNED(sword, word, quotient_name, remainder_name, unsigned_quotient,          \
                           unsigned_remainder)                                                     \
  __ME_RUNTIME sword quotient_name(sword dividend, sword divisor) {                                \
    word quotient;                                                                                 \
    if (divisor == 0) return -1;                                                                   \
    quotient = unsigned_quotient(dividend < 0 ? -(word)dividend : (word)dividend,                  \
                                 divisor < 0 ? -(word)divisor : (word)divisor);                    \
    return (sword)((dividend ^ divisor) < 0 ? -quotient : quotient);                               \
  }                                                                                                \
  __ME_RUNTIME sword remainder_name(sword dividend, sword divisor) {                               \
    word remainder;                                                                                \
    if (divisor == 0) return -1;                                                                   \
    remainder = unsigned_remainder(dividend < 0 ? -(word)dividend : (word)dividend,                \
                                   divisor < 0 ? -(word)divisor : (word)divisor);                  \
    return (sword)(dividend < 0 ? -remainder : remainder);                                         \
  }

#define __ME_NOTHING(name)
__ME_DIVIDE(unsigned, __me_udiv32, __me_urem32, __ME_NOTHING)
__ME_DIVIDE_SIGNED(int, unsigned, __me_sdiv32, __me_srem32, __me_udiv32, __me_urem32)

/* Numbers that fit 32 bits are divided as such. */
#define __me_udiv64_narrow __me_udiv32
#define __me_urem64_narrow __me_urem32
#define __ME_NARROW(name)                                                                          \
  if (((dividend | divisor) >> 32) == 0) return name##_narrow((unsigned)dividend, (unsigned)divisor)
__ME_DIVIDE(unsigned long long, __me_udiv64, __me_urem64, __ME_NARROW)
__ME_DIVIDE_SIGNED(long long, unsigned long long, __me_sdiv64, __me_srem64, __me_udiv64,
                   __me_urem64)

#undef __ME_NARROW
#undef __me_urem64_narrow
#undef __me_udiv64_narrow
#undef __ME_NOTHING
#undef __ME_DIVIDE_SIGNED
#undef __ME_DIVIDE
#undef __ME_ALIGN
#undef __ME_RUNTIME

#endif
