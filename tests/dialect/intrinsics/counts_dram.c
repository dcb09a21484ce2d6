// options: --contexts=4 --run-contexts=1
// expect: 24 22 32 18 20 31 8 16
// DRAM commands of 9 to 16 quadwords, for which only 4 contexts have registers.
#include "test.h"

#define AT(n) ((volatile void __dram*)(0x8000 + 8 * (n)))

int main(void) {
  SIGNAL_PAIR p;
  __dxwrite unsigned out[32];
  __dxread unsigned in[32];
  const unsigned z = unknown_zero();
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < 32; ++i)
    out[i] = i + 1 + z;
  dram_write(out, AT(0), 12, sig_done, &p);
  wait_for_all(&p);
  dram_read(in, AT(0), 16, sig_done, &p);
  wait_for_all(&p);
  result(in[23]);
  result(in[21] + in[24]);
  dram_write(out, AT(0), 16 + z, sig_done, &p);
  wait_for_all(&p);
  dram_read(in, AT(0), 16 + z, sig_done, &p);
  wait_for_all(&p);
  result(in[31]);
  dram_read(in, AT(0), 9, sig_done, &p);
  wait_for_all(&p);
  result(in[17]);
  dram_read_ind(in, AT(1), 16, ind_count(9 + z), sig_done, &p);
  wait_for_all(&p);
  result(in[17]);
  result(in[30]);
  dram_read(&in[16], AT(0), 4 + z, sig_done, &p); /* 8 at most */
  wait_for_all(&p);
  result(in[23]);
  result(in[13]);
  return 0;
}
