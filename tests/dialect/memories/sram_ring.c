// system: system.toml
// options: --run-contexts=1
// expect: 0x80000000 0x80000002 7 8 9 0 0 0x1ff 0x80000001
// A put into an SRAM ring answers with a status: [31] stored, [23:0] longwords that were there. A get
// from an empty ring gives zeros. A put without room stores nothing.
#include "memories.h"

static __noinline unsigned put(unsigned value, unsigned words) {
  __declspec(sram_read_write_reg) unsigned x[4];
  SIGNAL_PAIR p;
  for (unsigned i = 0; i < 4; ++i)
    x[i] = value + i;
  if (words == 1)
    sram_put_ring(x, sram_ring(0, 4), 1, sig_done, &p);
  else if (words == 2)
    sram_put_ring(x, sram_ring(0, 4), 2, sig_done, &p);
  else
    sram_put_ring(x, sram_ring(0, 4), 4, sig_done, &p);
  wait_for_all(&p);
  return x[0];
}

int main(void) {
  __xread unsigned got[5];
  SIGNAL s;
  unsigned status;
  result(put(7, 2));
  result(put(9, 1));
  sram_get_ring(got, sram_ring(0, 4), 3, ctx_swap, &s);
  for (unsigned i = 0; i < 3; ++i)
    result(got[i]);
  sram_get_ring(got, sram_ring(0, 4), 2, ctx_swap, &s);
  for (unsigned i = 0; i < 2; ++i)
    result(got[i]);
  put(1, 1);
  put(1, 2);
  for (unsigned i = 0; i < 127; ++i)
    put(1, 4);
  result(put(5, 4)); /* 511 of 512 are there */
  for (unsigned i = 0; i < 102; ++i)
    sram_get_ring(got, sram_ring(0, 4), 5, ctx_swap, &s);
  result(put(5, 4));
  return 0;
}
