/* Random early detection: the average length of a queue, and whether to drop a frame. */
#include "kernel.h"

#define LEAST (16 * 256) /* frames / 256 */
#define MOST (48 * 256)
#define DROP_ALL 0x80000000
#define DROP_EARLY 0x40000000

static unsigned average; /* in 1/256 frames */
static unsigned count;   /* frames since the last drop */

static void prepare(unsigned x, unsigned y) {}

KERNEL kernel(unsigned x, unsigned y) {
  unsigned length = x & 0x3f;
  average = average - (average >> 4) + (length << 4);
  if (average < LEAST) {
    count = 0;
    return average;
  }
  if (average >= MOST) {
    count = 0;
    return average | DROP_ALL;
  }
  ++count;
  if ((y & 0xfffff) < (average - LEAST) * count) {
    count = 0;
    return average | DROP_EARLY;
  }
  return average;
}
