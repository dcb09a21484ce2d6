// run: mecc -Werror=addresses {file} -o {out}/a.uof
// error: addresses.c:18:3: error: SRAM at 0x102, but its commands take multiples of 4; correct the address [-Waddresses]
// error: addresses.c:19:3: error: SRAM at 0x4000000, which no chip has: it ends at 0x4000000
// error: addresses.c:20:3: error: SRAM at 0xc0000100: bits 31:30 choose channel 3, and there are 2
// error: addresses.c:21:3: error: DRAM at 0x104, but its commands take multiples of 8
// error: addresses.c:22:3: error: scratchpad memory at 0x8000, which no chip has: it ends at 0x4000
// error: addresses.c:23:42: error: scratchpad memory at 0x4000
// error: addresses.c:24:3: error: SRAM at an address 2 behind a multiple of 4, but its commands take multiples of 4
// error: addresses.c:25:38: error: SRAM at 0x106
#include <ixp.h>
static __declspec(shared sram) unsigned char table[64];
int main(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xread unsigned x[2];
  __xwrite unsigned w = 1;
  __dxread unsigned d[2];
  sram_read(x, (volatile void __sram *)0x102, 1, ctx_swap, &s);
  sram_write(&w, (volatile void __sram *)0x4000000, 1, ctx_swap, &s);
  sram_incr((volatile void __sram *)0xc0000100);
  dram_read(d, (volatile void __dram *)0x104, 1, ctx_swap, &p);
  scratch_read(x + 1, (volatile void __scratch *)0x8000, 1, ctx_swap, &s);
  *(volatile __scratch unsigned *)0x4000 = x[0] + x[1] + d[0];
  sram_read(x, (volatile void __sram *)((unsigned)x[0] << 2 | 2), 1, ctx_swap, &s);
  *(volatile __sram unsigned *)0x106 = x[0];
}
