// system: rings.toml
// options: --contexts=4 --run-contexts=1
// expect: 16 12 0 9 16 12 16 13 0 10 15 9 14 9 10 12 16 16 12 13 9 10 11 9 14
// hazards: media-misuse
// Commands of 9 to 16 longwords, and of counts that only the running program knows;
// with 4 contexts, which leave registers for more than one.
#include "test.h"

#define SRAM(n) ((volatile void __sram*)(0x8000 + 4 * (n)))
#define SCRATCH(n) ((volatile void __scratch*)(0x1000 + 4 * (n)))

static SIGNAL s;
static __xwrite unsigned out[16];
static __xread unsigned in[16];
static __xrw unsigned both[12];

/* out[i] = i + 1 */
static __forceinline void count_up(unsigned z) {
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < 16; ++i)
    out[i] = i + 1 + z;
}

int main(void) {
  const unsigned z = unknown_zero();
  unsigned n;
  SIGNAL_PAIR p;
  __assign_relative_register(out, 0);
  count_up(z);
  sram_write(out, SRAM(0), 16, ctx_swap, &s);
  sram_read(in, SRAM(0), 16, ctx_swap, &s);
  result(in[15]);
  sram_write(out, SRAM(32), 12, ctx_swap, &s);
  sram_read(in, SRAM(32), 13, sig_done, &s);
  wait_for_all(&s);
  result(in[11]);
  result(in[12]);
  sram_read(in, SRAM(0), 16, ctx_swap, &s);
  for (n = 9 + z; n <= 11; n += 2) { /* the others stay as they are */
    sram_read(in, SRAM(40), n, ctx_swap, &s);
    result(n == 9 ? in[0] : in[3] + in[10]);
    result(in[15]);
  }
  sram_write(out, SRAM(64), 13 + z, ctx_swap, &s);
  sram_read_ind(in, SRAM(64), 16, ind_count(14), ctx_swap, &s);
  result(in[12]);
  result(in[13]);
  scratch_write(out, SCRATCH(0), 10, ctx_swap, &s);
  scratch_read(in, SCRATCH(0), 10 + z, ctx_swap, &s);
  result(in[9]);
  scratch_write(out, SCRATCH(0), 15 + z, sig_done, &s);
  wait_for_all(&s);
  scratch_read(in, SCRATCH(0), 15, ctx_swap, &s);
  result(in[14]);
  scratch_put_ring(out, scratch_ring(2), 9, ctx_swap, &s);
  scratch_put_ring(out, scratch_ring(2), 14 + z, ctx_swap, &s);
  scratch_get_ring(in, scratch_ring(2), 9 + z, ctx_swap, &s);
  result(in[8]);
  scratch_get_ring(in, scratch_ring(2), 14, ctx_swap, &s);
  result(in[13]);
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < 12; ++i)
    both[i] = i + 1 + z;
  sram_put_ring(both, sram_ring(0, 4), 9, ctx_swap, &p);
  sram_put_ring(both, sram_ring(0, 4), 12 + z, ctx_swap, &p);
  sram_get_ring(in, sram_ring(0, 4), 9, ctx_swap, &s);
  result(in[8]);
  sram_get_ring(in, sram_ring(0, 4), 12 + z, ctx_swap, &s);
  result(in[9]);
  result(in[11]);
  sram_journal(out, sram_ring(0, 5), 16, ctx_swap, &s);
  sram_read(in, (volatile void __sram*)0x14000, 16, ctx_swap, &s);
  result(in[15]);
  msf_read(in, msf_buffer_data, 12, ctx_swap, &s); /* RBUF is empty */
  result(in[15]);
  result(in[11] + in[12] - 1);
  sram_read(in, SRAM(0), 16, ctx_swap, &s);
  msf_read64(in, msf_buffer_data, 6 + z, ctx_swap, &s);
  result(in[11] + in[12]);
  cap_read(in, (cap_csr_t)0x8000, 9, ctx_swap, &s); /* through the reflector: out */
  result(in[8]);
  cap_read(in, (cap_csr_t)0x8000, 10 + z, ctx_swap, &s);
  result(in[9]);
  cap_read_address(in, 0x8000 + z, 11, ctx_swap, &s);
  result(in[10]);
  sram_read(in, SRAM(0), 16, ctx_swap, &s);
  reflect_write(out, (unsigned)__ME(), 0, (unsigned)__xfer_reg_number(in), 9, ctx_swap, &s);
  result(in[8]);
  reflect_write(out, (unsigned)__ME(), 0, (unsigned)__xfer_reg_number(in), 14 + z, ctx_swap, &s);
  result(in[13]);
  return 0;
}
