/* An anti-replay window of 64 sequence numbers. */
#include "kernel.h"

#define WINDOW 64

static unsigned base, top;
static u64 map; /* bit i: number top - i has come */

static void prepare(unsigned x, unsigned y) { base += 3; }

KERNEL kernel(unsigned x, unsigned y) {
  unsigned number = base + x % 32, distance;
  if (number > top) {
    map = map << (number - top) | 1;
    top = number;
    return top;
  }
  distance = top - number;
  if (distance >= WINDOW) return 1;
  if (map >> distance & 1) return 2;
  map |= (u64)1 << distance;
  return 3 + ((unsigned)map ^ (unsigned)(map >> 32));
}
