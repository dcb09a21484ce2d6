// system: system.toml
// options: --run-contexts=1
// expect: 3 1 2 3
// A read after a write of the same longwords reads the data written, also without waiting; writes
// of the same longword happen in the order in which they were issued.
#include "memories.h"

int main(void) {
  __xwrite unsigned a[3], b;
  __xread unsigned got[3], one;
  SIGNAL s1, s2, s3, s4;
  poke(0x3000, 9);
  a[0] = 1;
  a[1] = 2;
  a[2] = 3;
  b = 3;
  sram_write(a, SRAM_AT(0x3000), 3, sig_done, &s1);
  sram_read(got, SRAM_AT(0x3000), 3, sig_done, &s2);
  sram_write(&b, SRAM_AT(0x3000), 1, sig_done, &s3);
  sram_read(&one, SRAM_AT(0x3000), 1, sig_done, &s4);
  wait_for_all(&s1, &s2, &s3, &s4);
  result(one);
  for (unsigned i = 0; i < 3; ++i)
    result(got[i]);
  return 0;
}
