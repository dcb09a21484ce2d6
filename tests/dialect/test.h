/* For programs of these tests. Their results go to result(), on a microengine and, where a program
   says "// expect: the host", on the host. Results are in the scratchpad from 0x200 on, their
   number at 0x1fc. A program that says "// expect: itself" has EXPECT(value, wanted) and ends with
   DONE(). */
#ifndef TEST_H
#define TEST_H

#ifdef __MECC__
#include <ixp.h>
static unsigned test_results;
static __noinline void result(unsigned value) {
  ((volatile __scratch unsigned *)0x200)[test_results++] = value;
  *(volatile __scratch unsigned *)0x1fc = test_results;
}
/* Zero, but the compiler does not know. */
static unsigned unknown_zero(void) { return *(volatile __scratch unsigned *)0x1f8; }

/* A value that the optimiser does not know. */
#define HIDE(v) ({ unsigned v_ = (v); __asm__ volatile("" : "+r"(v_)); v_; })

static unsigned first_failure, value_seen;

#define EXPECT(value, wanted)                                                                      \
  do {                                                                                             \
    const unsigned value_ = (value);                                                               \
    if (value_ != (unsigned)(wanted) && !first_failure) {                                          \
      first_failure = __LINE__;                                                                    \
      value_seen = value_;                                                                         \
    }                                                                                              \
  } while (0)

#define DONE()                                                                                     \
  do {                                                                                             \
    ((volatile unsigned __scratch *)0x200)[1] = value_seen;                                        \
    ((volatile unsigned __scratch *)0x200)[0] = first_failure ? first_failure : 0x600dc0de;        \
    ctx_wait(kill);                                                                                \
  } while (0)
#else
#include <stdio.h>
#define __declspec(...)
#define __sram
#define __dram
#define __scratch
#define __lmem
#define __shared
#define __noinline __attribute__((noinline))
static void result(unsigned value) { printf("%08x\n", value); }
static unsigned unknown_zero(void) {
  static volatile unsigned zero;
  return zero;
}
#endif

#define unknown(value) ((value) + unknown_zero())

static __noinline unsigned mix(unsigned hash, unsigned value) {
  hash = (hash ^ value) * 0x9e3779b1u;
  return hash ^ hash >> 15;
}
static __noinline unsigned mix64(unsigned hash, unsigned long long value) {
  return mix(mix(hash, (unsigned)value), (unsigned)(value >> 32));
}

#endif
