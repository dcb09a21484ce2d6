// expect: 3 3 6 2 9
// Tests of signals with an unused result, which clear the signal all the same; signals that
// waiting for any leaves set.
#include "test.h"

static __shared __sram unsigned kept[8];
static __shared __dram unsigned long long wide[4];

static __noinline unsigned collected(unsigned n) {
  __xwrite unsigned out;
  SIGNAL s;
  unsigned i, set = 0;
  for (i = 0; i < n; ++i) {
    out = i;
    sram_write(&out, kept, 1, sig_done, &s);
    wait_for_any(&s);
    set += (unsigned)signal_test(&s);
    set += 16 * (unsigned)signal_test(&s);
  }
  return set;
}

static __noinline void dropped(unsigned n) {
  __xwrite unsigned out;
  SIGNAL s;
  unsigned i;
  for (i = 0; i < n; ++i) {
    out = i;
    sram_write(&out, &kept[1], 1, sig_done, &s);
    kept[2] += i;
    wait_for_any(&s);
    signal_test(&s);
  }
}

static __noinline void dropped_pair(unsigned n) {
  __dxwrite unsigned long long out;
  SIGNAL_PAIR s;
  unsigned i;
  for (i = 0; i < n; ++i) {
    out = i;
    dram_write(&out, &wide[n & 1], 1, sig_done, &s);
    kept[3] += i;
    wait_for_any(&s);
    if (signal_test(&s))
      ;
  }
}

int main(void) {
  result(collected(unknown(3)));
  dropped(unknown(3));
  result(kept[2]);
  dropped_pair(unknown(4));
  result(kept[3]);
  result(kept[1]);
  result((unsigned)wide[0] + 6);
}
