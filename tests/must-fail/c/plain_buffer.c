// error: plain_buffer.c:6:3: error: 'out' lives in ordinary memory where transfer registers are needed; declare it __declspec(sram_read_reg) to receive or __declspec(sram_write_reg) to send
#include <ixp.h>
int main(void) {
  unsigned out[2] = {1, 2};
  SIGNAL b;
  scratch_put_ring(out, (volatile void __scratch *)8, 2, ctx_swap, &b);
}
