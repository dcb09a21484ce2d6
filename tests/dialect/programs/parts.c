// expect: 340 1640
// Parts of transfer registers are named in loops; LLVM moves invariant values out of them.
#include "test.h"

static __declspec(sram shared) unsigned numbers[40];
static __declspec(dram shared aligned(8)) unsigned long long wide[40];

static __noinline unsigned in_sram(void) {
  __xread unsigned x[6];
  SIGNAL s, t;
  unsigned sum = 0, n;
  for (n = 0; n < 20; n += 2) {
    sram_read(&x[0], &numbers[n], 2, sig_done, &s);
    sram_read(&x[2], &numbers[n + 2], 2, sig_done, &t);
    wait_for_all(&s, &t);
    if (x[1] & 1) {
      sram_read(&x[4], &numbers[n + 4], 2, ctx_swap, &s);
      sum += x[4];
    }
    sum += x[0] + x[3];
  }
  return sum;
}

static __noinline unsigned in_dram(void) {
  __dxread struct {
    unsigned long long first, second[3];
  } d;
  SIGNAL_PAIR p, q;
  unsigned sum = 0, n;
  for (n = 0; n < 20; n += 2) {
    dram_read(&d.second[1], &wide[n], 2, sig_done, &p);
    dram_read(&d.first, &wide[n + 1], 1, sig_done, &q);
    wait_for_all(&p, &q);
    sum += (unsigned)(d.first + d.second[1] * 16 + d.second[2]);
  }
  return sum;
}

int main(void) {
  unsigned n;
  for (n = 0; n < 40; ++n)
    numbers[n] = n, wide[n] = n;
  result(in_sram());
  result(in_dram());
}
