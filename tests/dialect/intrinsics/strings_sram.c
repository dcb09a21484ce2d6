// expect: 0 0 0 0 0
// options: --control-store=8192
// Bytes in all memories go to SRAM, and are compared with those there.
#include "strings.h"

int main(void) {
  COPY(sram_lmem, sram, lmem);
  COMPARE(sram_lmem, sram, lmem);
  UNALIGNED(sram_lmem, sram, lmem);
  COPY(sram_sram, sram, sram);
  COMPARE(sram_sram, sram, sram);
  UNALIGNED(sram_sram, sram, sram);
  COPY(sram_dram, sram, dram);
  COMPARE(sram_dram, sram, dram);
  UNALIGNED(sram_dram, sram, dram);
  COPY(sram_scratch, sram, scratch);
  COMPARE(sram_scratch, sram, scratch);
  UNALIGNED(sram_scratch, sram, scratch);
  FILL(sram);
  LENGTH(sram);
  RESULTS();
  return 0;
}
