// expect: 0xff 0x881122 0x16 0xa3 0xa0 0x45 0x41 0x8a 0x10 0x16 0x77 0x77 0x7f 0xf 0xe 0x72 0x73
// 0x72 0x62 Commands of the scratchpad: reading, writing, the atomic ones.
#include "test.h"

#define AT(n) ((volatile void __scratch*)(0x1000 + 4 * (n)))
#define LOOK(n) result(*(volatile __scratch unsigned*)AT(n))
static __noinline void look(unsigned n) {
  LOOK(n);
}

int main(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xwrite unsigned out[4];
  __xread unsigned in[4];
  __xrw unsigned both;
  const unsigned z = unknown_zero();
  out[0] = 0x11 + z;
  out[1] = 0x22 + z;
  out[2] = 0x44 + z;
  out[3] = 0x88 + z;
  scratch_write(out, AT(0), 4, sig_done, &s);
  wait_for_all(&s);
  scratch_write_ind(out, AT(4), 4, ind_count(2 + z), ctx_swap, &s);
  scratch_read(in, AT(z), 4, ctx_swap, &s);
  result(in[0] + in[1] + in[2] + in[3]); /* 0xff */
  scratch_read_ind(in, AT(3), 4, ind_count(3 + z), sig_done, &s);
  __implicit_write(in);
  wait_for_all(&s);
  result(in[0] * 0x10000 + in[1] * 0x100 + in[2]); /* 0x881122 */
  out[0] = 5 + z;
  scratch_add(out, AT(0), ctx_swap, &s); /* 0x16 */
  look(0);
  out[0] = 0x81 + z;
  scratch_bits_set(out, AT(1), ctx_swap, &s); /* 0xa3 */
  look(1);
  out[0] = 0x03 + z;
  scratch_bits_clr(out, AT(1), ctx_swap, &s); /* 0xa0 */
  look(1);
  out[0] = 1 + z;
  scratch_bit_set(out, AT(2), ctx_swap, &s); /* 0x45 */
  look(2);
  out[0] = 4 + z;
  scratch_bit_clear(out, AT(2), ctx_swap, &s); /* 0x41 */
  look(2);
  scratch_incr(AT(3));
  scratch_incr(AT(3));
  scratch_decr(AT(4));
  look(3); /* 0x8a */
  look(4); /* 0x10 */
  both = 0x77 + z;
  scratch_swap(&both, AT(0), sig_done, &p);
  wait_for_all(&p);
  result(both); /* 0x16 */
  look(0);      /* 0x77 */
  both = 8 + z;
  scratch_test_and_set(&both, AT(0), ctx_swap, &p);
  result(both); /* 0x77 */
  both = 0x70 + z;
  scratch_test_and_clear(&both, AT(0), ctx_swap, &p);
  result(both); /* 0x7f */
  both = 1 + z;
  scratch_test_and_clr(&both, AT(0), ctx_swap, &p);
  result(both); /* 0xf */
  both = 100 + z;
  scratch_test_and_add(&both, AT(0), ctx_swap, &p);
  result(both); /* 0xe */
  scratch_test_and_incr(in, AT(0), ctx_swap, &p);
  result(in[0]); /* 0x72 */
  scratch_test_and_decr(in, AT(0), ctx_swap, &p);
  result(in[0]); /* 0x73 */
  both = 2 + z;
  scratch_test_and_sub(&both, AT(0), ctx_swap, &p);
  result(both); /* 0x72 */
  out[0] = 14 + z;
  scratch_sub(out, AT(0), ctx_swap, &s); /* 0x62 */
  look(0);
  return 0;
}
