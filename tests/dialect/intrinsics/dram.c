// expect: 0x22 0x88 0x33 0x44 0xaa 0
// hazards: media-misuse
// DRAM and its transfers with the MSF's buffers.
#include "test.h"

#define AT(n) ((volatile void __dram*)(0x8000 + 8 * (n)))

int main(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __dxwrite unsigned out[4];
  __dxread unsigned in[4];
  const unsigned z = unknown_zero();
  out[0] = 0x11 + z;
  out[1] = 0x22 + z;
  out[2] = 0x44 + z;
  out[3] = 0x88 + z;
  dram_write(out, AT(0), 2, sig_done, &p);
  wait_for_all(&p);
  dram_read(in, AT(0), 2, ctx_swap, &s);
  result(in[1]);
  result(in[3]);
  out[0] = 0x33 + z;
  out[1] = 0x44 + z;
  dram_write_ind(out, AT(4), 2, ind_count(1 + z), ctx_swap, &s);
  dram_read_ind(in, AT(4), 2, ind_count(1 + z), ctx_swap, &s);
  result(in[0]);
  result(in[1]);
  *(volatile __dram unsigned*)AT(8) = 0xaa;
  result(*(volatile __dram unsigned*)AT(8));
  dram_tbuf_write(AT(0), 0x2000, 2 + z, ctx_swap, &s);
  dram_tbuf_write_ind(AT(0), 2, ind_buffer(0x2000, 2 + z), ctx_swap, &s);
  dram_rbuf_read(AT(8), 0x2000, 1 + z, ctx_swap, &s);
  dram_rbuf_read_ind(AT(10), 1, ind_buffer(0x2000, 1 + z), ctx_swap, &s);
  result(*(volatile __dram unsigned*)AT(8)); /* RBUF is empty */
  return 0;
}
