// expect: 0 0 0 0 0
// options: --control-store=8192
// Bytes in all memories go to local memory, and are compared with those there.
#include "strings.h"

int main(void) {
  COPY(lmem_lmem, lmem, lmem);
  COMPARE(lmem_lmem, lmem, lmem);
  UNALIGNED(lmem_lmem, lmem, lmem);
  COPY(lmem_sram, lmem, sram);
  COMPARE(lmem_sram, lmem, sram);
  UNALIGNED(lmem_sram, lmem, sram);
  COPY(lmem_dram, lmem, dram);
  COMPARE(lmem_dram, lmem, dram);
  UNALIGNED(lmem_dram, lmem, dram);
  COPY(lmem_scratch, lmem, scratch);
  COMPARE(lmem_scratch, lmem, scratch);
  UNALIGNED(lmem_scratch, lmem, scratch);
  FILL(lmem);
  LENGTH(lmem);
  RESULTS();
  return 0;
}
