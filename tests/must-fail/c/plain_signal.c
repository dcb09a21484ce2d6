// error: plain_signal.c:6:3: error: 'b' lives in ordinary memory where a signal is needed; declare it SIGNAL
#include <ixp.h>
int main(void) {
  __declspec(sram_read_reg) unsigned in[2];
  struct { int number; } b;
  scratch_get_ring(in, (volatile void __scratch *)8, 2, ctx_swap, (SIGNAL *)&b);
}
