/* A pool of 128 ports, a bit each: allocates the lowest free one, or frees one. */
#include "kernel.h"

#define WORDS 4

STATE unsigned pool[WORDS]; /* ones: free */
static unsigned ready;

static void prepare(unsigned x, unsigned y) {
  unsigned i;
  if (ready) return;
  for (i = 0; i < WORDS; ++i) pool[i] = 0xffffffff;
  ready = 1;
}

KERNEL kernel(unsigned x, unsigned y) {
  unsigned word, port, mask;
  if (x & 0x80000000) {
    for (word = 0; word < WORDS; ++word) {
      unsigned ports = pool[word];
      if (ports != 0) {
        pool[word] = ports & (ports - 1);
        return word * 32 + ffs(ports);
      }
    }
    return 0xffff;
  }
  port = x & 127;
  word = port / 32;
  mask = 1u << (port % 32);
  if (pool[word] & mask) return 0x200 + port;
  pool[word] |= mask;
  return 0x100 + port;
}
