/* Load of both memories in addition to the packets: each context reads and writes 64 bytes of DRAM
 * and of SRAM, one command after the other, forever. Its addresses are after the buffers. */
#include "../systems/blocks.h"

#define DRAM_AT 0x1000000
#define SRAM_AT 0x100000
#define STEP 4096 /* bytes between two turns; the contexts of one turn access all four banks */
#define TURNS 64

main() {
  __declspec(dram_read_reg) unsigned from_dram[16];
  __declspec(dram_write_reg) unsigned to_dram[16];
  __declspec(sram_read_reg) unsigned from_sram[8];
  __declspec(sram_write_reg) unsigned to_sram[8];
  SIGNAL done;
  unsigned turn = 0;
  __implicit_write(&to_dram);
  __implicit_write(&to_sram);
  for (;;) {
    volatile void __dram *dram = (volatile void __dram *)(DRAM_AT + turn * STEP + __ctx() * 64);
    volatile void __sram *sram = (volatile void __sram *)(SRAM_AT + turn * STEP + __ctx() * 64);
    dram_read(from_dram, dram, 8, ctx_swap, &done);
    dram_write(to_dram, dram, 8, ctx_swap, &done);
    sram_read(from_sram, sram, 8, ctx_swap, &done);
    sram_write(to_sram, sram, 8, ctx_swap, &done);
    turn = turn + 1 & TURNS - 1;
  }
}
