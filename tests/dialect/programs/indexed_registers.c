// expect: 1 2 3 4 5 6 7 8 0x10 0x11 0x12 0x13 0x20 0x21 0x22 0x23 0x55 9 0 0x31 0x30 100 102
// Commands name transfer registers by a variable, in loops of some length that are not unrolled.
#include "test.h"

static __declspec(sram shared) unsigned list[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
static __declspec(sram shared) unsigned out[16];
static __declspec(dram shared aligned(8)) unsigned quad[8] = {0x30, 0x31, 0x32, 0x33};

int main(void) {
  __xread unsigned x[8];
  __xwrite unsigned w[8];
  __dxread unsigned d[4];
  SIGNAL s;
  SIGNAL_PAIR p;
  const unsigned n = unknown(8), count = unknown(2);
  unsigned i, sum = 0;
  for (i = 0; i < n; ++i)
    sram_read(&x[i], &list[i], 1, ctx_swap, &s);
  for (i = 0; i < 8; ++i)
    result(x[i]);
  for (i = 0; i < n; ++i)
    w[i] = 0x10 * (1 + (i >> 2)) + (i & 3);
  for (i = 0; i < n; i += 2) {
    sram_write(&w[i], &out[i], 2, sig_done, &s);
    __wait_for_all(&s);
  }
  for (i = 0; i < 8; ++i)
    result(out[i]);
  /* only one is replaced, the others stay */
  list[5] = 0x55;
  sram_read(&x[n - 3], &list[5], 1, sig_done, &s);
  __wait_for_all(&s);
  result(x[5]);
  for (i = 0; i < n; ++i)
    sum += i == 5 ? 0 : x[i] - (i + 1);
  result(sum + 9);
  sram_read(&x[n - 6], &list[10], count, sig_done, &s); /* a count that varies, too */
  __wait_for_all(&s);
  result(x[2] + x[3]);
  for (i = 0; i < n; i += 8)
    dram_read(&d[n - 6 + i], quad, 1, ctx_swap, &p);
  result(d[3]);
  result(d[2]);
  /* the loop is constant: the compiler unrolls it */
  for (i = 0; i < 8; ++i)
    w[i] = 100 + i;
  for (i = 0; i < 8; ++i)
    sram_write(&w[i], &out[2 * i], 1, ctx_swap, &s);
  result(out[0]);
  result(out[4]);
}
