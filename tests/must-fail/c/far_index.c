// error: far_index.c:4:93: error: 'x' is in registers and indexed by a variable, but the access may cross a longword; align it to its size
#include <ixp.h>
main() { __xread struct { unsigned char a; unsigned b; } __attribute__((packed)) x[3]; SIGNAL s; unsigned i = __ctx() & 1;
 sram_read(x, (void __sram *)64, 4, ctx_swap, &s); *(volatile unsigned __scratch *)8 = x[i].b; }
