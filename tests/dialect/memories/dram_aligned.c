// system: system.toml
// options: --run-contexts=1
// expect: 1 2
// hazards: bad-address
// A DRAM address that is no multiple of 8 is a mistake. The chip ignores its low bits.
#include "memories.h"

int main(void) {
  volatile __dram unsigned *at = (volatile __dram unsigned *)0x200000;
  __declspec(dram_write_reg) unsigned a[2];
  __declspec(dram_read_reg) unsigned got[2];
  SIGNAL_PAIR p;
  a[0] = 1;
  a[1] = 2;
  dram_write(a, at, 1, sig_done, &p);
  wait_for_all(&p);
  dram_read(got, (volatile void __dram *)(0x200004 + unknown_zero()), 1, sig_done, &p);
  wait_for_all(&p);
  result(got[0]);
  result(got[1]);
  return 0;
}
