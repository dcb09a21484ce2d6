// error: other_machine.c:14:3: error: call to undeclared function 'sram_raed' [
// error: other_machine.c:14:3: note: did you mean 'sram_read'?
// error: other_machine.c:15:34: note: a command takes the address of its signal: &name
// error: note: declared as sram_read(volatile void *xfer, const volatile __sram void *address, unsigned int count, sync_t sync, __me_signals sig)
// error: other_machine.c:17:24: note: a number is no address: write scratch_ring(N) for ring N
// error: other_machine.c:18:3: note: there is no heap; declare an array, or pass free buffers through a ring
// error: other_machine.c:19:3: note: microengines have no files; ixp_print() of <ixp_debug.h> prints in the emulator
#include <ixp.h>
static __declspec(sram) unsigned v;
int main(void) {
  __xrw unsigned x;
  SIGNAL s;
  sram_read(&x, &v, 1, ctx_swap, &s);
  sram_raed(&x, &v, 1, ctx_swap, &s);
  sram_read(&x, &v, 1, ctx_swap, s);
  sram_read(&x, &v, 1, &s);
  scratch_put_ring(&x, 3, 1, ctx_swap, &s);
  malloc(16);
  printf("%u", x);
}
