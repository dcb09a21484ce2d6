/* The number of keys of a sorted table that are at most x, by bisection. */
#include "kernel.h"

#define KEYS 64

STATE unsigned key[KEYS];
static unsigned ready;

static void prepare(unsigned x, unsigned y) {
  unsigned i;
  if (ready) return;
  for (i = 0; i < KEYS; ++i) key[i] = i * 0x04000000 + i * i;
  ready = 1;
}

KERNEL kernel(unsigned x, unsigned y) {
  unsigned low = 0, step;
  for (step = KEYS / 2; step != 0; step /= 2)
    if (key[low + step - 1] <= x) low += step;
  if (key[low] <= x) ++low;
  return low ^ (y & 0xff);
}
