// error: memcpy_memories.c:6:10: error: argument 2 of 'memcpy' points to another memory than its parameter; <ixp_string.h> copies between memories, e.g. memcpy_lmem_sram()
#include <ixp.h>
static __declspec(sram) unsigned table[4];
int main(void) {
  unsigned a[4];
  memcpy(a, table, 16);
  *(volatile __scratch unsigned *)0x400 = a[1];
}
