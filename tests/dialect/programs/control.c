// Branches, loops, choices and assertions: a program a section (tests/sections.py).

//--- asserted.c
// options: --run-contexts=1
// expect: 10
// Assertions of correct programs hold at every level, also when variables are optimised: a counter
// that counts down instead, a subtraction that moves to the end of its loop.
#include <ixp.h>
#include <ixp_debug.h>

static volatile __scratch unsigned in = 0;
static volatile __scratch unsigned out[2];

int main(void) {
  unsigned i, sum = 0;

  for (i = 0; i < 5; ++i) {
    sum ^= in - 1;
    ixp_assert(i < 5);
  }
  for (i = 5 + in; i-- > 0;) {
    out[1] = 5;
    ixp_assert(i < 5);
    sum += i;
    ixp_assert(i < 5);
  }
  // -1 after five exclusive ors, and 0 to 4.
  *(volatile __scratch unsigned*)0x200 = sum + 1;
  return 0;
}

//--- chosen.c
// expect: the host
// Values chosen from registers and memory: the compiler may load once through a chosen pointer.
#include "test.h"

static __declspec(shared gp_reg) unsigned g, h;
static __declspec(shared local_mem) unsigned l, words[4];
static unsigned private_words[4];

static __noinline unsigned choose(unsigned which) { return l != g ? g : words[which]; }
static __noinline unsigned nested(unsigned which) {
  return which & 1 ? (which & 2 ? g : words[1]) : which & 4 ? h : private_words[which & 3];
}
static __noinline unsigned walked(unsigned which, unsigned turns) {
  unsigned i, sum = 0;
  for (i = 0; i < turns; ++i) {
    sum = mix(sum, (which + i) & 1 ? g : words[i & 3]);
    if (i & 2) g += i;
    words[(i + 1) & 3] ^= sum;
  }
  return sum;
}
static __noinline unsigned cases(unsigned which) {
  switch (which) {
  case 0: return g;
  case 1: return words[0];
  case 2: return h;
  case 3: return private_words[1];
  default: return words[which & 3];
  }
}

int main(void) {
  unsigned i;
  g = unknown(7);
  h = unknown(9);
  l = unknown(7);
  for (i = 0; i < 4; ++i) {
    words[i] = unknown(i * 5 + 100);
    private_words[i] = unknown(i * 3 + 200);
  }
  for (i = 0; i < 8; ++i) {
    result(choose(i & 3));
    result(nested(i));
    result(cases(i));
    l = unknown(i);
    g = unknown(3);
  }
  result(walked(unknown(0), unknown(9)));
  result(g);
  return 0;
}

//--- control.c
// expect: the host
// Branches, loops, switches: dense, sparse, negative, of 64 bits, falling through.
#include "test.h"

static __noinline int dense(int n) {
  switch (n) {
  case 0: return 10;
  case 1: return 77;
  case 2: n += 5; /* falls through */
  case 3: return n * 3;
  case 4: break;
  case 5: return -1;
  case 6:
  case 7: return n << 4;
  case 8: return 1000000;
  default: return n;
  }
  return 44;
}

static __noinline int sparse(int n) {
  switch (n) {
  case -2000000000: return 1;
  case -5: return 2;
  case 3: return 3;
  case 1000: return 4;
  case 70000: return 5;
  case 2000000000: return 6;
  }
  return 0;
}

static __noinline int wide(long long n) {
  switch (n) {
  case 1: return 1;
  case 0x100000001: return 2;
  case -1: return 3;
  default: return 4;
  }
}

static __noinline unsigned collatz(unsigned n) {
  unsigned steps = 0;
  while (n != 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  return steps;
}

static __noinline unsigned jumps(unsigned n) {
  unsigned sum = 0, i, j;
  for (i = 0;; ++i) {
    if (i == n) break;
    if (i % 3 == 1) continue;
    for (j = i; j < 40; j += 7) {
      if (j == 33) goto next;
      sum += j;
    }
    sum ^= 0x100;
  next:
    sum = sum * 3 + 1;
  }
  do
    sum -= n;
  while (n-- > 5);
  return sum;
}

static unsigned effects;
static int effect(int value) {
  effects = effects * 10 + (unsigned)value;
  return value;
}
static __noinline int logic(int a, int b) {
  const int both = effect(a) && effect(b + 1), either = effect(a) || effect(b);
  return (both ? 1 : 2) + (either ? 10 : 20) + (a > b ? a : b < 3 ? b : 7) + (effect(b), 3);
}

int main(void) {
  int n;
  const int zero = (int)unknown(0);
  static const int sparse_values[] = {-2000000000, -5, 3, 1000, 70000, 2000000000, 4, 0};
  for (n = -2; n < 11; ++n)
    result((unsigned)dense(n));
  for (n = 0; n < 8; ++n)
    result((unsigned)sparse(sparse_values[n]));
  result((unsigned)(wide(1 + zero) + 10 * wide(0x100000001 + zero) + 100 * wide(zero - 1) +
                    1000 * wide(zero)));
  result(collatz(unknown(27)));
  result(jumps(unknown(20)));
  for (n = 0; n < 4; ++n)
    result((unsigned)logic(n & 1, n >> 1));
  result(effects);
  return 0;
}
