/* Shared by most kernels: one function each, kernel(x, y), fed with pseudo-random words.
 * The same source runs on a microengine and on the host; both must compute the same sum of results,
 * and so must the same kernel in assembly (KERNEL.uc, kernel.uc).
 *
 * A kernel declares its data:
 *   STATE   variables in local memory, OWN_STATE one for each context
 *   KERNEL  begins the function that is measured
 * and prepare(x, y) does, before each call, the work that is not measured. */
#ifndef KERNEL_H
#define KERNEL_H

#define CALLS 200
#define KERNEL __attribute__((noinline)) unsigned

typedef unsigned long long u64;

#ifdef __MECC__
#include <ixp.h>
#define STATE static __declspec(shared local_mem)
#define OWN_STATE static __declspec(local_mem)
#define LOCAL __declspec(local_mem)
#else
#define STATE /* visible, so that it cannot be known */
#define OWN_STATE
#define LOCAL
#define ffs(x) (unsigned)__builtin_ctz(x)
#endif

KERNEL kernel(unsigned x, unsigned y);
static void prepare(unsigned x, unsigned y);

/* Functions of their own, so that nothing of them runs while kernel() is measured. */
KERNEL next_word(unsigned word) {
  word ^= word << 13;
  word ^= word >> 17;
  return word ^ word << 5;
}
KERNEL mix(unsigned sum, unsigned result) {
  return sum * 31 + result;
}

#ifdef __MECC__
/* To scratchpad 0x100: the sum, a mark, the cycles of all calls. */
main() {
  volatile __declspec(scratch) unsigned* out = (volatile __declspec(scratch) unsigned*)0x100;
  unsigned x = 2463534242u, y, sum = 0, cycles = 0, start, result, call;
  for (call = 0; call < CALLS; ++call) {
    x = next_word(x);
    y = next_word(x);
    prepare(x, y);
    start = profile_count_start();
    result = kernel(x, y);
    cycles += profile_count_stop(start);
    sum = mix(sum, result);
  }
  out[0] = sum;
  out[1] = 0x600dc0de;
  out[2] = cycles;
}
#elif defined(HOST)
#include <stdio.h>
int main(void) {
  unsigned x = 2463534242u, y, sum = 0, call;
  for (call = 0; call < CALLS; ++call) {
    x = next_word(x);
    y = next_word(x);
    prepare(x, y);
    sum = mix(sum, kernel(x, y));
  }
  printf("%u\n", sum);
  return 0;
}
#endif
#endif
