/* Other work on the control core while microengines forward: copies of a block of memory without
 * end, from DRAM to SRAM and back. Packets do not pass through it; it contends for memories. */
#include "board.h"

#define LONGWORDS 4096
#define DRAM_AT 0x1000000 /* behind buffers, of 2 KB each */
#define SRAM_AT 0x100000

int main(void) {
  for (;;) {
    for (u32 i = 0; i < LONGWORDS; ++i)
      SRAM(0, SRAM_AT + 4 * i) = DRAM(DRAM_AT + 4 * i);
    for (u32 i = 0; i < LONGWORDS; ++i)
      DRAM(DRAM_AT + 4 * i) = SRAM(0, SRAM_AT + 4 * i);
  }
}
