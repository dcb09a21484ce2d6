// error: register_pointer.c:9:43: error: pointer to register object 'a' does not resolve at compile time: it depends on the path taken which object it means; use the object by name, or put it into memory
#include <ixp.h>
__declspec(sram) int n;
int main(void) {
  __declspec(sram_read_reg) unsigned a[2], b[2];
  SIGNAL s;
  sram_read(a, (volatile void __sram *)0x100, 2, ctx_swap, &s);
  sram_read(b, (volatile void __sram *)0x200, 2, ctx_swap, &s);
  __declspec(sram_read_reg) unsigned *p = n ? a : b;
  n = p[n];
}
