/* All kinds of calls: deep, indirect, by tables, many arguments, between ARM and Thumb code. */
#include "stdio.h"

__attribute__((noinline, target("arm"))) static unsigned in_arm(unsigned a, unsigned b) {
  return a * 3 + b;
}
__attribute__((noinline, target("thumb"))) static unsigned in_thumb(unsigned a, unsigned b) {
  return (a ^ b) + in_arm(b, a);
}
static unsigned (*volatile table[])(unsigned, unsigned) = {in_arm, in_thumb};

__attribute__((noinline)) static int many(int a, char b, short c, long long d, int e, unsigned f, int g) {
  return a + b * 2 + c * 3 + (int)d * 4 + e * 5 + (int)f * 6 + g * 7;
}
__attribute__((noinline)) static unsigned ackermann(unsigned m, unsigned n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
__attribute__((noinline)) static const char* name_of(int v) {
  switch (v) {
  case 0: return "zero";
  case 1: return "one";
  case 2: return "two";
  case 3: return "three";
  case 5: return "five";
  case 8: return "eight";
  case 13: return "thirteen";
  default: return v < 0 ? "less" : "many";
  }
}

static unsigned rotate(unsigned v, int n) {
  return v >> n | v << (32 - n);
}
/* SHA-256's rounds over one block of nothing. */
static unsigned rounds(void) {
  static const unsigned k[8] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
                                0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5};
  unsigned s[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int i = 0; i < 64; ++i) {
    const unsigned t = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) +
                       ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i & 7];
    const unsigned m = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    for (int j = 7; j > 0; --j)
      s[j] = s[j - 1];
    s[4] += t;
    s[0] = t + m;
  }
  return s[0] ^ s[5];
}

int main(void) {
  unsigned v = 1;
  for (int i = 0; i < 50; ++i)
    v = table[i & 1](v, (unsigned)i);
  printf("between states %08x\n", v);
  printf("arguments %d\n", many(1, 'b', -3, 4LL << 20, 5, 6, -7));
  printf("deep %u\n", ackermann(2, 7));
  for (int i = -1; i < 15; i += 2)
    printf("%d %s\n", i, name_of(i));
  printf("rounds %08x\n", rounds());
  return 7;
}
