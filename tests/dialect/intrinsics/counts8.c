// expect: 12 11 11 9 10 12
// Counts above 8 with 8 contexts.
#include "test.h"

#define SRAM(n) ((volatile void __sram*)(0x8000 + 4 * (n)))

int main(void) {
  SIGNAL s;
  __xwrite unsigned out[12];
  __xread unsigned in[12];
  const unsigned z = unknown_zero();
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < 12; ++i)
    out[i] = i + 1 + z;
  sram_write(out, SRAM(0), 12, ctx_swap, &s);
  sram_read(in, SRAM(0), 12, ctx_swap, &s);
  result(in[11]);
  sram_read(in, SRAM(1), 9 + z, sig_done, &s);
  wait_for_all(&s);
  result(in[9] + 1); /* as it was */
  sram_read(&in[2], SRAM(2), 9 + z, ctx_swap, &s);
  result(in[10]);
  scratch_write(&out[1], (volatile void __scratch*)0x1000, 9, ctx_swap, &s);
  scratch_read(in, (volatile void __scratch*)0x1000, 9, ctx_swap, &s);
  result(in[7]);
  result(in[8]);
  result(in[11]);
  return 0;
}
