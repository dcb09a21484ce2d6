// expect: 0 0 0 0 0
// options: --control-store=8192
// Bytes in all memories go to the scratchpad, and are compared with those there.
#include "strings.h"

int main(void) {
  COPY(scratch_lmem, scratch, lmem);
  COMPARE(scratch_lmem, scratch, lmem);
  UNALIGNED(scratch_lmem, scratch, lmem);
  COPY(scratch_sram, scratch, sram);
  COMPARE(scratch_sram, scratch, sram);
  UNALIGNED(scratch_sram, scratch, sram);
  COPY(scratch_dram, scratch, dram);
  COMPARE(scratch_dram, scratch, dram);
  UNALIGNED(scratch_dram, scratch, dram);
  COPY(scratch_scratch, scratch, scratch);
  COMPARE(scratch_scratch, scratch, scratch);
  UNALIGNED(scratch_scratch, scratch, scratch);
  FILL(scratch);
  LENGTH(scratch);
  RESULTS();
  return 0;
}
