//2
#include <ixp.h>
__declspec(shared local_mem) unsigned table[8];
static __declspec(sram_read_reg) unsigned in[4];
static __declspec(sram_write_reg) unsigned out[4];
static SIGNAL a, b;
int main(void) {
  for (;;) {
    scratch_get_ring(in, (volatile void __scratch *)4, 4, sig_done, &a);
    __wait_for_all(&a);
    unsigned i = in[0] & 7;
    table[i] += in[1] % (in[2] | 1);
    out[0] = table[i], out[1] = in[3] >> i;
    scratch_put_ring(out, (volatile void __scratch *)8, 2, ctx_swap, &b);
  }
}
