/* A priority queue: takes the smallest key of a binary heap and puts another in its place. */
#include "kernel.h"

#define KEYS 31

STATE unsigned heap[KEYS];

static void prepare(unsigned x, unsigned y) {}

KERNEL kernel(unsigned x, unsigned y) {
  unsigned smallest = heap[0], key = smallest + (x & 0xffff), at = 0;
  for (;;) {
    unsigned child = 2 * at + 1, least;
    if (child >= KEYS) break;
    least = heap[child];
    if (child + 1 < KEYS && heap[child + 1] < least) least = heap[++child];
    if (key <= least) break;
    heap[at] = least;
    at = child;
  }
  heap[at] = key;
  return smallest;
}
