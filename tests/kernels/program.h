/* Kernels that move data, or keep more in registers than one call would: whole programs, work(seed),
 * that run once. The same source runs on a microengine and on the host; both must return the same.
 *
 *   STATE    variables in local memory, SRAM_STATE in SRAM, DRAM_STATE in DRAM
 *   PROGRAM  begins the function */
#ifndef PROGRAM_H
#define PROGRAM_H

#define SEED 2463534242u
#define PROGRAM static unsigned

#ifdef __MECC__
#include <ixp.h>
#define STATE static __declspec(shared local_mem)
#define SRAM_STATE static __declspec(shared sram)
#define DRAM_STATE static __declspec(shared dram)
#define POINTER(memory) __declspec(memory)
#else
#include <string.h>
#define STATE /* visible, so that it cannot be known */
#define SRAM_STATE
#define DRAM_STATE
#define POINTER(memory)
#define __xread
#define __dxwrite
#define __dxread
#define __xwrite
#define SIGNAL int
#define sram_read(to, from, words, wait, signal) ((void)(signal), memcpy(to, (const void *)(from), 4 * (words)))
#define sram_write(from, to, words, wait, signal) ((void)(signal), memcpy((void *)(to), from, 4 * (words)))
#define dram_read(to, from, quads, wait, signal) ((void)(signal), memcpy(to, (const void *)(from), 8 * (quads)))
#define dram_write(from, to, quads, wait, signal) ((void)(signal), memcpy((void *)(to), from, 8 * (quads)))
#define ffs(x) (unsigned)__builtin_ctz(x)
#endif

PROGRAM work(unsigned seed);

#ifdef __MECC__
/* To scratchpad 0x100: the result and a mark. The seed comes from there, too: 0 and SEED. */
main() {
  volatile __declspec(scratch) unsigned *out = (volatile __declspec(scratch) unsigned *)0x100;
  out[0] = work(out[0] ^ SEED);
  out[1] = 0x600dc0de;
}
#elif defined(HOST)
#include <stdio.h>
int main(void) {
  volatile unsigned zero = 0;
  printf("%u\n", work(zero ^ SEED));
  return 0;
}
#endif
#endif
