/* Commands that the scratchpad and SRAM share: reading, writing, the atomic ones. A program defines
   UNIT(command): sram_add for add, and AT(n), the address of a longword, with its type, PLACE. */
#include "test.h"

#define LOOK(n) result(*(volatile PLACE unsigned*)AT(n))
static __noinline void look(unsigned n) {
  LOOK(n);
}

static __forceinline void commands(void) {
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
  UNIT(write)(out, AT(0), 4, sig_done, &s);
  wait_for_all(&s);
  UNIT(write_ind)(out, AT(4), 4, ind_count(2 + z), ctx_swap, &s);
  UNIT(read)(in, AT(z), 4, ctx_swap, &s);
  result(in[0] + in[1] + in[2] + in[3]); /* 0xff */
  UNIT(read_ind)(in, AT(3), 4, ind_count(3 + z), sig_done, &s);
  __implicit_write(in);
  wait_for_all(&s);
  result(in[0] * 0x10000 + in[1] * 0x100 + in[2]); /* 0x881122 */
  out[0] = 5 + z;
  UNIT(add)(out, AT(0), ctx_swap, &s); /* 0x16 */
  look(0);
  out[0] = 0x81 + z;
  UNIT(bits_set)(out, AT(1), ctx_swap, &s); /* 0xa3 */
  look(1);
  out[0] = 0x03 + z;
  UNIT(bits_clr)(out, AT(1), ctx_swap, &s); /* 0xa0 */
  look(1);
  out[0] = 1 + z;
  UNIT(bit_set)(out, AT(2), ctx_swap, &s); /* 0x45 */
  look(2);
  out[0] = 4 + z;
  UNIT(bit_clear)(out, AT(2), ctx_swap, &s); /* 0x41 */
  look(2);
  UNIT(incr)(AT(3));
  UNIT(incr)(AT(3));
  UNIT(decr)(AT(4));
  look(3); /* 0x8a */
  look(4); /* 0x10 */
  both = 0x77 + z;
  UNIT(swap)(&both, AT(0), sig_done, &p);
  wait_for_all(&p);
  result(both); /* 0x16 */
  look(0);      /* 0x77 */
  both = 8 + z;
  UNIT(test_and_set)(&both, AT(0), ctx_swap, &p);
  result(both); /* 0x77 */
  both = 0x70 + z;
  UNIT(test_and_clear)(&both, AT(0), ctx_swap, &p);
  result(both); /* 0x7f */
  both = 1 + z;
  UNIT(test_and_clr)(&both, AT(0), ctx_swap, &p);
  result(both); /* 0xf */
  both = 100 + z;
  UNIT(test_and_add)(&both, AT(0), ctx_swap, &p);
  result(both); /* 0xe */
  UNIT(test_and_incr)(in, AT(0), ctx_swap, &p);
  result(in[0]); /* 0x72 */
  UNIT(test_and_decr)(in, AT(0), ctx_swap, &p);
  result(in[0]); /* 0x73 */
}
