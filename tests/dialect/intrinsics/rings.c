// system: rings.toml
// options: --run-contexts=1
// expect: 0x11 0x22 0x33 0x44 0 0x55 0x66 1 0x77 0x88 0 0x99 0xaa14
// Rings in scratchpad and SRAM, a journal.
#include "test.h"

int main(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xwrite unsigned out[2];
  __xread unsigned in[2];
  __xrw unsigned both[2];
  const unsigned z = unknown_zero();
  out[0] = 0x11 + z;
  out[1] = 0x22 + z;
  scratch_put_ring(out, scratch_ring(2 + z), 2, ctx_swap, &s);
  scratch_get_ring(in, scratch_ring(2), 2, ctx_swap, &s);
  result(in[0]);
  result(in[1]);
  out[0] = 0x33 + z;
  out[1] = 0x44 + z;
  scratch_put_ring_ind(out, scratch_ring(2), 2, ind_count(2 + z), ctx_swap, &s);
  scratch_get_ring_ind(in, scratch_ring(2), 2, ind_count(2 + z), ctx_swap, &s);
  result(in[0]);
  result(in[1]);
  scratch_get_ring(in, scratch_ring(2), 1, ctx_swap, &s);
  result(in[0]);
  both[0] = 0x55 + z;
  both[1] = 0x66 + z;
  sram_put_ring(both, sram_ring(0, 4), 2, ctx_swap, &p);
  sram_get_ring(in, sram_ring(0, 4 + z), 2, ctx_swap, &s);
  result(in[0]);
  result(in[1]);
  result(both[0] >> 31);
  both[0] = 0x77 + z;
  both[1] = 0x88 + z;
  sram_put_ring_ind(both, sram_ring(0, 4), 2, ind_count(2 + z), ctx_swap, &p);
  sram_get_ring_ind(in, sram_ring(0, 4), 2, ind_count(2 + z), ctx_swap, &s);
  result(in[0]);
  result(in[1]);
  sram_get_ring(in, sram_ring(0, 4), 1, ctx_swap, &s);
  result(in[0]);
  out[0] = 0x99 + z;
  sram_journal(out, sram_ring(0, 5), 1, ctx_swap, &s);
  sram_fast_journal(0xaa00 + z, sram_ring(0, 5)); /* the data are above the ring */
  sram_read(in, (volatile void __sram*)0x14000, 1, ctx_swap, &s);
  sram_read(in, (volatile void __sram*)0x14000, 2, ctx_swap, &s);
  result(in[0]);
  result(in[1]);
  return 0;
}
