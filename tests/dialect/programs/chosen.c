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
