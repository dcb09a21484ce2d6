/* Unaligned values, big-endian, at a byte offset:

     ua_get_u8, ua_get_s8, u16, s16, u32, s32, u64, s64 (pointer, offset)
     ua_set_8, ua_set_16, ua_set_32, ua_set_64 (pointer, offset, value)

   and each with the memory in its name: ua_get_u16_sram, _dram, _scratch, _lmem. The plain names
   select by the pointer's type. A pointer to registers or local memory is itself aligned to a
   longword, and the offset into registers is a constant; pointers to memories need not be
   aligned. */
#ifndef IXP_UA_H
#define IXP_UA_H

#include <ixp_bits.h>

/* `at`: the byte address; `base`: the two longwords around it. */
#define __ME_UA_MEMORY(words)                                                                      \
  const unsigned at = (unsigned)pointer + offset;                                                  \
  volatile unsigned words *const base = (volatile unsigned words *)(at & ~3u)
#define __ME_UA_PRIVATE(words)                                                                     \
  const unsigned at = offset;                                                                      \
  unsigned *const base = (unsigned *)pointer + (offset >> 2)

#define __ME_UA(suffix, words, locate)                                                             \
  __me_inline unsigned ua_get_u8##suffix(const volatile void words *pointer, unsigned offset) {    \
    locate(words);                                                                                 \
    return base[0] >> (24 - (at & 3) * 8) & 0xff;                                                  \
  }                                                                                                \
  __me_inline unsigned ua_get_u32##suffix(const volatile void words *pointer, unsigned offset) {   \
    locate(words);                                                                                 \
    if ((at & 3) == 0) return base[0];                                                             \
    return dbl_shl(base[0], base[1], (at & 3) * 8);                                                \
  }                                                                                                \
  __me_inline unsigned ua_get_u16##suffix(const volatile void words *pointer, unsigned offset) {   \
    locate(words);                                                                                 \
    if ((at & 3) != 3) return base[0] >> (16 - (at & 3) * 8) & 0xffff;                             \
    return (base[0] & 0xff) << 8 | base[1] >> 24;                                                  \
  }                                                                                                \
  __me_inline unsigned long long ua_get_u64##suffix(const volatile void words *pointer,            \
                                                    unsigned offset) {                             \
    return (unsigned long long)ua_get_u32##suffix(pointer, offset) << 32 |                         \
           ua_get_u32##suffix(pointer, offset + 4);                                                \
  }                                                                                                \
  __me_inline int ua_get_s8##suffix(const volatile void words *pointer, unsigned offset) {         \
    return (signed char)ua_get_u8##suffix(pointer, offset);                                        \
  }                                                                                                \
  __me_inline int ua_get_s16##suffix(const volatile void words *pointer, unsigned offset) {        \
    return (short)ua_get_u16##suffix(pointer, offset);                                             \
  }                                                                                                \
  __me_inline int ua_get_s32##suffix(const volatile void words *pointer, unsigned offset) {        \
    return (int)ua_get_u32##suffix(pointer, offset);                                               \
  }                                                                                                \
  __me_inline long long ua_get_s64##suffix(const volatile void words *pointer, unsigned offset) {  \
    return (long long)ua_get_u64##suffix(pointer, offset);                                         \
  }                                                                                                \
  /* stores width bits, 1..32, of value at the address; the other bits are preserved */            \
  __me_inline void __me_ua_set##suffix(volatile void words *pointer, unsigned offset,              \
                                       unsigned value, unsigned width) {                           \
    locate(words);                                                                                 \
    const unsigned long long mask = (~0ull << (64 - width)) >> (at & 3) * 8;                       \
    const unsigned long long bits = ((unsigned long long)value << (64 - width)) >> (at & 3) * 8;   \
    const unsigned high = (unsigned)(mask >> 32), low = (unsigned)mask;                            \
    base[0] = (base[0] & ~high) | (unsigned)(bits >> 32);                                          \
    if (low) base[1] = (base[1] & ~low) | (unsigned)bits;                                          \
  }                                                                                                \
  __me_inline void ua_set_8##suffix(volatile void words *pointer, unsigned offset,                 \
                                    unsigned value) {                                              \
    __me_ua_set##suffix(pointer, offset, value & 0xff, 8);                                         \
  }                                                                                                \
  __me_inline void ua_set_16##suffix(volatile void words *pointer, unsigned offset,                \
                                     unsigned value) {                                             \
    __me_ua_set##suffix(pointer, offset, value & 0xffff, 16);                                      \
  }                                                                                                \
  __me_inline void ua_set_32##suffix(volatile void words *pointer, unsigned offset,                \
                                     unsigned value) {                                             \
    __me_ua_set##suffix(pointer, offset, value, 32);                                               \
  }                                                                                                \
  __me_inline void ua_set_64##suffix(volatile void words *pointer, unsigned offset,                \
                                     unsigned long long value) {                                   \
    ua_set_32##suffix(pointer, offset, (unsigned)(value >> 32));                                   \
    ua_set_32##suffix(pointer, offset + 4, (unsigned)value);                                       \
  }
__ME_UA(_lmem, , __ME_UA_PRIVATE)
__ME_UA(_sram, __sram, __ME_UA_MEMORY)
__ME_UA(_dram, __dram, __ME_UA_MEMORY)
__ME_UA(_scratch, __scratch, __ME_UA_MEMORY)
#undef __ME_UA
#undef __ME_UA_PRIVATE
#undef __ME_UA_MEMORY

/* The plain names: one function per memory, selected by the pointer's type. */
#define __ME_OVERLOADED __me_inline __attribute__((overloadable))
#define __ME_UA_GET(type, name, suffix, words)                                                     \
  __ME_OVERLOADED type name(const volatile void words *pointer, unsigned offset) {                 \
    return name##suffix(pointer, offset);                                                          \
  }
#define __ME_UA_SET(type, name, suffix, words)                                                     \
  __ME_OVERLOADED void name(volatile void words *pointer, unsigned offset, type value) {           \
    name##suffix(pointer, offset, value);                                                          \
  }
#define __ME_UA_PLAIN(suffix, words)                                                               \
  __ME_UA_GET(unsigned, ua_get_u8, suffix, words)                                                  \
  __ME_UA_GET(unsigned, ua_get_u16, suffix, words)                                                 \
  __ME_UA_GET(unsigned, ua_get_u32, suffix, words)                                                 \
  __ME_UA_GET(unsigned long long, ua_get_u64, suffix, words)                                       \
  __ME_UA_GET(int, ua_get_s8, suffix, words)                                                       \
  __ME_UA_GET(int, ua_get_s16, suffix, words)                                                      \
  __ME_UA_GET(int, ua_get_s32, suffix, words)                                                      \
  __ME_UA_GET(long long, ua_get_s64, suffix, words)                                                \
  __ME_UA_SET(unsigned, ua_set_8, suffix, words)                                                   \
  __ME_UA_SET(unsigned, ua_set_16, suffix, words)                                                  \
  __ME_UA_SET(unsigned, ua_set_32, suffix, words)                                                  \
  __ME_UA_SET(unsigned long long, ua_set_64, suffix, words)
__ME_UA_PLAIN(_lmem, )
#ifdef __MECC__ /* without address spaces these would be the same function */
__ME_UA_PLAIN(_sram, __sram)
__ME_UA_PLAIN(_dram, __dram)
__ME_UA_PLAIN(_scratch, __scratch)
#endif
#undef __ME_UA_PLAIN
#undef __ME_UA_SET
#undef __ME_UA_GET
#undef __ME_OVERLOADED

#endif
