/* A sorted list of the 16 least keys: inserts a key, in order, if it is among them. */
#include "kernel.h"

#define KEYS 16

STATE unsigned list[KEYS];
static unsigned ready;

static void prepare(unsigned x, unsigned y) {
  unsigned i;
  if (ready && (y & 15) != 0) return;
  for (i = 0; i < KEYS; ++i) list[i] = 0xffffffff;
  ready = 1;
}

KERNEL kernel(unsigned x, unsigned y) {
  unsigned key = x, at;
  if (key >= list[KEYS - 1]) return list[0];
  for (at = KEYS - 1; at > 0 && list[at - 1] > key; --at) list[at] = list[at - 1];
  list[at] = key;
  return list[0] + list[KEYS - 1] + at;
}
