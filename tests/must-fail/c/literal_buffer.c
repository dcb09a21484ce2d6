// error: literal_buffer.c:5:3: error: a compound literal lives in ordinary memory where transfer registers are needed; declare it __declspec(sram_read_reg)
#include <ixp.h>
int main(void) {
  SIGNAL s;
  sram_write((unsigned[2]){5, 6}, (volatile void __sram *)0x100, 2, ctx_swap, &s);
}
