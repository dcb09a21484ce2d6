/* The environment of programs made by csmith, for the host and for a microengine
   alike: types of fixed width, arithmetic that is defined for all operands, and a checksum of
   values. Bytes never reach the checksum, so it does not depend on the byte order. On the host int
   is 32 bits wide and so are pointers (gcc -m32). */
#ifndef CSMITH_H
#define CSMITH_H

typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;

#define INT32_MIN (-0x7fffffff - 1)
#define INT64_MIN (-0x7fffffffffffffffLL - 1)

/* If the arithmetic of C is undefined, the left operand is returned. The work is done without
   sign, in a type no narrower than unsigned, and cut to width again. A count of a shift counts
   when it is less than the width of the promoted left operand. */
#define ARITHMETIC(type, utype, s)                                                                 \
  static type safe_add_func_##type##_##s##_##s(type a, type b) {                                   \
    return (type)((utype)a + (utype)b);                                                            \
  }                                                                                                \
  static type safe_sub_func_##type##_##s##_##s(type a, type b) {                                   \
    return (type)((utype)a - (utype)b);                                                            \
  }                                                                                                \
  static type safe_mul_func_##type##_##s##_##s(type a, type b) {                                   \
    return (type)((utype)a * (utype)b);                                                            \
  }                                                                                                \
  static type safe_unary_minus_func_##type##_##s(type a) {                                         \
    return (type) - (utype)a;                                                                      \
  }
#define DIVISION(type, s, impossible)                                                              \
  static type safe_div_func_##type##_##s##_##s(type a, type b) {                                   \
    return b == 0 || (impossible) ? a : (type)(a / b);                                             \
  }                                                                                                \
  static type safe_mod_func_##type##_##s##_##s(type a, type b) {                                   \
    return b == 0 || (impossible) ? a : (type)(a % b);                                             \
  }
#define SHIFT(type, utype, s, t, count)                                                            \
  static type safe_lshift_func_##type##_##s##_##t(type a, count b) {                               \
    return (unsigned)b >= 8 * sizeof(utype) ? a : (type)((utype)a << b);                           \
  }                                                                                                \
  static type safe_rshift_func_##type##_##s##_##t(type a, count b) {                               \
    return (unsigned)b >= 8 * sizeof(utype) ? a : (type)(a >> b);                                  \
  }
#define OPERATIONS(type, utype, s, impossible)                                                     \
  ARITHMETIC(type, utype, s)                                                                       \
  DIVISION(type, s, impossible)                                                                    \
  SHIFT(type, utype, s, s, int)                                                                    \
  SHIFT(type, utype, s, u, unsigned)
#define OPERATIONS_U(type, utype)                                                                  \
  ARITHMETIC(type, utype, u)                                                                       \
  DIVISION(type, u, 0)                                                                             \
  SHIFT(type, utype, u, s, int)                                                                    \
  SHIFT(type, utype, u, u, unsigned)

OPERATIONS(int8_t, uint32_t, s, 0)
OPERATIONS(int16_t, uint32_t, s, 0)
OPERATIONS(int32_t, uint32_t, s, a == INT32_MIN && b == -1)
OPERATIONS(int64_t, uint64_t, s, a == INT64_MIN && b == -1)
OPERATIONS_U(uint8_t, uint32_t)
OPERATIONS_U(uint16_t, uint32_t)
OPERATIONS_U(uint32_t, uint32_t)
OPERATIONS_U(uint64_t, uint64_t)

static uint32_t crc32_context;

static void mix(uint32_t word) {
  crc32_context = (crc32_context ^ word) * 0x9e3779b1u;
  crc32_context ^= crc32_context >> 15;
}
static void transparent_crc_of(uint64_t value) {
  mix((uint32_t)value);
  mix((uint32_t)(value >> 32));
}
static void crc32_gentab(void) {
  crc32_context = 0x811c9dc5u;
}

#define transparent_crc(value, name, print)                                                        \
  (SHOW(value, name), transparent_crc_of((uint64_t)(value)))
#ifdef __MECC__
#define unknown_zero (*(volatile __declspec(scratch) unsigned*)0x108)
static void platform_main_begin(void) { unknown_zero = 0; }
#define SHOW(value, name) ((void)0)
/* Results that the test reads: the checksum, then a mark that it is valid. */
static void platform_main_end(uint32_t checksum, int print) {
  *(volatile __declspec(scratch) unsigned*)0x100 = checksum;
  *(volatile __declspec(scratch) unsigned*)0x104 = 0x600dc0de;
}
#else
#include <stdio.h>
static volatile unsigned unknown_zero;
static void platform_main_begin(void) {}
#ifdef TRACE /* values that enter the checksum */
#define SHOW(value, name) ((void)printf("%s = %llx\n", name, (unsigned long long)(value)))
#else
#define SHOW(value, name) ((void)0)
#endif
static void platform_main_end(uint32_t checksum, int print) {
  printf("%08x\n", checksum);
}
#endif

#endif
