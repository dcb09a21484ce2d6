// system: system.toml
// options: --run-contexts=1
// expect: 5 6 6 0x16 0x16 0xff 0x2016
// Atomic operations change a longword and, in their test_and_ form, return its value before, with a
// pair of signals.
#include "memories.h"

int main(void) {
  __declspec(sram_read_write_reg) unsigned x;
  SIGNAL_PAIR p;
  poke(0x3000, 5);
  sram_test_and_incr(&x, SRAM_AT(0x3000), sig_done, &p);
  wait_for_all(&p);
  result(x);
  result(peek(0x3000));
  x = 0x10;
  sram_test_and_set(&x, SRAM_AT(0x3000), sig_done, &p);
  wait_for_all(&p);
  result(x);
  result(peek(0x3000));
  x = 0xff;
  sram_swap(&x, SRAM_AT(0x3000), sig_done, &p);
  wait_for_all(&p);
  result(x);
  result(peek(0x3000));
  x = 0x1f17;
  sram_test_and_add(&x, SRAM_AT(0x3000), sig_done, &p);
  wait_for_all(&p);
  result(peek(0x3000));
  return 0;
}
