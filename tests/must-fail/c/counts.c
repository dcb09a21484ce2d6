// error: counts.c:18:3: error: sram[read] moves 1 to 16 longwords, not 20
// error: counts.c:19:3: error: scratch[put] moves 1 to 16 longwords, not 0
// error: counts.c:20:3: error: hash_48 moves 1 to 3 hashes, not 4
// error: counts.c:21:3: error: how many hashes hash_48 makes is not known when the program is compiled; write a constant
// error: counts.c:22:3: error: sram[read] of up to 12 longwords, but the override word gives no count and the instruction has room for 8; put ind_count(n) into the override word
// error: counts.c:23:3: error: sram[read] of up to 4 longwords, but the override word says 6; give the largest count there is
// error: counts.c:24:3: error: sram[read] moves 1 to 16 longwords, not 17
// error: counts.c:25:3: error: cap[read] moves 1 to 16 longwords, not 17
#include <ixp.h>
__declspec(shared gp_reg) volatile unsigned n;
int main(void) {
  __xread unsigned x[16];
  __xwrite unsigned out[4];
  __xrw unsigned data[8];
  SIGNAL s;
  const volatile void __sram *at = (volatile void __sram *)0x1000;

  sram_read(x, at, 20, ctx_swap, &s);
  scratch_put_ring(out, scratch_ring(1), 0, ctx_swap, &s);
  hash_48(data, 4, ctx_swap, &s);
  hash_48(data, n, ctx_swap, &s);
  sram_read_ind(x, at, 12, 0u, ctx_swap, &s);
  sram_read_ind(x, at, 4, ind_count(6), ctx_swap, &s);
  sram_read_ind(x, at, 17, ind_count(n), ctx_swap, &s);
  cap_read(x, cap_csr_product_id, 17, ctx_swap, &s);
  return 0;
}
