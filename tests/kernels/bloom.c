/* A Bloom filter of 256 bits: tests and sets three of them. */
#include "kernel.h"

#define WORDS 8

STATE unsigned filter[WORDS];

static void prepare(unsigned x, unsigned y) {
  unsigned i;
  if ((y & 31) != 0) return;
  for (i = 0; i < WORDS; ++i) filter[i] = 0;
}

/* Sets a bit; returns whether it was set. */
static unsigned test_and_set(unsigned bit) {
  unsigned word = filter[bit / 32], mask = 1u << (bit % 32);
  filter[bit / 32] = word | mask;
  return (word & mask) != 0;
}

KERNEL kernel(unsigned x, unsigned y) {
  unsigned first = test_and_set(x & 255);
  unsigned second = test_and_set(x >> 8 & 255);
  unsigned third = test_and_set(x >> 16 & 255);
  return first & second & third;
}
