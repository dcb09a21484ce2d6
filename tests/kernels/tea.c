/* TEA, the Tiny Encryption Algorithm (Wheeler and Needham 1994): 32 cycles over two longwords. */
#include "kernel.h"

STATE unsigned key[4];

static void prepare(unsigned x, unsigned y) {
  key[0] = x;
  key[1] = y;
  key[2] = x ^ y;
  key[3] = x + y;
}

KERNEL kernel(unsigned x, unsigned y) {
  unsigned a = x, b = y, sum = 0, cycle;
  for (cycle = 0; cycle < 32; ++cycle) {
    sum += 0x9e3779b9;
    a += ((b << 4) + key[0]) ^ (b + sum) ^ ((b >> 5) + key[1]);
    b += ((a << 4) + key[2]) ^ (a + sum) ^ ((a >> 5) + key[3]);
  }
  return a ^ b;
}
