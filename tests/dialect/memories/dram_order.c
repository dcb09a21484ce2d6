// system: system.toml
// options: --run-contexts=1
// expect: 1 2 3 4 5 2 3 4
// DRAM moves quadwords. Commands to the same address happen in the order in which they were issued.
#include "memories.h"

int main(void) {
  volatile __dram unsigned *at = (volatile __dram unsigned *)0x200000;
  __declspec(dram_write_reg) unsigned a[4], b[2];
  __declspec(dram_read_reg) unsigned first[4], then[4];
  SIGNAL_PAIR s1, s2, s3, s4;
  for (unsigned i = 0; i < 4; ++i)
    a[i] = i + 1;
  b[0] = 5;
  b[1] = 2;
  dram_write(a, at, 2, sig_done, &s1);
  dram_read(first, at, 2, sig_done, &s2);
  dram_write(b, at, 1, sig_done, &s3);
  dram_read(then, at, 2, sig_done, &s4);
  wait_for_all(&s1, &s2, &s3, &s4);
  for (unsigned i = 0; i < 4; ++i)
    result(first[i]);
  for (unsigned i = 0; i < 4; ++i)
    result(then[i]);
  return 0;
}
