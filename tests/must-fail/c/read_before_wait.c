// error: read_before_wait.c:9:9: error: transfer register 'a' is read before signal 's' was waited for; wait for the signal first, or use ctx_swap
// error: read_before_wait.c:8:3: note: the command that fills it is issued here
#include <ixp.h>
__declspec(sram) int out;
int main(void) {
  __declspec(sram_read_reg) unsigned a;
  SIGNAL s;
  sram_read(&a, (volatile void __sram *)0x100, 1, sig_done, &s);
  out = a;
  __wait_for_all(&s);
}
