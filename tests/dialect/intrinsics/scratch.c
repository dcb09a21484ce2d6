// expect: 0xff 0x881122 0x16 0xa3 0xa0 0x45 0x41 0x8a 0x10 0x16 0x77 0x77 0x7f 0xf 0xe 0x72 0x73
// expect: 0x72 0x62
#define PLACE __scratch
#define AT(n) ((volatile void PLACE*)(0x1000 + 4 * (n)))
#define UNIT(command) scratch_##command
#include "atomic.h"

int main(void) {
  SIGNAL s;
  SIGNAL_PAIR p;
  __xwrite unsigned out;
  __xrw unsigned both = 2 + unknown_zero();
  commands();
  scratch_test_and_sub(&both, AT(0), ctx_swap, &p);
  result(both); /* 0x72 */
  out = 14 + unknown_zero();
  scratch_sub(&out, AT(0), ctx_swap, &s); /* 0x62 */
  look(0);
  return 0;
}
