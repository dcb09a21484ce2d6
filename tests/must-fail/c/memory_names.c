// error: passing '__sram unsigned int *' to parameter of type '__dram unsigned int *' changes address space of pointer
// error: initializing 'unsigned int *' with an expression of type 'volatile __scratch unsigned int *'
// error: note: a pointer to one memory cannot become a pointer to another; declare both with the same word
#include <ixp.h>
static void take(__dram unsigned *p) { *p = 1; }
int main(void) {
  __sram unsigned *q = (__sram unsigned *)0x100;
  volatile __scratch unsigned *ring = (volatile __scratch unsigned *)0x100;
  unsigned *mine = ring;
  take(q);
}
