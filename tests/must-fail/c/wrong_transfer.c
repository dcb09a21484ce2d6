// error: wrong_transfer.c:6:3: error: sram[read] delivers into read registers and a is a write register
#include <ixp.h>
int main(void) {
  __declspec(sram_write_reg) unsigned a[2];
  SIGNAL s;
  sram_read(a, (volatile void __sram *)0x100, 2, ctx_swap, &s);
}
