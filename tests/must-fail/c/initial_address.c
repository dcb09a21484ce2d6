// error: initial_address.c:4: error: pointer to register object 'x' does not resolve at compile time: it is the initial value of a variable in memory; use the object by name, or put it into memory
#include <ixp.h>
__declspec(sram_read_reg) unsigned x;
unsigned *__declspec(shared) p = &x;
main() { *(volatile unsigned __scratch *)8 = *p; }
