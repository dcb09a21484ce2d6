// system: system.toml
// options: --run-contexts=1
// expect: 1 1
// A bank opens a row every dram.t_rc, and banks change every 128 bytes: eight reads in one bank take as long as
// seven row cycles and more, over the four banks less than half of that.
#include "memories.h"

static __noinline unsigned time_of(unsigned stride) { /* in cycles: eight reads, four at once */
  __declspec(dram_read_reg) unsigned a[2], b[2], c[2], d[2];
  SIGNAL_PAIR s1, s2, s3, s4;
  unsigned at = 0x200000, begin = profile_count_start();
  for (unsigned i = 0; i < 2; ++i, at += 4 * stride) {
    dram_read(a, (volatile __dram unsigned *)at, 1, sig_done, &s1);
    dram_read(b, (volatile __dram unsigned *)(at + stride), 1, sig_done, &s2);
    dram_read(c, (volatile __dram unsigned *)(at + 2 * stride), 1, sig_done, &s3);
    dram_read(d, (volatile __dram unsigned *)(at + 3 * stride), 1, sig_done, &s4);
    wait_for_all(&s1, &s2, &s3, &s4);
  }
  return profile_count_stop(begin);
}

int main(void) {
  unsigned one = time_of(4 * 128), four = time_of(128);
  result(one >= 2 * (120 + 3 * 40));
  result(four < one - 2 * 2 * 40);
  return 0;
}
