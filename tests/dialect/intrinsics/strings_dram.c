// expect: 0 0 0 0 0
// options: --control-store=8192
// Bytes in all memories go to DRAM, and are compared with those there.
#include "strings.h"

int main(void) {
  COPY(dram_lmem, dram, lmem);
  COMPARE(dram_lmem, dram, lmem);
  UNALIGNED(dram_lmem, dram, lmem);
  COPY(dram_sram, dram, sram);
  COMPARE(dram_sram, dram, sram);
  UNALIGNED(dram_sram, dram, sram);
  COPY(dram_dram, dram, dram);
  COMPARE(dram_dram, dram, dram);
  UNALIGNED(dram_dram, dram, dram);
  COPY(dram_scratch, dram, scratch);
  COMPARE(dram_scratch, dram, scratch);
  UNALIGNED(dram_scratch, dram, scratch);
  FILL(dram);
  LENGTH(dram);
  RESULTS();
  return 0;
}
