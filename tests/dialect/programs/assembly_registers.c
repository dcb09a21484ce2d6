// expect: the host
// Assembly that needs most registers, in a program whose functions share variables in registers.
#include "test.h"

static unsigned first, second, third, fourth, fifth, sixth;

static __noinline unsigned step(unsigned x) {
  first += x;
  second ^= first;
  third += second;
  fourth ^= third;
  fifth += fourth;
  sixth ^= fifth;
  return sixth;
}

static __noinline unsigned sums(unsigned x) {
  unsigned v0 = x + 0, v1 = x + 1, v2 = x + 2, v3 = x + 3, v4 = x + 4, v5 = x + 5,
      v6 = x + 6, v7 = x + 7, v8 = x + 8, v9 = x + 9, v10 = x + 10, v11 = x + 11;
  unsigned w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11;
#ifdef __MECC__
  __asm {
    alu[w0, v0, +, v1]
    alu[w1, v1, +, v2]
    alu[w2, v2, +, v3]
    alu[w3, v3, +, v4]
    alu[w4, v4, +, v5]
    alu[w5, v5, +, v6]
    alu[w6, v6, +, v7]
    alu[w7, v7, +, v8]
    alu[w8, v8, +, v9]
    alu[w9, v9, +, v10]
    alu[w10, v10, +, v11]
    alu[w11, v11, +, v0]
  }
#else
  w0 = v0 + v1;
  w1 = v1 + v2;
  w2 = v2 + v3;
  w3 = v3 + v4;
  w4 = v4 + v5;
  w5 = v5 + v6;
  w6 = v6 + v7;
  w7 = v7 + v8;
  w8 = v8 + v9;
  w9 = v9 + v10;
  w10 = v10 + v11;
  w11 = v11 + v0;
#endif
  return w0 ^ w1 ^ w2 ^ w3 ^ w4 ^ w5 ^ w6 ^ w7 ^ w8 ^ w9 ^ w10 ^ w11;
}

int main(void) {
  unsigned i, sum = unknown(0);
  for (i = 0; i < 10; ++i)
    sum += step(i) ^ sums(sum);
  result(sum);
  result(first + second + third + fourth + fifth + sixth);
  return 0;
}
