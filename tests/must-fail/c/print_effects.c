// error: print_effects.c:9:20: error: an argument of ixp_print or ixp_assert is not executed, and this one calls or changes something; assign it to a variable first
// error: print_effects.c:10:19: error: an argument of ixp_print or ixp_assert is not executed
// error: print_effects.c:11:3: error: an argument of ixp_print or ixp_assert is not executed
#include <ixp.h>
volatile __sram unsigned table[4];
main() {
  unsigned n = __ctx();

  ixp_print("%u", n++);
  ixp_print("%u", __ctx());
  ixp_assert(n = 1);
  table[0] = n;
}
